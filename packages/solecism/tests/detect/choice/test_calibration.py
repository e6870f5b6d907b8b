"""Probabilities from scores, and thresholds from precision."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.detect.light.error_classifier import KindCalibration, calibrate, operating_curve
from solecism.errors import InputError


def drawn(seed: int = 0) -> KindCalibration:
    """Calibrated on scores whose true log odds are 2 s - 1, for every kind alike."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(0, 2, 20_000).astype(np.float32)
    is_error = rng.random(20_000) < 1 / (1 + np.exp(1 - 2 * scores))
    return calibrate(scores, rng.integers(0, 3, 20_000).astype(np.uint8), is_error)


def test_true_probabilities_are_recovered() -> None:
    found = drawn()
    np.testing.assert_allclose(found.slopes, 2, rtol=0.1)
    np.testing.assert_allclose(found.shifts, -1, rtol=0.2)


def test_a_higher_precision_asks_for_a_higher_threshold() -> None:
    found = drawn()
    thresholds = [found.threshold(precision) for precision in (0.6, 0.8, 0.95)]
    assert thresholds == sorted(thresholds)
    assert 0 < thresholds[0] < thresholds[-1] < 1


def test_flags_from_the_threshold_on_are_as_precise_as_asked() -> None:
    found = drawn()
    rng = np.random.default_rng(1)
    p = found.probabilities(
        rng.normal(0, 2, 50_000).astype(np.float32), np.zeros(50_000, dtype=np.uint8)
    )
    is_flagged = p >= found.threshold(0.9)
    assert p[is_flagged].mean() == pytest.approx(0.9, abs=0.02)


@pytest.mark.parametrize("precision", [0.0, 1.0, -3.0, float("nan")])
def test_what_is_no_precision_is_refused(precision: float) -> None:
    with pytest.raises(InputError, match="not between 0 and 1"):
        drawn().threshold(precision)


def test_a_precision_out_of_reach_is_told_with_the_highest() -> None:
    rng = np.random.default_rng(0)
    scores = rng.normal(size=1000).astype(np.float32)
    found = calibrate(scores, np.zeros(1000, dtype=np.uint8), rng.random(1000) < 0.1)
    with pytest.raises(InputError, match="The highest is 0"):
        found.threshold(0.99)


def test_a_kind_without_errors_stays_improbable() -> None:
    scores = np.full(500, -3, dtype=np.float32)
    found = calibrate(scores, np.zeros(500, dtype=np.uint8), np.zeros(500, dtype=bool))
    assert found.probabilities(scores, np.zeros(500, dtype=np.uint8)).max() < 0.1


def test_points_of_a_curve_can_lie_densest_at_the_surest_flags() -> None:
    rng = np.random.default_rng(2)
    p = rng.random(5_000).astype(np.float32)
    is_error = rng.random(5_000) < p
    n_errors = int(is_error.sum())
    even, dense = (
        operating_curve(p, is_error, n_errors=n_errors, n_points=50, is_dense_first=each)
        for each in (False, True)
    )
    # The fewest flags of a curve, and all of them, are the same.
    assert even[[0, -1]] == pytest.approx(dense[[0, -1]])
    recalls = even[:, 2], dense[:, 2]
    n_early = [int((recall < 0.1).sum()) for recall in recalls]
    assert n_early[1] > 3 * n_early[0]
    assert all((np.diff(recall) >= 0).all() for recall in recalls)


def test_no_flags_have_no_curve() -> None:
    for is_dense_first in (False, True):
        nothing = np.zeros(0, dtype=np.float32), np.zeros(0, dtype=np.bool_)
        assert operating_curve(*nothing, n_errors=3, is_dense_first=is_dense_first).shape == (0, 3)


def test_a_curve_begins_at_twenty_flags_and_counts_from_each_threshold_on() -> None:
    rng = np.random.default_rng(3)
    p = rng.permutation(np.linspace(0.01, 0.99, 300)).astype(np.float32)
    is_error = rng.random(300) < p
    curve = operating_curve(p, is_error, n_errors=200)
    assert int((p >= curve[0, 0]).sum()) == 20
    for threshold, precision, recall in curve:
        is_flagged = p >= threshold
        assert precision == pytest.approx(is_error[is_flagged].mean())
        assert recall == pytest.approx(is_error[is_flagged].sum() / 200)


def test_errors_at_no_site_are_missed() -> None:
    scores = np.linspace(-3, 3, 100).astype(np.float32)
    kinds, is_error = np.zeros(100, dtype=np.uint8), scores > 1
    found = calibrate(scores, kinds, is_error, n_missed=int(is_error.sum()))
    assert found.curve[-1, 2] == pytest.approx(0.5)


def test_higher_scores_never_mean_fewer_errors() -> None:
    scores = np.linspace(-3, 3, 100).astype(np.float32)
    found = calibrate(scores, np.zeros(100, dtype=np.uint8), scores < 0)
    assert found.slopes[0] == pytest.approx(1e-3)
