"""Thresholds from stored curves."""

from __future__ import annotations

import json

import numpy as np
import pytest

from solecism.detect.strong.repairs import GROUPS
from solecism.detect.strong.tuning import GroupTuning, Line, Tuning, untuned
from solecism.errors import InputError

CURVES = {"learners": ((0.9, 0.95, 0.1), (0.6, 0.8, 0.3)), "web": ((0.9, 0.7, 0.2),)}
TUNING = Tuning(
    {"number": GroupTuning(Line(2, 1), Line(0.5, -1), 0.7, CURVES)}, 0.1, ((0.5, 0.02), (0.6, 0.05))
)


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
    assert set(Tuning.of(untuned().content()).groups) == set(GROUPS)


def test_a_line_goes_through_log_odds() -> None:
    shares = np.array([0.0, 0.2, 0.5, 1.0])
    assert Line()(shares) == pytest.approx(shares, abs=1e-5)
    assert Line(1, 10)(shares)[1:].min() > 0.99
