"""Two-way variance: its formula, missing answers, and what an interval for few raters covers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import expit

from solecism.errors import InputError
from solecism.numeric import Floats
from solecism.uncertainty.two_way import (
    RaterPrior,
    ratio_influence,
    ratio_interval,
    share_interval,
    two_way,
)


def rated(rng: np.random.Generator, n: int, n_raters: int) -> Floats:
    items, raters = rng.normal(size=(n, 1)), 0.5 * rng.normal(size=n_raters)
    return np.asarray(rng.normal(size=(n, n_raters)) + items + raters)


def test_a_complete_table_gives_the_formula_of_the_analysis_of_variance() -> None:
    x = rated(np.random.default_rng(3), 40, 5)
    items, raters = x.mean(axis=1), x.mean(axis=0)
    residual = x - items[:, None] - raters + x.mean()
    of_rest = np.sum(residual**2) / (39 * 4)
    wanted = items.var(ddof=1) / 40 + raters.var(ddof=1) / 5 - of_rest / 200
    found = two_way(x)
    assert found.variance == pytest.approx(wanted, rel=1e-12)
    assert found.item == pytest.approx(items.var(ddof=1) / 40, rel=1e-12)


def test_the_variance_is_never_below_that_of_items() -> None:
    x = np.array([[0, 1], [1, 0], [0, 1], [1, 0], [1, 1], [0, 0]], dtype=float)
    found = two_way(x)
    assert found.rater == 0
    assert found.variance == found.item


def test_neither_the_order_of_items_nor_of_raters_matters() -> None:
    rng = np.random.default_rng(4)
    x = rated(rng, 30, 6)
    x[rng.random(x.shape) < 0.3] = np.nan
    shuffled = x[rng.permutation(30)][:, rng.permutation(6)]
    assert two_way(shuffled).variance == pytest.approx(two_way(x).variance, rel=1e-10)


def test_missing_answers_leave_the_variance_right_on_average() -> None:
    """The variance of the mean over many simulated studies, and the mean of its estimates."""
    rng = np.random.default_rng(5)
    means, estimates = [], []
    for _ in range(2000):
        x = rated(rng, 25, 8)
        x[rng.random(x.shape) < 0.4] = np.nan
        x = x[~np.isnan(x).all(axis=1)]
        means.append(np.nanmean(x, axis=1).mean())
        estimates.append(two_way(x).variance)
    assert np.mean(estimates) == pytest.approx(np.var(means), rel=0.12)


def test_one_answer_an_item_tells_nothing_of_raters() -> None:
    x = np.full((4, 4), np.nan)
    np.fill_diagonal(x, [0.0, 1.0, 1.0, 0.0])
    found = two_way(x)
    assert math.isnan(found.rater)
    assert found.variance == found.item


def test_unanimous_answers_give_the_ordinary_ratio() -> None:
    answers = np.repeat([[1.0], [0.0], [1.0], [1.0]], 3, axis=1)
    flags = np.array([[1.0], [1.0], [1.0], [0.0]])
    assert ratio_influence(answers * flags, flags)[0] == pytest.approx(2 / 3)
    assert ratio_influence(answers * flags, answers)[0] == pytest.approx(2 / 3)


def test_weighted_scores_of_a_worked_example() -> None:
    """H = 71/30, M = 11/10, FP = 49/30: precision 71/120, recall 71/104."""
    errors = [(18, 20), (11, 20), (9, 20), (2, 20), (20, 20), (7, 15)]
    answers = np.full((6, 20), np.nan)
    for row, (yes, all_of) in enumerate(errors):
        answers[row, :all_of] = np.arange(all_of) < yes
    flags = np.array([[1.0], [1], [1], [0], [0], [1]])
    assert ratio_influence(answers * flags, flags)[0] == pytest.approx(71 / 120, abs=1e-14)
    assert ratio_influence(answers * flags, answers)[0] == pytest.approx(71 / 104, abs=1e-14)


def test_all_answers_alike_still_give_an_interval() -> None:
    ratio, interval = ratio_interval(np.ones((20, 3)), np.ones((20, 3)))
    assert ratio == 1
    assert 0.7 < interval.low < 0.95
    assert interval.high == 1


def test_nothing_flagged_gives_a_reason() -> None:
    ratio, interval = ratio_interval(np.zeros((5, 2)), np.zeros((5, 2)))
    assert math.isnan(ratio)
    assert interval.method == "nothing to divide by"


@pytest.mark.parametrize("values", [np.zeros(3), np.full((2, 2), np.nan)])
def test_answers_that_are_no_table_are_refused(values: Floats) -> None:
    with pytest.raises(InputError):
        two_way(values)


def test_weighted_precision_and_recall_cover_at_three_raters() -> None:
    """At least .93 of .95 in the long run; 600 studies tell .91 from .95."""
    rng = np.random.default_rng(6)
    difficulty = rng.normal(-2.2, 2.2, 100_000)
    strictness, weight = np.polynomial.hermite_e.hermegauss(31)
    p = expit(difficulty[:, None] + 0.7 * strictness) @ weight / weight.sum()
    flags = (rng.random(100_000) < expit(1.4 * (difficulty - 1))).astype(float)
    truth = {"precision": flags @ p / flags.sum(), "recall": flags @ p / p.sum()}
    covered = {"precision": 0, "recall": 0}
    for _ in range(600):
        rows = rng.integers(100_000, size=400)
        raters = 0.7 * rng.normal(size=3)
        x = (rng.random((400, 3)) < expit(difficulty[rows, None] + raters)).astype(float)
        c = flags[rows, None]
        for name, below in (("precision", c), ("recall", x)):
            covered[name] += truth[name] in ratio_interval(c * x, below)[1]
    assert min(covered.values()) >= 0.92 * 600


def test_items_alone_would_be_too_sure_of_few_raters() -> None:
    x = rated(np.random.default_rng(8), 200, 3) > 0
    found = two_way(x.astype(float))
    share = float(x.mean())
    without = share_interval(share, two_way(x[:, :1].astype(float)), n_items=200)
    assert share_interval(share, found, n_items=200).half_width > without.half_width


def test_items_with_one_answer_do_not_weaken_the_effect_of_strictness() -> None:
    """They say nothing of how answers and figure go together, and count like the others."""
    answers = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, np.nan], [0.0, np.nan]])
    prior = RaterPrior(0.5, 1e12)
    whole = two_way(answers[:2], answers=answers[:2], prior=prior)
    with_single = two_way(answers, answers=answers, prior=prior)
    # The covariance within the two items is 1/2, so between raters there is 1/4 of the prior's
    # variance; a mean over two raters of two items has loads of 1/2 each, and so on.
    between = 0.5**2 * 0.5
    assert whole.rater == pytest.approx(between * (2 * 0.5**2 - 4 * 0.25**2) * 2)
    loads, cells = np.array([3 / 4, 1 / 4]), np.array([1 / 8] * 4 + [1 / 4] * 2)
    per_item = np.array([2] * 4 + [1] * 2)
    shared = (loads**2).sum() - (cells**2 * per_item)[[0, 2, 4, 5]].sum()
    assert with_single.rater == pytest.approx(between * shared * 4 / 3)
