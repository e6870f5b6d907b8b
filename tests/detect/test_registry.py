"""Detectors by name."""

from __future__ import annotations

import pytest

from rule_detector import RuleDetector
from solecism.detect import registry
from solecism.errors import InputError


def test_an_unknown_detector_is_told_with_those_there_are() -> None:
    with pytest.raises(InputError, match="no detector 'oracle'"):
        registry.loader("oracle")


def test_a_detector_without_a_curve_takes_a_threshold_but_no_precision() -> None:
    assert registry._at(RuleDetector(), None, 0.5).kinds == RuleDetector.kinds
    with pytest.raises(InputError, match="Give a threshold instead"):
        registry._at(RuleDetector(), 0.8, None)
