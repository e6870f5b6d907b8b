"""What a detector tells of itself."""

from __future__ import annotations

from fixed_detector import FixedDetector
from solecism.detect.detector import Abilities, ThresholdedDetector, abilities_of


def test_a_detector_without_a_note_says_nothing() -> None:
    silent = FixedDetector({})
    plain = ThresholdedDetector(silent, None, ())
    assert abilities_of(silent) == Abilities(silent.kinds)
    assert abilities_of(plain).note == ""
    assert abilities_of(plain).unreachable == ()
