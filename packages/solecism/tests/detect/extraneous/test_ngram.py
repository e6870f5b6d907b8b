"""Hashes of words and n-grams."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.extraneous.language_model import (
    WordHashes,
    fingerprints,
    joined,
    rare_class,
    word_hash,
)

hashes = st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=20)


def test_the_hash_of_a_word_never_changes() -> None:
    assert word_hash("on") == 0xE91FC499E4037158


def test_the_order_of_words_matters() -> None:
    one, other = (np.array([word_hash(word)], dtype=np.uint64) for word in ("on", "top"))
    assert joined(one, other) != joined(other, one)


@given(hashes, hashes)
def test_joining_many_is_joining_each(left: list[int], right: list[int]) -> None:
    size = min(len(left), len(right))
    lefts, rights = (np.array(side[:size], dtype=np.uint64) for side in (left, right))
    together = joined(lefts, rights)
    for index in range(size):
        alone = joined(lefts[index : index + 1], rights[index : index + 1])
        assert together[index] == alone[0]


def test_fingerprints_of_many_pairs_hardly_ever_meet() -> None:
    words = np.array([word_hash(str(number)) for number in range(400)], dtype=np.uint64)
    pairs = joined(np.repeat(words, 400), np.tile(words, 400))
    # 160,000 of 2**32 values: three pairs are expected to meet.
    assert len(np.unique(fingerprints(pairs))) > 160_000 - 20


def test_unknown_words_are_hashed_by_their_class() -> None:
    known = {word_hash("cat")}
    hashed = WordHashes(known.__contains__)
    assert hashed["Cat"] == hashed["cat"] == word_hash("cat")
    assert hashed["Quetzal"] == hashed["Zanzibar"] == word_hash("<name>")
    assert hashed["quetzal"] == word_hash("<word>")


@given(st.text())
def test_every_text_has_a_hash_and_a_class(text: str) -> None:
    assert 0 <= word_hash(text) < 2**64
    assert rare_class(text) in ("<number>", "<name>", "<word>")
