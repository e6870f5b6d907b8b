"""What the chunker learns from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solecism.errors import InputError
from solecism.sentence import Chunk, Sentence, from_words
from solecism_lab.train.language.chunker import chunk_examples, cut_hyphens


def singer() -> Sentence:
    phrases = (Chunk("NP", 0, 3, 2), Chunk("VP", 3, 4, 3))
    tags = ("XX", "XX", "XX", "XX", "XX")
    words = "The well-known singer sings -".split()
    return replace(from_words("a.1", words), tags=tags, chunks=phrases)


def test_words_are_cut_at_hyphens_and_phrases_move_with_them() -> None:
    cut = cut_hyphens(singer())
    assert cut.words == ("The", "well", "-", "known", "singer", "sings", "-")
    assert [(c.label, c.start, c.end) for c in cut.chunks] == [("NP", 0, 5), ("VP", 5, 6)]
    assert cut_hyphens(cut) is cut


def test_a_sentence_is_learned_as_given_under_our_tags_and_cut() -> None:
    given, tagged, cut = chunk_examples([singer()])
    assert given == singer()
    assert (tagged.words, tagged.chunks) == (given.words, given.chunks)
    assert tagged.tags[0] == "DT"
    assert (cut.words, cut.tags[2]) == (cut_hyphens(singer()).words, "HYPH")


def test_without_tags_or_phrases_there_is_nothing_to_learn() -> None:
    with pytest.raises(InputError, match=r"a\.1: has no tags"):
        chunk_examples([replace(singer(), tags=())])
    with pytest.raises(InputError, match="no sentence has a chunk"):
        chunk_examples([replace(singer(), chunks=())])
