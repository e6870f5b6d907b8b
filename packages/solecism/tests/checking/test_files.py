"""A detector by name, and for whom its findings are."""

from __future__ import annotations

from pathlib import Path

import pytest

import rule_detector
from fixed_detector import FixedDetector
from solecism.checking.checked_files import CheckSummary, DetectorOptions, check_files
from solecism.detect import registry
from solecism.detect.detector import Detector
from solecism.errors import InputError


class Noted(FixedDetector):
    """A detector that cannot find everything at some precision."""

    kinds = ("wrong-preposition",)

    def __init__(self, precision: float | None) -> None:
        super().__init__({"of": ("preposition", 0.9)})
        self.note = "" if precision is None else f"not all at {precision:g}."


def noted(*, precision: float | None = None, threshold: float | None = None) -> Detector:
    return Noted(precision)


@pytest.mark.parametrize(
    ("options", "precision"),
    [
        (DetectorOptions(), None),
        (DetectorOptions(audience="author"), None),
        (DetectorOptions(audience="learner"), 0.8),
        (DetectorOptions(audience="teacher"), 0.6),
        (DetectorOptions(precision=0.7), 0.7),
    ],
)
def test_each_audience_has_its_precision(options: DetectorOptions, precision: float | None) -> None:
    assert options.asked_precision == precision


def test_an_unknown_audience_is_told() -> None:
    with pytest.raises(InputError, match=r"no audience 'editor'\. There are author, learner, te"):
        DetectorOptions(audience="editor")


def test_an_audience_excludes_a_number() -> None:
    with pytest.raises(InputError, match="exclude each other"):
        DetectorOptions(audience="teacher", precision=0.6)
    with pytest.raises(InputError, match="exclude each other"):
        DetectorOptions(audience="teacher", threshold=0.5)


@pytest.mark.parametrize("kinds", [(), ("wrong-preposition",)])
def test_what_a_detector_says_of_its_point_is_a_note(
    kinds: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(registry.DETECTORS, "light", noted)
    essays = [tmp_path / "one.txt", tmp_path / "two.txt"]
    for essay in essays:
        essay.write_text("All is well.\n")
    for audience, notes in (("teacher", ["not all at 0.6."]), ("author", [])):
        options, summary = DetectorOptions("light", audience=audience, kinds=kinds), CheckSummary()
        list(check_files([str(essay) for essay in essays], options, summary))
        assert summary.notes == notes


def test_kinds_that_are_left_out_are_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.DETECTORS, "rules", rule_detector.load)
    every = DetectorOptions("rules", without=("wrong-preposition", "spelling")).load()
    assert every.kinds == ("extraneous-preposition", "missing-preposition")
    some = DetectorOptions("rules", kinds=rule_detector.KINDS[:2], without=rule_detector.KINDS[:1])
    assert some.load().kinds == ("extraneous-preposition",)
