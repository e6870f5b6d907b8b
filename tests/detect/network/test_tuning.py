"""Thresholds from stored curves, and probabilities by one or two detectors."""

from __future__ import annotations

import json

import numpy as np
import pytest

from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import NEVER, GroupTuning, Line, Plane, Tuning, untuned
from solecism.errors import InputError

CURVES = {"learners": ((0.9, 0.95, 0.1), (0.6, 0.8, 0.3)), "web": ((0.9, 0.7, 0.2),)}
NUMBER = GroupTuning(Line(2, 1), Plane(0.5, 0.75, -1), Line(0.5, -1), 0.7, CURVES)
TUNING = Tuning({"number": NUMBER}, 0.1, ((0.5, 0.02), (0.6, 0.05)), (0.6, 0.3))


def test_a_precision_picks_the_lowest_threshold_of_its_register() -> None:
    assert TUNING.thresholds(precision=0.8) == {"number": 0.6}
    assert TUNING.thresholds(precision=0.7, register="web") == {"number": 0.9}
    assert TUNING.thresholds() == {"number": 0.7}
    assert TUNING.thresholds(threshold=0.3) == {"number": 0.3}


def test_what_no_curve_has_is_said() -> None:
    with pytest.raises(InputError, match=r"precision 0\.99"):
        TUNING.thresholds(precision=0.99)
    with pytest.raises(InputError, match=r"'letters' text\. There are learners, web"):
        TUNING.thresholds(precision=0.8, register="letters")
    with pytest.raises(InputError, match="not between 0 and 1"):
        TUNING.thresholds(precision=1.5)


def test_the_gate_is_that_of_the_greatest_precision_below() -> None:
    assert TUNING.gate() == 0.1
    assert [TUNING.gate(precision=p) for p in (0.4, 0.5, 0.55, 0.6, 0.99)] == [
        0.0,
        0.02,
        0.02,
        0.05,
        0.05,
    ]
    assert TUNING.gate(threshold=0.9) == 0.0


def test_a_tuning_is_kept_in_json() -> None:
    assert Tuning.of(json.loads(json.dumps(TUNING.content()))) == TUNING
    plain = Tuning.of(json.loads(json.dumps(untuned().content())))
    assert plain == untuned()
    assert set(plain.groups) == set(GROUPS)


def test_a_group_that_a_file_does_not_know_is_never_flagged() -> None:
    content = untuned().content()
    del content["groups"]["number"]
    assert Tuning.of(content).groups["number"].threshold == NEVER


def test_a_line_goes_through_log_odds() -> None:
    shares = np.array([0.0, 0.2, 0.5, 1.0])
    assert Line()(shares) == pytest.approx(shares, abs=1e-5)
    assert Line(1, 10)(shares)[1:].min() > 0.99


def test_a_plane_goes_through_the_log_odds_of_both() -> None:
    shares, others = np.array([0.0, 0.2, 0.5, 1.0]), np.array([0.5, 0.5, 0.8, 0.5])
    assert Plane(1, 0, 0)(shares, others) == pytest.approx(shares, abs=1e-5)
    assert Plane(0, 1, 0)(shares, others) == pytest.approx(others)
    # Odds of 1/4, and of 4 to the power of a half, together and times e.
    assert Plane(1, 0.5, 1)(np.array(0.2), np.array(0.8)) == pytest.approx(np.e / (np.e + 2))


def test_the_plane_is_for_places_with_an_opinion_and_the_line_for_all_others() -> None:
    shares, said = np.array([0.2, 0.2, 0.6]), np.array([np.nan, 0.3, np.nan])
    found = NUMBER.probabilities(shares, said)
    assert found[[0, 2]] == pytest.approx(NUMBER.calibration(shares[[0, 2]]))
    assert found[1] == pytest.approx(float(Plane(0.5, 0.75, -1)(shares[1:2], said[1:2])[0]))
    assert NUMBER.probabilities(shares) == pytest.approx(NUMBER.calibration(shares))
    alone = GroupTuning(Line(2, 1))
    assert alone.probabilities(shares, said) == pytest.approx(NUMBER.calibration(shares))
