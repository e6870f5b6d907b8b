"""How nouns are used, by construction."""

from __future__ import annotations

import pytest

from solecism.locate.noun_table import (
    ConstructionCounts,
    NounTable,
    NounUsage,
    noun_table,
    noun_usage,
    overall_usage,
)
from solecism.locate.sites import PRINTED_SHARES


@pytest.fixture
def table() -> NounTable:
    counts = {"stone": [20, 20, 20, 20, 20], "pollution": [80, 0, 20, 0, 0]}
    return noun_table(ConstructionCounts(counts, [9, 0, 1, 0, 0], 1_000), least=1)


def test_a_noun_is_known_in_the_singular_and_the_plural(table: NounTable) -> None:
    usage = noun_usage(table, "stones")
    assert usage == noun_usage(table, "stone")
    assert (usage.noun, usage.n_times, usage.shares) == ("stone", 100, (0.2,) * 5)
    assert usage.entropy == pytest.approx(2.3219, abs=1e-4)
    assert noun_usage(table, "pollution").countability == "non-count"


def test_of_an_unknown_noun_nothing_is_known(table: NounTable) -> None:
    usage = noun_usage(table, "zebra")
    assert usage == NounUsage("zebra", 0)
    assert set(usage.row().values()) == {0, None}


def test_all_nouns_together_are_shown_beside_the_paper(table: NounTable) -> None:
    plain, with_names, printed = overall_usage(table)
    assert (plain.n_times, with_names.n_times) == (200, 210)
    assert plain.shares == (0.5, 0.1, 0.2, 0.1, 0.1)
    assert printed.shares == PRINTED_SHARES
