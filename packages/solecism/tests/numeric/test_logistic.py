"""Logistic regression: the maximum is found, with and without a prior."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.numeric import Floats, expit, fit_logistic, platt


def test_the_logistic_curve_is_found_again() -> None:
    rng = np.random.default_rng(1)
    scores = rng.normal(size=200_000) * 4
    is_error = rng.random(len(scores)) < 1 / (1 + np.exp(-(0.8 * scores - 3)))
    slope, intercept = platt(scores, is_error)
    assert slope == pytest.approx(0.8, rel=0.03)
    assert intercept == pytest.approx(-3, rel=0.03)


def test_scores_that_part_the_classes_have_a_finite_slope() -> None:
    slope, _ = platt(np.array([-2.0, -1.0, 1.0, 2.0]), np.array([False, False, True, True]))
    assert 0 < slope < 100


def test_no_other_plane_is_as_likely_and_as_flat() -> None:
    rng = np.random.default_rng(9)
    columns, trials = rng.standard_normal((500, 3)), rng.integers(1, 10, 500).astype(np.float64)
    hits = rng.binomial(
        trials.astype(np.int64), expit(columns @ np.array([1.0, -0.5, 0.2]))
    ).astype(float)
    ridge = np.array([1.0, 0.0, 5.0])
    found = fit_logistic(columns, hits, trials=trials, penalty=ridge)

    def height(slopes: Floats) -> float:
        p = expit(columns @ slopes)
        likelihood = hits * np.log(p) + (trials - hits) * np.log1p(-p)
        return float(likelihood.sum() - 0.5 * ridge @ slopes**2)

    for step in (*np.eye(3), *-np.eye(3)):
        assert height(found + 1e-3 * step) < height(found)


def test_a_strong_prior_holds_coefficients_at_their_centre() -> None:
    rng = np.random.default_rng(3)
    columns = rng.standard_normal((200, 2))
    hits = (rng.random(200) < expit(columns[:, 0])).astype(np.float64)
    centre = np.array([0.5, -0.5])
    held = fit_logistic(columns, hits, start=centre, centre=centre, penalty=1e9)
    assert held == pytest.approx(centre, abs=1e-6)
    assert np.abs(fit_logistic(columns, hits, centre=centre) - centre).max() > 0.1


def test_a_column_that_never_changes_does_no_harm() -> None:
    hits = np.array([1.0, 0.0, 1.0, 1.0])
    _, intercept = fit_logistic(np.column_stack([np.zeros(4), np.ones(4)]), hits)
    assert expit(np.array([intercept]))[0] == pytest.approx(0.75)


def test_targets_are_those_of_one_more_example_in_each_class() -> None:
    # All scores are the same, so that the curve is flat at the mean of the targets.
    slope, intercept = platt(np.ones(4), np.array([True, False, False, False]))
    targets = [2 / 3, 1 / 5, 1 / 5, 1 / 5]
    assert expit(np.array([slope + intercept]))[0] == pytest.approx(np.mean(targets))
