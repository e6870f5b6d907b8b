"""Other operating points of a detector."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from rule_detector import RuleDetector
from solecism.detect.detector import (
    EXTRANEOUS_PREPOSITION,
    MISSING_PREPOSITION,
    WRONG_PREPOSITION,
    ThresholdedDetector,
)
from solecism.errors import InputError
from solecism.language.annotate import annotate
from solecism.sentence import Sentence
from solecism.site import Flag, Suggestion

TEXT = "I depend of it because I work in my room and discuss about it and listen music."


def kinds(threshold: float | None, wanted: tuple[str, ...]) -> list[str | None]:
    detector = ThresholdedDetector(RuleDetector(), threshold, wanted)
    return [flag.kind for flag in detector.flags(annotate(TEXT, "d")) if flag.error]


def test_a_threshold_leaves_what_is_less_sure() -> None:
    everything = RuleDetector.kinds
    assert sorted(map(str, kinds(None, everything))) == sorted(
        [WRONG_PREPOSITION, WRONG_PREPOSITION, EXTRANEOUS_PREPOSITION, MISSING_PREPOSITION]
    )
    assert sorted(map(str, kinds(0.75, everything))) == sorted(
        [WRONG_PREPOSITION, MISSING_PREPOSITION]
    )
    assert kinds(1.0, everything) == []


def test_other_kinds_are_no_errors() -> None:
    assert kinds(None, (EXTRANEOUS_PREPOSITION,)) == [EXTRANEOUS_PREPOSITION]


def test_a_kind_that_the_detector_does_not_know_is_refused() -> None:
    with pytest.raises(InputError, match="rules does not know the kind 'spelling'"):
        ThresholdedDetector(RuleDetector(), None, ("spelling",))


def test_a_lower_threshold_flags_what_a_detector_of_one_kind_let_pass() -> None:
    class Careful(RuleDetector):
        kinds = (EXTRANEOUS_PREPOSITION,)

    detector = ThresholdedDetector(Careful(), 0.2, (EXTRANEOUS_PREPOSITION,))
    flag = detector._thresholded(Flag("d.1:2-3:preposition", "me", False, confidence=0.3))
    assert (flag.error, flag.kind, flag.suggestions) == (
        True,
        EXTRANEOUS_PREPOSITION,
        (Suggestion(""),),
    )


def test_what_few_readers_object_to_is_no_error() -> None:
    class Shared(RuleDetector):
        def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
            for flag in super().flags(sentences):
                readers = 0.8 if flag.kind == WRONG_PREPOSITION else 0.3
                yield replace(flag, readers=readers) if flag.error else flag

    detector = ThresholdedDetector(Shared(), None, RuleDetector.kinds, min_readers=0.5)
    flags = list(detector.flags(annotate(TEXT, "d")))
    assert {flag.kind for flag in flags if flag.error} == {WRONG_PREPOSITION}
    assert all(flag.readers is None for flag in flags if not flag.error)


def test_a_confidence_and_a_share_of_readers_equal_to_what_is_asked_are_enough() -> None:
    detector = ThresholdedDetector(RuleDetector(), 0.75, (WRONG_PREPOSITION,), min_readers=0.5)
    flag = Flag(
        "d.1:2-3:preposition", "rules", True, WRONG_PREPOSITION, confidence=0.75, readers=0.5
    )
    assert detector._thresholded(flag).error
    assert not detector._thresholded(replace(flag, confidence=0.74)).error
    assert not detector._thresholded(replace(flag, readers=0.49)).error
