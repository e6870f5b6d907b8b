"""The operating point of a network: thresholds by writer, and what they let through."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solecism.detect.detector import AUTO, LEARNER, NATIVE
from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import (
    NEVER,
    DocumentContext,
    GroupTuning,
    OperatingPoint,
    Tuning,
)
from solecism.detect.network.writer import Writer
from solecism.site import Flag, Suggestion

# Threshold, precision, recall.
NUMBER = GroupTuning(threshold=0.9, curve=((0.8, 0.95, 0.2), (0.7, 0.86, 0.4), (0.5, 0.6, 0.7)))
# It reaches no precision on learners' text.
VERB = GroupTuning(threshold=0.75, curve=((0.8, 0.5, 0.2),))
REST = dict.fromkeys(GROUPS, GroupTuning(threshold=NEVER))
TUNING = Tuning(REST | {"number": NUMBER, "verb": VERB}, Writer(0.05, 2.0, 1.5))
NATIVE_TEXT, LEARNERS_TEXT = DocumentContext(0.0, False), DocumentContext(0.0, True)


def flag(kind: str, p: float | None, span: str = "1-2", *, rule: str = "") -> Flag:
    return Flag(
        f"a.1:{span}:{kind}", "me", True, "wrong-word", p, (Suggestion("it", p),), rule=rule
    )


def shown(point: OperatingPoint, given: Flag, context: object = NATIVE_TEXT) -> str:
    """Whether a flag is shown as an error, called correct, or left out."""
    found = list(point.shown([given], context))
    if not found:
        return "left out"
    if found == [given]:
        return "error"
    assert found == [given.as_correct]
    return "correct"


@pytest.mark.parametrize(
    ("p", "native", "learners"),
    [
        (0.69, "correct", "correct"),
        (0.7, "correct", "error"),
        (0.89, "correct", "error"),
        (0.9, "error", "error"),
    ],
)
def test_learners_are_shown_more_than_native_writers(p: float, native: str, learners: str) -> None:
    point = OperatingPoint(TUNING)
    assert shown(point, flag("number", p), NATIVE_TEXT) == native
    assert shown(point, flag("number", p), LEARNERS_TEXT) == learners
    # Of a detector without documents.
    assert shown(point, flag("number", p), None) == native


def test_a_group_that_is_not_precise_in_learners_text_keeps_its_threshold() -> None:
    point = OperatingPoint(TUNING)
    assert shown(point, flag("verb", 0.75), LEARNERS_TEXT) == "error"
    assert shown(point, flag("verb", 0.74), LEARNERS_TEXT) == "left out"


@pytest.mark.parametrize("text", [NATIVE_TEXT, LEARNERS_TEXT])
def test_what_a_rule_finds_is_shown_whatever_the_threshold_of_its_kind(
    text: DocumentContext,
) -> None:
    point = OperatingPoint(TUNING)
    assert shown(point, flag("tense", 0.65, rule="depend-of"), text) == "error"
    assert shown(point, flag("tense", 0.64, rule="depend-of"), text) == "left out"
    assert shown(point, flag("tense", 0.65), text) == "left out"


def test_with_a_precision_a_rule_may_be_less_sure_by_as_much_as_others() -> None:
    point = OperatingPoint(TUNING, precision=0.6)
    assert shown(point, flag("tense", 0.4, rule="depend-of")) == "error"
    assert shown(point, flag("tense", 0.39, rule="depend-of")) == "left out"


@pytest.mark.parametrize(("kind", "span"), [("verb", "1-2"), ("number", "1-3"), ("number", "2-2")])
def test_what_is_not_shown_is_correct_only_where_a_site_is(kind: str, span: str) -> None:
    point = OperatingPoint(TUNING)
    assert shown(point, flag(kind, 0.1, span)) == "left out"
    assert shown(point, flag("number", 0.1, "1-2")) == "correct"


def test_a_precision_or_a_threshold_is_the_same_for_all_writers() -> None:
    points = OperatingPoint(TUNING, precision=0.6), OperatingPoint(TUNING, threshold=0.5)
    for point in points:
        assert point.least == pytest.approx(0.5)
        for context in (NATIVE_TEXT, LEARNERS_TEXT):
            assert shown(point, flag("number", 0.5), context) == "error"
            assert shown(point, flag("number", 0.49), context) == "correct"
    assert shown(points[0], flag("verb", 0.99)) == "left out"
    assert shown(points[1], flag("verb", 0.99)) == "error"


def test_the_least_threshold_is_that_of_learners() -> None:
    assert OperatingPoint(TUNING).least == 0.7
    stricter = replace(NUMBER, threshold=0.6)
    assert OperatingPoint(Tuning({**REST, "number": stricter})).least == 0.6


def test_rules_of_ones_own_are_always_shown() -> None:
    point = OperatingPoint(TUNING, always=["house"])
    assert shown(point, flag("pronoun", 0.1, rule="house")) == "error"
    assert shown(point, flag("pronoun", 0.1, rule="depend-of")) == "left out"


def test_errors_without_a_probability_and_correct_sites_are_shown() -> None:
    point = OperatingPoint(TUNING)
    assert shown(point, flag("pronoun", None)) == "error"
    right = Flag("a.1:1-2:number", "me", False, None, 0.1)
    assert list(point.shown([right], NATIVE_TEXT)) == [right]


def test_kinds_whose_groups_are_never_flagged_are_unreachable() -> None:
    unreachable = OperatingPoint(TUNING).unreachable
    assert "noun-number" not in unreachable
    assert "wrong-verb" not in unreachable
    assert {"pronoun", "spelling", "punctuation", "capitals"} <= set(unreachable)
    assert OperatingPoint(TUNING, threshold=0.9).unreachable == ()


def test_groups_that_do_not_reach_a_precision_are_named_with_the_highest() -> None:
    assert OperatingPoint(TUNING).note == ""
    assert "verb (5.0)" in OperatingPoint(TUNING, precision=0.9).note
    assert "number" not in OperatingPoint(TUNING, precision=0.9).note


# Of 400 places: as many errors as usual, far more, and hardly any.
ERRORS, PLACES = np.array([20.0, 60.0, 1.0]), np.full(3, 400)


def test_the_context_of_a_document_is_its_shift_and_its_writer() -> None:
    contexts = OperatingPoint(TUNING).contexts(ERRORS, PLACES)
    assert [each.shift for each in contexts] == TUNING.writer.shifts(ERRORS, PLACES).tolist()
    assert [each.is_learners for each in contexts] == [True, True, False]
    assert contexts[0].shift == 0 < contexts[1].shift


def test_a_known_writer_is_believed() -> None:
    auto, learner, native = (
        OperatingPoint(TUNING, writer=writer).contexts(ERRORS, PLACES)
        for writer in (AUTO, LEARNER, NATIVE)
    )
    assert all(each.is_learners for each in learner)
    assert not any(each.is_learners for each in native)
    for told, of_learner, of_native in zip(auto, learner, native, strict=True):
        assert of_learner.shift == max(told.shift, 0)
        assert of_native.shift == min(told.shift, 0)


SURELY_NATIVE = DocumentContext(0.0, is_learners=False, is_natives=True)


def test_in_a_text_that_is_surely_a_native_writers_only_the_surest_errors_are_shown() -> None:
    point = OperatingPoint(TUNING)
    assert shown(point, flag("verb", 0.84), NATIVE_TEXT) == "error"
    assert shown(point, flag("verb", 0.84), SURELY_NATIVE) == "left out"
    assert shown(point, flag("verb", 0.85), SURELY_NATIVE) == "error"
    # Whoever asks for a precision gets it.
    asked = OperatingPoint(TUNING, threshold=0.5)
    assert shown(asked, flag("verb", 0.6), SURELY_NATIVE) == "error"


@pytest.mark.parametrize(("p", "is_shown"), [(0.9, True), (0.3, False)])
def test_there_an_unknown_word_is_misspelt_if_it_is_known_what_it_should_be(
    p: float, is_shown: bool
) -> None:
    point = OperatingPoint(Tuning(REST | {"spelling": NUMBER}, Writer(0.05, 2.0, 1.5)))
    word = Flag("a.1:1-2:spelling", "me", True, "spelling", 0.99, (Suggestion("it", p),))
    assert [each.error for each in point.shown([word], SURELY_NATIVE)] == [True] * is_shown
    assert [each.error for each in point.shown([word], NATIVE_TEXT)] == [True]


def test_whoever_says_who_writes_is_believed() -> None:
    for writer, expected in (("native", (False, True)), ("learner", (True, False))):
        point = OperatingPoint(TUNING, writer=writer)
        for n_errors in (0.0, 90.0):
            [context] = point.contexts(np.array([n_errors]), np.array([1_000.0]))
            assert (context.is_learners, context.is_natives) == expected
