"""Columns of words, tags, lemmas and chunks."""

from __future__ import annotations

from solecism.formats import tagged
from solecism.sentence import Chunk, Sentence


def test_each_word_has_a_row_and_each_sentence_a_blank_line() -> None:
    sentence = Sentence(
        "a.1",
        "The dog barks",
        ("The", "dog", "barks"),
        (0, 4, 8),
        tags=("DT", "NN", "VBZ"),
        lemmas=("the", "dog", "bark"),
        chunks=(Chunk("NP", 0, 2, 1),),
    )
    [text] = tagged.format([sentence])
    assert text == "The\tDT\tthe\tB-NP\ndog\tNN\tdog\tI-NP*\nbarks\tVBZ\tbark\tO\n\n"
