"""Thresholds from stored curves, and probabilities by one or two detectors."""

from __future__ import annotations

import json

import numpy as np
import pytest

from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import (
    NEVER,
    CalibrationLine,
    CalibrationPlane,
    Gate,
    GroupTuning,
    Tuning,
    untuned,
)
from solecism.detect.network.writer import Writer
from solecism.errors import InputError

CURVE = ((0.9, 0.95, 0.1), (0.6, 0.8, 0.3))
NUMBER = GroupTuning(
    CalibrationLine(2, 1),
    CalibrationPlane(0.5, 0.75, -1),
    CalibrationLine(0.5, 0.25),
    CalibrationLine(0.5, -1),
    0.7,
    CURVE,
    90,
)
REST = dict.fromkeys(GROUPS, GroupTuning(threshold=NEVER))
TUNING = Tuning(REST | {"number": NUMBER}, Writer(0.05, 3.0, 1.5), Gate(0.1), (0.6, 0.3))


def only_number(threshold: float) -> dict[str, float]:
    return dict.fromkeys(GROUPS, NEVER) | {"number": threshold}


def test_a_precision_picks_the_lowest_threshold_that_has_it() -> None:
    assert TUNING.thresholds(precision=0.8) == only_number(0.6)
    assert TUNING.thresholds(precision=0.9) == only_number(0.9)
    assert TUNING.thresholds() == only_number(0.7)
    assert TUNING.thresholds(threshold=0.3) == dict.fromkeys(GROUPS, 0.3)


def test_nothing_is_shown_that_is_much_less_sure_than_all_together() -> None:
    low = GroupTuning(curve=((0.7, 0.8, 0.2), (0.1, 0.7, 0.9)))
    assert [low.threshold_for(p) for p in (0.4, 0.6, 0.7, 0.75)] == pytest.approx(
        [0.2, 0.4, 0.5, 0.7]
    )


def test_groups_that_do_not_reach_a_precision_are_known_with_the_highest() -> None:
    groups = {"verb": GroupTuning(curve=((0.9, 0.5, 0.2), (0.8, 0.6, 0.3)))}
    tuning = Tuning(groups | {"number": NUMBER, "noun": GroupTuning()})
    assert tuning.unreachable(0.7) == {"verb": 0.6, "noun": 0.0}
    assert tuning.unreachable(0.6) == {"noun": 0.0}


def test_what_no_curve_has_is_said() -> None:
    with pytest.raises(
        InputError, match=r"precision 0\.99 on tuning data\. The highest is 0\.95\."
    ):
        TUNING.thresholds(precision=0.99)
    with pytest.raises(InputError, match="not between 0 and 1"):
        TUNING.thresholds(precision=1.5)


def test_a_correction_is_as_probable_as_the_line_of_the_group_says() -> None:
    groups, documents = np.array([GROUPS.index("number"), 0]), np.array([0, 1])
    found = Tuning(TUNING.groups).p_corrected(groups, np.array([0.8, 0.8]), documents)
    # The odds are 4 to 1, and half as many in logarithms.
    odds = 2 * np.exp(0.25)
    assert found == pytest.approx([odds / (1 + odds), 0.8])


def test_errors_are_less_probable_in_a_text_that_seems_to_have_few() -> None:
    p_any, groups = np.full(400, 0.05), np.zeros(400, np.int64)
    p_any[[0, 200]] = 0.6
    p_any[200:] /= 5
    p = TUNING.p_corrected(groups, p_any, np.repeat([0, 1], 200))
    assert p[0] == pytest.approx(0.6, abs=0.02)
    assert p[200] < 0.12 < p[0] * p_any[200] / p_any[0] + 0.01


def test_a_tuning_is_kept_in_json() -> None:
    assert Tuning.of(json.loads(json.dumps(TUNING.content()))) == TUNING
    plain = Tuning.of(json.loads(json.dumps(untuned().content())))
    assert plain == untuned()
    assert set(plain.groups) == set(GROUPS)


def test_lines_and_curves_of_other_text_in_a_file_are_not_read() -> None:
    content = TUNING.content()
    number = content["groups"]["number"]
    assert set(number["places"]) == set(number["curves"]) == {"learners"}
    number["places"] = {"web": {"slope": 0.5, "shift": -1.0}} | number["places"]
    number["curves"] = {"web": [[0.9, 0.7, 0.2]]} | number["curves"]
    assert Tuning.of(content) == TUNING


def test_a_group_that_a_file_does_not_know_is_never_flagged() -> None:
    content = untuned().content()
    del content["groups"]["number"]
    assert Tuning.of(content).groups["number"].threshold == NEVER


def test_a_line_goes_through_log_odds() -> None:
    shares = np.array([0.0, 0.2, 0.5, 1.0])
    assert CalibrationLine()(shares) == pytest.approx(shares, abs=1e-5)
    assert CalibrationLine(1, 10)(shares)[1:].min() > 0.99


def test_a_plane_goes_through_the_log_odds_of_both() -> None:
    shares, others = np.array([0.0, 0.2, 0.5, 1.0]), np.array([0.5, 0.5, 0.8, 0.5])
    assert CalibrationPlane(1, 0, 0)(shares, others) == pytest.approx(shares, abs=1e-5)
    assert CalibrationPlane(0, 1, 0)(shares, others) == pytest.approx(others)
    # Odds of 1/4, and of 4 to the power of a half, together and times e.
    assert CalibrationPlane(1, 0.5, 1)(np.array(0.2), np.array(0.8)) == pytest.approx(
        np.e / (np.e + 2)
    )


def test_the_plane_is_for_places_with_an_opinion_and_the_line_for_all_others() -> None:
    shares, said = np.array([0.2, 0.2, 0.6]), np.array([np.nan, 0.3, np.nan])
    found = NUMBER.probabilities(shares, said)
    assert found[[0, 2]] == pytest.approx(NUMBER.calibration(shares[[0, 2]]))
    assert found[1] == pytest.approx(
        float(CalibrationPlane(0.5, 0.75, -1)(shares[1:2], said[1:2])[0])
    )
    assert NUMBER.probabilities(shares) == pytest.approx(NUMBER.calibration(shares))
    alone = GroupTuning(CalibrationLine(2, 1))
    assert alone.probabilities(shares, said) == pytest.approx(NUMBER.calibration(shares))
