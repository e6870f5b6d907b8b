"""Expected wins, rank ranges, clusters and agreement, on cases worked out by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.errors import InputError
from solecism.figure import Figure
from solecism.formats.rankings import read
from solecism.judgment import Ranking
from solecism.ranking.comparisons import comparisons, rater_agreement
from solecism.ranking.human_ranking import (
    RankedSystem,
    clusters,
    expected_wins,
    rank_ranges,
    resamples,
)
from solecism.ranking.system_ranking import rank_systems

RANKINGS = [
    Ranking("1", "ann", {"A": 1, "B": 2, "C": 3}),
    Ranking("2", "ann", {"A": 1, "B": 1, "C": 2}),
    Ranking("3", "bob", {"A": 2, "B": 1, "C": 1}, (("B", "C"),)),
    Ranking("1", "bob", {"A": 1, "B": 3, "C": 2}),
]


def rank(rankings: list[Ranking]) -> list[RankedSystem]:
    return rank_systems(rankings, n_draws=50).systems


def values(systems: list[RankedSystem]) -> dict[str, float]:
    return {one.name: round(one.expected_wins.value, 9) for one in systems}


def test_expected_wins_leave_ties_out() -> None:
    # A against B: 2 wins, 1 loss, 1 tie; A against C: 3 and 1; B against C: 2 and 1.
    systems = rank(RANKINGS)
    assert values(systems) == {
        "A": pytest.approx((2 / 3 + 3 / 4) / 2),
        "B": pytest.approx((1 / 3 + 2 / 3) / 2),
        "C": pytest.approx((1 / 4 + 1 / 3) / 2),
    }
    assert [one.name for one in systems] == ["A", "B", "C"]


def test_the_same_output_is_no_tie() -> None:
    counts = {one.name: (one.n_wins, one.n_ties, one.n_losses) for one in rank(RANKINGS)}
    assert counts == {"A": (5, 1, 2), "B": (3, 1, 3), "C": (2, 0, 5)}


def test_an_opponent_with_ties_only_is_left_out() -> None:
    wins = np.array([[0, 2, 0], [1, 0, 0], [0, 0, 0]], dtype=float)
    found = expected_wins(wins)
    assert found[:2] == pytest.approx([2 / 3, 1 / 3])
    assert np.isnan(found[2])


@given(st.permutations(RANKINGS), st.permutations("ABC"))
def test_the_order_of_rankings_and_the_names_of_systems_do_not_matter(
    rankings: list[Ranking], names: list[str]
) -> None:
    renamed = dict(zip("ABC", names, strict=True))
    changed = [
        Ranking(
            one.sentence,
            one.rater,
            {renamed[name]: rank for name, rank in one.ranks.items()},
            tuple(tuple(renamed[name] for name in group) for group in one.same),
        )
        for one in rankings
    ]
    expected = {renamed[name]: value for name, value in values(rank(RANKINGS)).items()}
    assert values(rank(changed)) == pytest.approx(expected)


def test_systems_that_never_change_places_are_clusters_of_their_own() -> None:
    rankings = [Ranking(str(n), "ann", {"A": 1, "B": 2, "C": 3}) for n in range(20)]
    systems = rank(rankings)
    assert [(one.ranks, one.cluster) for one in systems] == [
        ((1, 1), 1),
        ((2, 2), 2),
        ((3, 3), 3),
    ]


def test_a_cluster_ends_where_no_range_reaches_over() -> None:
    low, high = np.array([1, 1, 2, 4, 4]), np.array([2, 3, 3, 5, 5])
    numbers = clusters(np.array([0.9, 0.8, 0.7, 0.3, 0.2]), low, high)
    assert numbers.tolist() == [1, 1, 1, 2, 2]
    # A wide range holds together what stands between.
    high[0] = 4
    assert clusters(np.array([0.9, 0.8, 0.7, 0.3, 0.2]), low, high).tolist() == [1] * 5


def test_rank_ranges_hold_the_middle_of_the_draws() -> None:
    draws = np.array([[0.9, 0.1]] * 90 + [[0.1, 0.9]] * 10)
    assert [ends.tolist() for ends in rank_ranges(draws, level=0.95)] == [[1, 1], [2, 2]]
    assert [ends.tolist() for ends in rank_ranges(draws, level=0.5)] == [[1, 2], [1, 2]]


def test_a_rank_range_has_half_of_the_rest_on_either_side() -> None:
    # In 7% of the draws the second system is the better one: that is more than 5%.
    draws = np.array([[0.9, 0.1]] * 93 + [[0.1, 0.9]] * 7)
    assert [ends.tolist() for ends in rank_ranges(draws, level=0.9)] == [[1, 1], [2, 2]]
    assert [ends.tolist() for ends in rank_ranges(draws, level=0.8)] == [[1, 2], [1, 2]]


def test_sentences_are_in_the_order_of_their_numbers() -> None:
    rankings = [Ranking(f"essay.{n}", "ann", {"A": 1, "B": 2}) for n in (10, 9, 2)]
    assert comparisons(rankings).sentences == ("essay.2", "essay.9", "essay.10")


def test_resamples_begin_with_the_data_and_draw_only_what_is_named() -> None:
    drawn = resamples(5, 3, over=("raters",), n_draws=40, rng=np.random.default_rng(0))
    assert (drawn.sentences == 1).all()
    assert (drawn.raters[0] == 1).all()
    assert (drawn.raters.sum(axis=1) == 3).all()
    assert (drawn.raters[1:] != 1).any()
    assert len(drawn.first(10)) == 11


def kappas(rankings: list[Ranking]) -> dict[str, Figure]:
    return rater_agreement(comparisons(rankings), rng=np.random.default_rng(0), n_draws=50)


def test_kappa_on_comparisons_by_hand() -> None:
    # Sentence 1: A over B twice, A over C twice, B over C against C over B: 2 of 3 agree.
    figures = kappas([RANKINGS[0], RANKINGS[3]])
    first, second = 5 / 6, 1 / 6
    chance = first**2 + second**2
    assert figures["agreement"] == pytest.approx(2 / 3)
    assert figures["kappa"] == pytest.approx((2 / 3 - chance) / (1 - chance))
    # Without ties both kappas are the same.
    assert figures["weighted kappa"] == pytest.approx(figures["kappa"].value)


def test_a_tie_is_half_as_far_as_the_opposite() -> None:
    pairs = [("1", 1, 2), ("1", 1, 1), ("2", 2, 1), ("2", 2, 1)]
    rankings = [
        Ranking(sentence, f"r{n}", {"A": a, "B": b}) for n, (sentence, a, b) in enumerate(pairs)
    ]
    figures = kappas(rankings)
    share = {"first": 1 / 4, "tie": 1 / 4, "second": 1 / 2}
    far = 2 * (share["first"] * share["tie"] * 0.5 + share["tie"] * share["second"] * 0.5)
    far += 2 * share["first"] * share["second"]
    assert figures["weighted kappa"] == pytest.approx(1 - 0.5 * 0.5 / far)


def test_one_rater_who_ranks_a_sentence_twice_agrees_with_others_only() -> None:
    ranks = [("ann", 1, 2), ("ann", 1, 2), ("bob", 2, 1)]
    figures = kappas([Ranking("1", rater, {"A": a, "B": b}) for rater, a, b in ranks])
    assert figures["agreement"] == 0


def test_agreement_needs_two_raters_of_the_same_outputs() -> None:
    assert not kappas([RANKINGS[0], RANKINGS[1]])["kappa"].is_defined
    # Outputs that were shown as one are not compared.
    same = [Ranking("1", rater, {"A": 1, "B": 1}, (("A", "B"),)) for rater in ("ann", "bob")]
    assert not kappas(same)["kappa"].is_defined


def test_no_rankings_are_an_error() -> None:
    with pytest.raises(InputError, match="no rankings"):
        rank_systems([])


@pytest.mark.parametrize(
    ("name", "oracle"),
    [
        ("seeda/judgments_edit", {"GPT-3.5": 0.792, "TransGEC": 0.653, "INPUT": 0.130}),
        ("gjg15/judgments", {"AMU": 0.628, "RAC": 0.566, "CAMB": 0.561, "CUUI": 0.550}),
    ],
)
def test_published_expected_wins(shared_data: Path, name: str, oracle: dict[str, float]) -> None:
    rankings = list(read(str(shared_data / "ranking" / f"{name}.xml.xz")))
    found = values(rank(rankings))
    assert {system: found[system] for system in oracle} == pytest.approx(oracle, abs=1.5e-3)
