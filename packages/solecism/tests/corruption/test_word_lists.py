"""The lists that errors are made from: pairs of words, and words to put in."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts import tagged
from solecism.corruption import counts, word_lists
from solecism.corruption.counts import UNWELCOME, WordCounts, count_words
from solecism.corruption.word_classes import PENN_TAGS
from solecism.corruption.word_lists import bundled_spellings, learn_insertions, learn_spellings
from solecism.errors import InputError, ModelError

COUNTS: WordCounts = Counter(
    {
        ("then", "RB"): 500,
        ("them", "PRP"): 500,
        ("walk", "VB"): 300,
        ("walks", "VBZ"): 200,
        ("Paris", "NNP"): 100,
        ("hit", "VBD"): 90,
        ("shit", "NN"): 90,
        ("pct", "NN"): 90,
        ("put", "VB"): 90,
        ("but", "CC"): 900,
        ("land", "NN"): 50,
        ("land", "VB"): 50,
        ("and", "CC"): 900,
    }
)


def test_pairs_are_of_common_words_of_different_kinds() -> None:
    found = {(one.word, other.word) for one, other in learn_spellings(COUNTS)}
    assert found == {("them", "then"), ("but", "put")}


def test_the_bundled_pairs_keep_the_rule() -> None:
    others = bundled_spellings()
    assert 100 <= sum(map(len, others.values())) / 2 <= 250
    for word, found in others.items():
        for other, tag in found:
            assert tag in PENN_TAGS
            assert abs(len(word) - len(other)) <= 1
            assert word in {each for each, _ in others[other]}
    assert {"then", "the", "they"} <= {other for other, _ in others["them"] + others["then"]}
    assert not UNWELCOME & others.keys()


def test_all_printed_pairs_are_ours_too() -> None:
    printed = (
        "is-if is-in is-it is-as is-us is-its is-his if-in if-it if-of in-it in-an in-on it-its "
        "it-at"
    ).split()
    assert len(printed) == 15
    others = bundled_spellings()
    for pair in printed:
        word, other = pair.split("-")
        assert other in {each for each, _ in others[word]}, pair


def test_printed_pairs_are_learned_although_they_are_of_one_part_of_speech() -> None:
    counts: WordCounts = Counter({("in", "IN"): 900, ("on", "IN"): 500, ("up", "IN"): 400})
    found = {(one.word, other.word) for one, other in learn_spellings(counts)}
    assert found == {("in", "on")}


def test_words_are_drawn_as_often_as_they_are_there() -> None:
    drawn = learn_insertions(COUNTS, rng=np.random.default_rng(1), n_words=10_000)
    assert drawn.total() == 10_000
    assert drawn["but", "CC"] / drawn["then", "RB"] == pytest.approx(900 / 500, rel=0.15)
    assert ("Paris", "NNP") not in drawn
    assert ("shit", "NN") not in drawn


def test_one_seed_draws_one_list() -> None:
    first, second = (
        learn_insertions(COUNTS, rng=np.random.default_rng(3), n_words=50) for _ in range(2)
    )
    assert first == second


def test_a_text_without_words_is_refused() -> None:
    with pytest.raises(InputError, match="no words"):
        learn_insertions(Counter(), rng=np.random.default_rng(1))


def test_first_words_are_counted_in_small_letters_but_not_names() -> None:
    counts = count_words(
        [
            tagged("a.1", "The/DT cat/NN"),
            tagged("a.2", "Ann/NNP sleeps/VBZ"),
            tagged("a.3", "I/PRP"),
        ]
    )
    assert counts["the", "DT"] == counts["Ann", "NNP"] == counts["I", "PRP"] == 1


def test_lists_are_read_as_they_were_written() -> None:
    lines = "".join(word_lists.format_spellings(learn_spellings(COUNTS))).splitlines()
    assert list(counts.parse_rows(lines, 4, file="s.tsv")) == [
        ["but", "CC", "put", "VB"],
        ["them", "PRP", "then", "RB"],
    ]
    lines = "".join(word_lists.format_insertions({("a", "DT"): 2})).splitlines()
    assert list(counts.parse_rows(lines, 3, file="i.tsv")) == [["a", "DT", "2"]]


@given(st.lists(st.text(st.characters(exclude_characters="\n\r"))))
def test_any_lines_are_rows_or_our_error(lines: list[str]) -> None:
    try:
        rows = list(counts.parse_rows(lines, 3, file="x.tsv"))
    except ModelError:
        return
    assert all(len(row) == 3 for row in rows)
