"""MiningSettings: the most suspicious prepositions of a corpus, all of them and in order."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.extraneous import mining
from solecism.detect.extraneous.mining import MiningSettings, TrigramCandidate, mine, suspicion
from solecism.language.sentence_splitter import sentences
from solecism.sentence import Sentence, from_words
from solecism_lab.train.extraneous.ngrams import NgramSettings, count_ngrams

NATIVE = [
    *[["they", "marry", "her", "."]] * 40,
    *[["they", "live", "with", "her", "."]] * 40,
    *[["they", "enter", "the", "room", "."]] * 25,
    *[["they", "enter", "into", "the", "room", "."]] * 3,
]
EVERYTHING = NgramSettings(min_word=1, min_marked=(1, 1, 1), min_other=(1, 1, 1))
TABLE = count_ngrams(NATIVE, marked=frozenset(["with", "into"]), settings=EVERYTHING)
WORDS = "they marry live enter with into her the room".split()


def shown(found: Iterable[TrigramCandidate]) -> list[str]:
    return [" ".join(candidate.words) for candidate in found]


def test_unattested_words_come_before_rare_ones_and_good_ones_not_at_all() -> None:
    text = "They enter into the room. They marry with her. They live with her."
    found = mine(sentences(text, "essay"), TABLE)
    assert shown(found) == ["marry with her", "enter into the"]
    assert found[0].n_with == 0
    assert found[0].n_without == pytest.approx(40, rel=0.04)


def test_sites_say_where_and_in_which_sentence() -> None:
    text = "They marry with her. " * 4
    [candidate] = mine(sentences(text, "essay"), TABLE, settings=MiningSettings(n_sites=2))
    assert candidate.n_here == 4
    assert [site.id for site in candidate.sites] == [
        "essay.1:2-3:preposition",
        "essay.2:2-3:preposition",
    ]
    assert candidate.sites[0].context == "They marry with her."


def test_too_little_evidence_is_none() -> None:
    found = mine(
        sentences("They marry with her.", "essay"), TABLE, settings=MiningSettings(min_without=50)
    )
    assert found == []


def test_unknown_neighbours_are_no_evidence() -> None:
    assert mine(sentences("They marry with Aloysius. They marry with .", "essay"), TABLE) == []


def corpus(texts: list[list[str]]) -> list[Sentence]:
    return [from_words(f"essay.{number}", words) for number, words in enumerate(texts, 1)]


@given(
    st.lists(st.lists(st.sampled_from(WORDS), min_size=3, max_size=7), max_size=30),
    st.integers(1, 3),
)
def test_holding_few_in_memory_loses_none_of_the_best(texts: list[list[str]], n_best: int) -> None:
    limits = MiningSettings(n_best=n_best, min_without=1)
    everything = mine(corpus(texts), TABLE, settings=MiningSettings(n_best=10_000, min_without=1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mining, "_SPARE", 0)
        best = mine(corpus(texts), TABLE, settings=limits)
    assert best == everything[:n_best]


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_suspicion_grows_with_what_native_text_leaves_out(n_with: int, n_without: int) -> None:
    assert suspicion(n_with, n_without + 1) > suspicion(n_with, n_without)
    assert suspicion(n_with + 1, n_without) < suspicion(n_with, n_without)
