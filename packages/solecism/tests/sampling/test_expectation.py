"""What is expected of a corpus: strata by score, and variances without replacement."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from scipy import integrate, stats

from solecism.sampling.plan import Expectation, SideModel

EXPECTED = Expectation(22_000, 0.1, 0.8, 0.14, auc=0.85)


def area_under_the_curve(side: SideModel) -> float:
    """The chance that an error is in a higher stratum than correct use; a half for the same."""
    errors, correct = side.sizes * side.rates, side.sizes * (1 - side.rates)
    below = np.cumsum(correct) - correct
    return float(errors @ (below + correct / 2) / (errors.sum() * correct.sum()))


def test_scores_part_errors_from_correct_use_as_well_as_the_auc_says() -> None:
    for side in EXPECTED.by_score(n_flagged=60, n_other=60):
        assert area_under_the_curve(side) == pytest.approx(0.85, abs=0.002)


def test_strata_by_score_have_the_size_and_the_errors_of_the_whole() -> None:
    for side, whole in zip(EXPECTED.by_score(), EXPECTED.whole(), strict=True):
        assert side.sizes.sum() == pytest.approx(whole.n_population)
        assert side.n_errors == pytest.approx(whole.n_errors, rel=1e-6)
        assert (np.diff(side.rates) > 0).all()


def test_strata_by_score_are_equally_uncertain() -> None:
    """Each has the same part of the integral of sqrt(errors x correct) over scores."""
    side = EXPECTED.by_score(n_flagged=4)[0]
    shift = math.sqrt(2) * stats.norm.ppf(0.85)

    def share_below(score: float) -> float:
        of_errors = 0.8 * stats.norm.cdf(score - shift)
        return float(of_errors + 0.2 * stats.norm.cdf(score))

    def uncertainty(score: float) -> float:
        return math.sqrt(0.8 * stats.norm.pdf(score - shift) * 0.2 * stats.norm.pdf(score))

    grid = np.linspace(-6, 6 + shift, 4001)
    shares = np.array([share_below(score) for score in grid])
    cuts = [-6.0, *np.interp(np.cumsum(side.sizes)[:-1] / side.sizes.sum(), shares, grid), 8.0]
    parts = [integrate.quad(uncertainty, low, high)[0] for low, high in pairwise(cuts)]
    assert parts == pytest.approx([sum(parts) / 4] * 4, rel=0.01)


def test_the_variance_of_one_stratum_is_hypergeometric() -> None:
    side = SideModel(np.array([50.0]), np.array([0.3]))
    expected = float(stats.hypergeom(50, 15, 20).var()) / 20**2
    assert side.variance(20) == pytest.approx(expected)
    assert side.relative_variance(20) == pytest.approx(expected / 0.09)


def test_missed_errors_are_those_that_are_not_found() -> None:
    """2,200 errors of which 308 are found leave 1,892 among 21,615 items."""
    assert EXPECTED.n_flagged == 385
    assert EXPECTED.missed_rate == pytest.approx(1892 / 21_615)


def test_where_errors_are_as_frequent_as_correct_uses_strata_are_symmetric() -> None:
    expected = Expectation(10_000, error_rate=0.1, precision=0.5, recall=0.5, auc=0.9)
    flagged, _ = expected.by_score(n_flagged=4)
    assert flagged.sizes == pytest.approx(flagged.sizes[::-1], rel=1e-9)
    assert flagged.rates == pytest.approx(1 - flagged.rates[::-1], rel=1e-9)
