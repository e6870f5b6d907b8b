"""What is known of a word by itself."""

from __future__ import annotations

import pytest

from solecism.align.tagged_words import side_of


@pytest.mark.parametrize(
    ("text", "tag", "expected"),
    [
        ("Their", "PRP$", ("their", "-PRON-", "DET", "DET")),
        ("thier", "PRP$", ("thier", "thier", "DET", "DET")),
        ("Britons", "NNPS", ("britons", "Britons", "PROPN", "NOUN")),
        ("was", "VBD", ("was", "be", "AUX", "VERB")),
        ("went", "VBD", ("went", "go", "VERB", "VERB")),
        ("up", "RP", ("up", "up", "ADP", "PART")),
        ("'s", "POS", ("'s", "'s", "PART", "PART")),
        ("?!", "NN", ("?!", "?!", "PUNCT", "PUNCT")),
        ("und", "FW", ("und", "und", "X", "X")),
    ],
)
def test_word_and_tag_tell_the_rest(text: str, tag: str, expected: tuple[str, ...]) -> None:
    (word,) = side_of([text], [tag])
    assert (word.text, word.tag) == (text, tag)
    assert (word.lower, word.lemma, word.word_class, word.category) == expected


def test_the_same_word_is_made_once() -> None:
    first, second, other = side_of(["cat", "cat", "cat"], ["NN", "NN", "VB"])
    assert first is second
    assert first is not other
