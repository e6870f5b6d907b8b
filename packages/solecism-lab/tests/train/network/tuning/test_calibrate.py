"""Calibration of one and of two detectors, where the truth is known because it was drawn."""

from __future__ import annotations

from dataclasses import astuple, replace

import numpy as np
import pytest

from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import CalibrationLine, CalibrationPlane, GroupTuning
from solecism.numeric import Floats
from solecism_lab.train.network.tuning.tune import calibration_line, calibration_line_and_plane
from solecism_lab.train.network.tuning.tuning_data import TuningData
from tuning_places import N, drawn_places, drawn_probabilities, native_places, tuning_places

LINE, PLANE = CalibrationLine(0.6, -0.3), CalibrationPlane(0.7, 0.5, -0.5)
NOTHING = tuning_places(np.zeros((0, len(GROUPS))), np.zeros((0, len(GROUPS)), np.bool_))


def inverse(odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-odds)))


def drawn_with_second(seed: int) -> TuningData:
    """Places, half of them with a second probability; errors follow the line and the plane."""
    rng = np.random.default_rng(seed)
    network_p = drawn_probabilities(rng, 2 * N)
    second_p = inverse(rng.normal(-2, 2, network_p.shape))
    second_p[rng.random(network_p.shape) < 0.5] = np.nan
    p = GroupTuning(LINE, PLANE).probabilities(network_p, second_p)
    return tuning_places(network_p, rng.random(network_p.shape) < p, second_p)


def test_the_line_through_the_shares_is_found() -> None:
    for group in range(len(GROUPS)):
        found = calibration_line(drawn_places(1, slope=0.5), group)
        assert found.slope == pytest.approx(0.5, abs=0.1)
        assert found.shift == pytest.approx(0.0, abs=0.3)


def test_where_nothing_or_everything_is_an_error_shares_stay_as_they_are() -> None:
    drawn = drawn_places(2)
    for count in (0, 1):
        same = replace(drawn, counts=np.full_like(drawn.counts, count))
        assert calibration_line(same, 0) == CalibrationLine()
        assert calibration_line_and_plane(same, native_places(3), 0) == (CalibrationLine(), None)


def test_line_and_plane_are_found_again() -> None:
    drawn, found = drawn_with_second(3), []
    for group in range(len(GROUPS)):
        alone, second = calibration_line_and_plane(drawn, NOTHING, group)
        assert second is not None
        found.append((*astuple(alone), *astuple(second)))
    assert np.mean(found, axis=0) == pytest.approx((*astuple(LINE), *astuple(PLANE)), abs=0.03)
    assert np.std(found, axis=0).max() < 0.1


def test_a_second_detector_that_is_always_silent_has_no_plane() -> None:
    drawn = drawn_places(4)
    assert calibration_line_and_plane(drawn, native_places(5), 0) == (
        calibration_line(drawn, 0),
        None,
    )


def with_native_knowledge(seed: int, *, is_native: bool) -> TuningData:
    """A second detector that cannot tell errors, but tells native text from learners'."""
    rng = np.random.default_rng(seed)
    network_p = drawn_probabilities(rng)
    second_p = inverse(rng.normal(-3.0 if is_native else 0.0, 1.0, network_p.shape))
    is_error = rng.random(network_p.shape) < (0.0 if is_native else network_p)
    return tuning_places(network_p, is_error, second_p)


def test_probabilities_are_right_for_learners_though_native_text_was_seen() -> None:
    learners = with_native_knowledge(6, is_native=False)
    alone, second = calibration_line_and_plane(
        learners, with_native_knowledge(7, is_native=True), 0
    )
    p = GroupTuning(alone, second).probabilities(learners.network_p[:, 0], learners.second_p[:, 0])
    is_error = learners.is_error[:, 0]
    assert p.sum() == pytest.approx(is_error.sum(), rel=0.02)
    for part in np.array_split(np.argsort(p)[-3_000:], 5):
        assert p[part].mean() == pytest.approx(is_error[part].mean(), abs=0.06)


def test_a_second_detector_that_knows_native_text_makes_fewer_alarms_there() -> None:
    learners, native = (with_native_knowledge(8, is_native=each) for each in (False, True))
    alone, second = calibration_line_and_plane(learners, native, 0)
    assert second is not None
    assert second.other > 0
    both = n_alarms(GroupTuning(alone, second), learners, native)
    assert both < 0.5 * n_alarms(GroupTuning(calibration_line(learners, 0)), learners, native)


def n_alarms(group: GroupTuning, learners: TuningData, native: TuningData) -> int:
    """How often native text is flagged where half of learners' errors are found."""
    found, alarms = (
        group.probabilities(each.network_p[:, 0], each.second_p[:, 0])
        for each in (learners, native)
    )
    return int((alarms >= np.median(found[learners.is_error[:, 0]])).sum())


def test_errors_that_shares_part_altogether_have_a_finite_plane() -> None:
    network_p = np.repeat([[0.01], [0.99]], 50, axis=0) * np.ones(len(GROUPS))
    drawn = tuning_places(network_p, network_p > 0.5, network_p)
    alone, second = calibration_line_and_plane(drawn, NOTHING, 0)
    assert second is not None
    assert np.isfinite([alone.slope, alone.shift, second.network, second.other]).all()
    assert second(network_p[:, 0], network_p[:, 0])[-1] > 0.9
