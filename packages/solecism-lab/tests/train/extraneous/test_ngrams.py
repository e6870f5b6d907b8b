"""Counting n-grams, against counting them one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.extraneous.language_model import (
    BOUNDARY,
    N_BOUNDARIES,
    ORDER,
    NgramTable,
    joined,
    word_hash,
)
from solecism.errors import InputError
from solecism_lab.train.extraneous import ngrams
from solecism_lab.train.extraneous.ngrams import NgramSettings, count_ngrams

EVERYTHING = NgramSettings(min_word=1, min_marked=(1, 1, 1), min_other=(1, 1, 1))
texts = st.lists(
    st.lists(st.sampled_from("we wait at on the bus stop".split()), max_size=8),
    min_size=1,
    max_size=12,
).filter(any)


def counted(sentences: Iterable[Sequence[str]]) -> Counter[tuple[str, ...]]:
    """All n-grams one by one; a sentence begins after boundaries and ends with one."""
    counts: Counter[tuple[str, ...]] = Counter()
    for words in sentences:
        padded = [*[BOUNDARY] * N_BOUNDARIES, *words, BOUNDARY]
        for end in range(N_BOUNDARIES + 1, len(padded) + 1):
            if padded[end - 2 : end] != [BOUNDARY, BOUNDARY]:
                counts.update(tuple(padded[end - order : end]) for order in range(2, ORDER + 1))
        counts.update((word,) for word in words)
    return counts


def count_in(table: NgramTable, words: Sequence[str]) -> float:
    hashes = [np.array([word_hash(word)], dtype=np.uint64) for word in words]
    mixed = hashes[0]
    for following in hashes[1:]:
        mixed = joined(mixed, following)
    return float(table.look_up(mixed)[0])


@given(texts)
def test_every_ngram_is_counted(sentences: list[list[str]]) -> None:
    table = count_ngrams(sentences, marked=frozenset(["at", "on"]), settings=EVERYTHING)
    for words, count in counted(sentences).items():
        assert count_in(table, words) == pytest.approx(count, rel=0.04), words


@given(texts)
def test_shares_and_strips_change_nothing(sentences: list[list[str]]) -> None:
    limits = NgramSettings(min_word=1, min_marked=(1, 2, 2), min_other=(2, 2, 3))
    whole = count_ngrams(sentences, marked=frozenset(["at"]), settings=limits)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ngrams, "MAX_AT_ONCE", 7)
        patch.setattr(ngrams, "_STRIP", 5)
        patch.setattr(ngrams, "_BUFFER", 4)
        parted = count_ngrams(sentences, marked=frozenset(["at"]), settings=limits)
    np.testing.assert_array_equal(whole.keys, parted.keys)
    np.testing.assert_array_equal(whole.counts, parted.counts)


@given(texts)
def test_the_context_of_what_is_kept_is_kept(sentences: list[list[str]]) -> None:
    limits = NgramSettings(min_word=1, min_marked=(9, 9, 2), min_other=(9, 9, 9))
    table = count_ngrams(sentences, marked=frozenset(["on"]), settings=limits)
    for words, count in counted(sentences).items():
        if len(words) == ORDER and "on" in words and count >= 2:
            assert all(count_in(table, words[:size]) for size in range(1, ORDER + 1))


def test_rare_words_count_as_their_class_and_limits_hold() -> None:
    sentences = [["we", "wait", "at", name] for name in ("Aberdeen", "Brighton", "Cardiff")]
    limits = NgramSettings(min_word=2, min_marked=(3, 3, 3), min_other=(4, 4, 4))
    table = count_ngrams(sentences, marked=frozenset(["at"]), settings=limits)
    assert count_in(table, ("wait", "at", "<name>")) == pytest.approx(3, rel=0.04)
    assert count_in(table, ("cardiff",)) == 0
    # "we wait" has no preposition, but is the context of "we wait at".
    assert count_in(table, ("we", "wait")) == pytest.approx(3, rel=0.04)
    assert count_in(table, ("<name>", BOUNDARY)) == 0


def test_text_without_words_is_refused() -> None:
    with pytest.raises(InputError, match="has no words"):
        count_ngrams([[]], marked=frozenset())
