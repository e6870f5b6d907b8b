"""Tuning: calibrated groups, curves, and defaults that keep to their bounds."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import NEVER, Tuning
from solecism.numeric import Bools
from solecism_lab.train.network.tuning.correction_probability import p_corrected, places_of
from solecism_lab.train.network.tuning.tune import (
    FEWEST_ERRORS,
    Bounds,
    calibration_line,
    tune,
)
from solecism_lab.train.network.tuning.tuning_data import TuningData
from tuning_places import drawn_places, native_places, tuning_places

LOOSE = Bounds(GROUPS, precision=0.75, max_alarms=1e9)
TIGHT = Bounds(GROUPS, precision=0.75, max_alarms=20)


def n_alarms(tuning: Tuning, native: TuningData) -> int:
    return int(is_flagged(tuning, native).sum())


def is_flagged(tuning: Tuning, data: TuningData) -> Bools:
    places = places_of(tuning, data)
    thresholds = np.array([tuning.groups[group].threshold for group in GROUPS])
    return p_corrected(tuning, places) >= thresholds[places.groups]


def test_each_group_has_the_line_of_its_own_places() -> None:
    learners = drawn_places(1, slope=0.5)
    found = tune(learners, native_places(2))
    for number, group in enumerate(GROUPS):
        assert found.groups[group].calibration == calibration_line(learners, number)
        assert found.groups[group].second is None
        assert found.groups[group].readers is None


def test_defaults_keep_to_the_precision_and_to_the_bound_on_native_text() -> None:
    learners, native = drawn_places(2), native_places(3, part=0.9)
    loose, tight = (tune(learners, native, bounds=[each]) for each in (LOOSE, TIGHT))
    places = places_of(loose, learners)
    for group in GROUPS:
        flagged = is_flagged(loose, learners) & (places.groups == GROUPS.index(group))
        assert places.is_right[flagged].mean() >= 0.745
        assert tight.groups[group].threshold >= loose.groups[group].threshold
    assert 0 < n_alarms(tight, native) <= 20 * native.n_words / 1_000 < n_alarms(loose, native)


def test_groups_with_few_errors_are_tuned_together() -> None:
    learners, native = drawn_places(2), native_places(3)
    rare = [3, 5]
    counts = learners.counts.copy()
    for number, n_errors in zip(rare, (4, FEWEST_ERRORS - 1), strict=True):
        counts[np.flatnonzero(counts[:, number])[n_errors:], number] = 0
    few = replace(learners, counts=counts)
    found = tune(few, native).groups
    one, other = (found[GROUPS[number]] for number in rare)
    assert (one.n_errors, other.n_errors) == (4, FEWEST_ERRORS - 1)
    assert one.calibration == other.calibration == calibration_line(few.pooled(rare))
    assert one.curve == other.curve
    assert found[GROUPS[0]].calibration == calibration_line(learners, 0)


def test_groups_without_any_error_are_never_flagged() -> None:
    learners = drawn_places(2)
    nothing = replace(
        learners, counts=np.zeros_like(learners.counts), touched=np.zeros_like(learners.touched)
    )
    found = tune(nothing, native_places(3))
    assert {each.threshold for each in found.groups.values()} == {NEVER}


def test_a_second_opinion_that_knows_native_text_finds_more_for_as_few_alarms() -> None:
    rng = np.random.default_rng(4)
    both = []
    for places, usual in ((drawn_places(5), 0.5), (native_places(6), 0.05)):
        second_p = np.clip(rng.normal(usual, 0.1, places.network_p.shape), 0.01, 0.99)
        both.append(tuning_places(places.network_p, places.is_error, second_p))
    learners, native = both
    combined = tune(learners, native, bounds=[TIGHT])
    alone = tune(learners.without_second(), native.without_second(), bounds=[TIGHT])
    assert n_alarms(combined, native) <= 20 * native.n_words / 1_000
    assert n_hits(combined, learners) > 1.2 * n_hits(alone, learners.without_second())


def n_hits(tuning: Tuning, learners: TuningData) -> int:
    return int((is_flagged(tuning, learners) & (learners.touched > 0)).sum())


def test_text_without_a_sentence_has_no_curve() -> None:
    nothing = tuning_places(np.zeros((0, len(GROUPS))), np.zeros((0, len(GROUPS)), np.bool_))
    found = tune(nothing, nothing)
    assert {each.curve for each in found.groups.values()} == {()}
    assert set(found.thresholds().values()) == {NEVER}


def test_a_curve_has_the_precision_and_recall_of_its_thresholds() -> None:
    learners = drawn_places(7)
    tuning = tune(learners, native_places(8))
    places = places_of(tuning, learners)
    p, is_first = p_corrected(tuning, places), places.groups == 0
    is_error = learners.is_error[:, 0]
    for threshold, precision, recall in tuning.groups[GROUPS[0]].curve[::40]:
        is_found = is_first & (p >= threshold - 1e-5)
        assert precision == pytest.approx(places.is_right[is_found].mean(), abs=0.02)
        assert recall == pytest.approx(is_error[is_found].sum() / is_error.sum(), abs=0.02)


def test_a_tuning_that_was_found_can_be_kept() -> None:
    found = tune(drawn_places(9), native_places(10))
    assert Tuning.of(json.loads(json.dumps(found.content()))) == found
