"""The probability of a correction, by group and text."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import CalibrationLine, untuned
from solecism.numeric import expit, logit
from solecism_lab.train.network.tuning.correction_probability import (
    CorrectionPlaces,
    p_corrected,
    places_of,
    with_places,
)
from tuning_places import drawn_places, native_places

N_TEXTS, N_PLACES = 60, 200


def text_places(seed: int, *, share: float, shift: float = 0.0) -> CorrectionPlaces:
    """Places of the first group in texts, at which an error is probable by this share of usual."""
    rng = np.random.default_rng(seed)
    p = share * rng.beta(0.1, 1.0, N_TEXTS * N_PLACES)
    is_right = rng.random(len(p)) < expit(logit(p) + shift)
    documents = np.repeat(np.arange(N_TEXTS), N_PLACES)
    return CorrectionPlaces(np.zeros(len(p), np.int64), p, documents, is_right)


def without_errors(places: CorrectionPlaces) -> CorrectionPlaces:
    return replace(places, is_right=np.zeros(len(places.p), np.bool_))


def test_places_have_the_most_probable_group_and_the_probability_of_any() -> None:
    data = drawn_places(1)
    places = places_of(untuned(), data)
    is_probable = data.network_p.max(axis=1) > 1e-4
    assert np.array_equal(places.groups[is_probable], data.network_p.argmax(axis=1)[is_probable])
    rows = data.network_p.sum(axis=1) < 0.99
    assert places.p[rows] == pytest.approx(data.network_p[rows].sum(axis=1), abs=1e-4)
    assert np.array_equal(places.is_right, data.is_error.any(axis=1))


def test_what_is_told_of_learners_is_as_often_right() -> None:
    learners = text_places(1, share=1.0, shift=-0.7)
    tuning = with_places(untuned(), learners, without_errors(text_places(2, share=0.2)))
    p = p_corrected(tuning, learners)
    for low, high in ((0.1, 0.3), (0.3, 0.6), (0.6, 1.0)):
        rows = (p >= low) & (p < high)
        assert p[rows].mean() == pytest.approx(learners.is_right[rows].mean(), abs=0.06)


def test_native_texts_teach_that_a_text_with_few_errors_has_fewer_still() -> None:
    learners, native = text_places(3, share=1.0), without_errors(text_places(4, share=0.3))
    tuning = with_places(untuned(), learners, native)
    assert tuning.writer.power > 0.5
    assert tuning.writer.rate == pytest.approx(learners.p.mean())
    fixed = replace(tuning, writer=replace(tuning.writer, power=0.0))
    assert p_corrected(tuning, native).mean() < 0.7 * p_corrected(fixed, native).mean()


def test_without_a_correction_nothing_is_learnt() -> None:
    nothing = without_errors(text_places(8, share=1.0))
    tuning = with_places(untuned(), nothing, nothing)
    assert tuning == untuned()
    assert tuning.groups[GROUPS[0]].places == CalibrationLine()


def test_every_group_has_a_line() -> None:
    learners = places_of(untuned(), drawn_places(2))
    native = places_of(untuned(), native_places(3))
    tuning = with_places(untuned(), learners, native)
    assert all(each.places != CalibrationLine() for each in tuning.groups.values())
