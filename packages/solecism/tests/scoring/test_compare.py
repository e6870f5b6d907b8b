"""Two systems compared."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from statsmodels.stats.contingency_tables import mcnemar

from flagged_panels import matched, simulated
from solecism.errors import InputError
from solecism.scoring.against_raters import against_majority, weighted
from solecism.scoring.bins import agreement_bins
from solecism.scoring.compared_systems import Comparison, compare, compare_bins
from solecism.scoring.match import Match


def other_system(found: Match, seed: int, *, p_change: float = 0.1) -> Match:
    change = np.random.default_rng(seed).random(found.n_items) < p_change
    return replace(found, system="other", is_flagged=found.is_flagged ^ change)


def compared(first: Match, second: Match, *, seed: int = 1) -> Comparison:
    return compare(first, second, rng=np.random.default_rng(seed), n_draws=1000)


def test_differences_are_those_of_the_scores() -> None:
    first, _ = simulated(1)
    second = other_system(first, 2)
    differences = iter(compared(first, second).differences)
    for method in (weighted, against_majority):
        scores = method(first).figures, method(second).figures
        for name in scores[0]:
            row = next(differences)
            assert row.name == name
            assert row.value == pytest.approx(scores[0][name].value - scores[1][name].value)
            assert row.value in row.interval
            assert row.value in row.bootstrap


def test_a_system_does_not_differ_from_itself() -> None:
    found, _ = simulated(1)
    result = compared(found, found)
    assert {row.value for row in result.differences} == {0}
    assert {row.p_value for row in result.differences} == {1}
    assert math.isnan(result.mcnemar.p_value)
    assert result.decisive.n_differ == result.decisive.n_informative == 0


def test_swapping_the_systems_turns_all_signs() -> None:
    first, _ = simulated(1)
    second = other_system(first, 2)
    for one, other in zip(
        compared(first, second).differences, compared(second, first).differences, strict=True
    ):
        assert one.value == pytest.approx(-other.value)
        assert one.interval.low == pytest.approx(-other.interval.high)
        assert one.p_value == pytest.approx(other.p_value, abs=0.05)


def test_mcnemar_leaves_ties_out_and_is_near_the_exact_test_of_a_peer() -> None:
    first, _ = simulated(1, n_raters=4)
    second = other_system(first, 2, p_change=0.3)
    found = compared(first, second).mcnemar
    assert found.n_ties == np.sum(2 * first.n_error == first.n_answers)
    table = [[0, found.n_first_right], [found.n_second_right, 0]]
    assert found.p_value == pytest.approx(mcnemar(table, exact=True).pvalue, abs=0.05)


def test_only_judgments_where_systems_differ_are_informative() -> None:
    first = matched([[1, 1, -1], [0, 0, 0], [1, -1, -1]], [1, 0, 0])
    second = replace(first, system="other", is_flagged=np.array([True, False, True]))
    found = compared(first, second).decisive
    assert (found.n_sites, found.n_differ, found.n_judgments) == (3, 1, 6)
    assert (found.n_informative, found.share) == (1, 1 / 6)


def test_judgments_where_systems_agree_do_not_move_mcnemar() -> None:
    first = matched([[1, 1, 1], [0, 0, 1], [1, 0, 1]], [1, 0, 0])
    second = replace(first, is_flagged=np.array([True, False, True]))
    again = matched([[1, 0, 0], [1, 1, 1], [1, 0, 1]], [1, 0, 0])
    other = replace(again, is_flagged=second.is_flagged)
    assert compared(first, second).mcnemar == compared(again, other).mcnemar


def test_one_seed_one_result() -> None:
    first, _ = simulated(1)
    second = other_system(first, 2)
    assert compared(first, second, seed=3) == compared(first, second, seed=3)


def test_a_system_that_flags_nothing_has_no_difference_in_precision_and_says_so() -> None:
    first, _ = simulated(1)
    silent = replace(first, is_flagged=np.zeros(first.n_items, dtype=bool))
    row = compared(first, silent).differences[0]
    assert math.isnan(row.value)
    assert math.isnan(row.p_value)
    assert "no such figure" in row.interval.method


def test_different_judgments_are_refused() -> None:
    with pytest.raises(InputError, match="different judgments"):
        compared(simulated(1)[0], simulated(1, n_items=5)[0])


def test_systems_on_different_corpora_are_compared_by_kappa_in_bins() -> None:
    first, second = simulated(1)[0], simulated(2, p_error=0.1)[0]
    bins = agreement_bins(first), agreement_bins(second)
    for row, one, other in zip(compare_bins(*bins), *bins, strict=True):
        assert row.value == pytest.approx(one.kappa.value - other.kappa.value, nan_ok=True)
        if row.interval.is_defined:
            assert row.value in row.interval
            assert row.interval.half_width >= one.kappa.interval.half_width - 0.2
    with pytest.raises(InputError, match="different bins"):
        compare_bins(bins[0], agreement_bins(second, edges=(0.5, 1.0)))


def test_mcnemar_counts_sites_where_one_system_alone_agrees_with_the_majority() -> None:
    """Majorities are error, OK and a tie, twice each; the systems differ at five of the sites."""
    answers = [[1, 1], [1, 1], [0, 0], [0, 0], [1, 0], [1, 0]]
    first = matched(answers, [1, 1, 0, 1, 1, 0])
    second = replace(first, system="other", is_flagged=np.array([0, 0, 0, 0, 0, 1], dtype=bool))
    found = compared(first, second).mcnemar
    assert (found.n_first_right, found.n_second_right, found.n_ties) == (2, 1, 2)
