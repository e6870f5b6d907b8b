"""Counts of constructions, and the table that is made of them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.errors import InputError, ModelError
from solecism.language.annotate import annotate
from solecism.locate.noun_phrases import Reason, noun_phrases
from solecism.locate.noun_table import (
    COUNTABILITY,
    ConstructionCounts,
    NounTable,
    bundled_nouns,
    count_constructions,
    entropies,
    format,
    noun_table,
    parse,
    with_non_count,
)
from solecism.locate.sentence_columns import columns, lemma_hash

COUNTS = ConstructionCounts(
    {
        "stone": [20, 20, 20, 20, 20],
        "pollution": [80, 0, 20, 0, 0],
        "sun": [1, 0, 99, 0, 0],
        "x-ray": [5, 5, 0, 0, 0],
        "r2d2": [50, 0, 0, 0, 0],
    },
    [9, 0, 1, 0, 0],
    1_000,
)


def row(table: NounTable, noun: str) -> int:
    found = table.row(noun)
    assert found is not None
    return found


def test_constructions_are_counted_by_noun_and_names_together() -> None:
    text = "The dog saw a cat. Dogs like the cats. This dog and two cats met Rex. Bread is good."
    counts = count_constructions(annotate(text, "a"))
    assert counts.nouns == {
        "dog": [0, 0, 1, 1, 0],
        "cat": [0, 1, 0, 0, 1],
        "bread": [1, 0, 0, 0, 0],
    }
    assert counts.names == [1, 0, 0, 0, 0]
    assert counts.total() == [1, 1, 1, 1, 1]
    assert counts.n_words == 23


def test_counts_do_not_depend_on_how_the_text_is_cut() -> None:
    sentences = list(annotate("The dog saw a cat. A dog slept. Cats hunt birds. " * 700, "a"))
    whole = count_constructions(sentences)
    assert whole.nouns["dog"] == [0, 700, 700, 0, 0]
    parts = [count_constructions(sentences[:999]), count_constructions(sentences[999:])]
    assert whole.total() == np.sum([part.total() for part in parts], axis=0).tolist()


def test_rare_nouns_and_what_is_no_word_are_counted_among_the_rest() -> None:
    table = noun_table(COUNTS, least=20)
    assert sorted(table.nouns) == ["pollution", "stone", "sun"]
    assert table.rest.tolist() == [55, 5, 0, 0, 0]
    assert table.total.tolist() == COUNTS.total()
    assert table.row("x-ray") is None


def test_entropy_is_high_where_all_constructions_are_used() -> None:
    table = noun_table(COUNTS)
    found = {noun: float(table.entropies[row(table, noun)]) for noun in table.nouns}
    assert found["stone"] == pytest.approx(math.log2(5))
    assert found["stone"] > found["pollution"] > found["sun"]


@given(st.lists(st.integers(0, 1000), min_size=5, max_size=5).filter(any))
def test_entropy_lies_between_none_and_that_of_equal_shares(counts: list[int]) -> None:
    found = float(entropies(counts))
    assert 0 <= found <= math.log2(5) + 1e-12
    assert found == pytest.approx(float(entropies(counts[::-1])))


def test_nothing_has_no_entropy() -> None:
    assert math.isnan(entropies([0, 0, 0, 0, 0]))


def test_non_count_nouns_are_seldom_plural_and_seldom_have_a() -> None:
    table = noun_table(COUNTS)
    assert {noun for noun in table.nouns if table.is_non_count[row(table, noun)]} == {"pollution"}


def test_nouns_that_are_not_listed_have_the_last_row() -> None:
    table = noun_table(COUNTS)
    hashes = np.array([lemma_hash("stone"), lemma_hash("unheard")], dtype=np.uint32)
    known, unknown = table.rows(hashes)
    assert table.nouns[known] == "stone"
    assert unknown == len(table.nouns)
    assert not table.is_non_count[unknown]
    shares = np.exp(table.log_shares)
    assert shares.sum(axis=1) == pytest.approx(np.ones(len(shares)), abs=1e-5)
    assert shares[unknown] == pytest.approx((table.total + 1) / (table.total + 1).sum(), abs=1e-6)


def test_an_empty_table_knows_no_noun() -> None:
    table = noun_table(ConstructionCounts())
    assert table.nouns == ()
    assert table.rows(np.array([5, 7], dtype=np.uint32)).tolist() == [0, 0]
    assert table.row("stone") is None


def test_open_phrases_of_non_count_nouns_are_closed() -> None:
    table = columns(list(annotate("Pollution and this pollution hurt the stones.", "a")))
    phrases = with_non_count(noun_phrases(table), table, noun_table(COUNTS))
    assert phrases.reasons.tolist() == [Reason.NON_COUNT, Reason.DETERMINER, Reason.OPEN]


def test_a_file_gives_the_table_back() -> None:
    table = noun_table(COUNTS)
    again = parse(format(table), file="nouns.npz")
    assert again.nouns == table.nouns
    assert again.counts.tolist() == table.counts.tolist()
    assert (again.rest.tolist(), again.names.tolist()) == ([55, 5, 0, 0, 0], [9, 0, 1, 0, 0])
    assert format(again) == format(table)


def test_what_is_no_table_is_told_in_one_line() -> None:
    with pytest.raises(ModelError, match=r"nouns\.npz: not a model"):
        parse(b"nothing", file="nouns.npz")


def test_a_noun_is_seen_once_at_least() -> None:
    with pytest.raises(InputError, match="must be at least 1"):
        noun_table(COUNTS, least=0)


def test_the_bundled_table_knows_what_everybody_knows() -> None:
    table = bundled_nouns()
    shares = np.exp(table.log_shares)
    assert table.is_non_count[row(table, "information")]
    assert not table.is_non_count[row(table, "market")]
    assert table.entropies[row(table, "rest")] < 1 < table.entropies[row(table, "risk")]
    assert shares[row(table, "rest")].argmax() == 2


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ([0, 40, 40, 15, 5], "count"),
        ([1, 0, 99, 0, 0], "count"),
        ([30, 30, 20, 15, 5], "both"),
        ([50, 30, 20, 0, 0], "both"),
        ([50, 0, 20, 20, 10], "both"),
        ([80, 1, 17, 2, 0], "non-count"),
        ([0, 0, 0, 70, 30], "plural only"),
    ],
)
def test_countability_follows_from_the_counts(counts: list[int], expected: str) -> None:
    table = noun_table(ConstructionCounts({"thing": counts}))
    assert COUNTABILITY[table.countability[0]] == expected
    assert table.is_non_count[0] == (expected in ("non-count", "plural only"))


def test_a_noun_seen_seldom_is_not_said_to_be_non_count() -> None:
    table = noun_table(ConstructionCounts({"thing": [30, 0, 0, 0, 0]}))
    assert not table.is_non_count[0]


def test_shares_are_drawn_towards_those_of_all_nouns_as_if_seen_five_times() -> None:
    table = noun_table(COUNTS)
    overall = (np.array(COUNTS.total()) + 1) / (sum(COUNTS.total()) + 5)
    wanted = (np.array([80, 0, 20, 0, 0]) + 5 * overall) / 105
    assert np.exp(table.log_shares[row(table, "pollution")]) == pytest.approx(wanted, abs=1e-6)
