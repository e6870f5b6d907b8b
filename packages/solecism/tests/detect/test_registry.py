"""Detectors by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from rule_detector import RuleDetector
from solecism.detect import registry
from solecism.errors import InputError
from strong_models import random_bytes


def test_an_unknown_detector_is_told_with_those_there_are() -> None:
    with pytest.raises(InputError, match="no detector 'oracle'"):
        registry.loader("oracle")


def test_a_detector_without_a_curve_takes_a_threshold_but_no_precision() -> None:
    assert registry._thresholded(RuleDetector(), None, 0.5).kinds == RuleDetector.kinds
    with pytest.raises(InputError, match="Give a threshold instead"):
        registry._thresholded(RuleDetector(), 0.8, None)


def test_a_network_takes_a_model_and_others_do_not(tmp_path: Path) -> None:
    path = tmp_path / "random.onnx"
    path.write_bytes(random_bytes())
    for name in ("strong", "cascade"):
        assert registry.loader(name, model=path)().name == name
    with pytest.raises(InputError, match="light takes no model"):
        registry.loader("light", model=path)
