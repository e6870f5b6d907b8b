"""Tuning of a trained network: calibration, operating curves and default thresholds by group.

Learners' tuning text gives precision and recall; native tuning text limits the number of flags of
all groups together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from solecism.detect.choice.calibration import operating_curve
from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import LEARNERS, NEVER, Curve, GroupTuning, Tuning
from solecism.numeric.arrays import Bools, Floats
from solecism.train.network.tuning.calibrate import line_and_plane
from solecism.train.network.tuning.defaults import DEFAULT_BOUNDS, Bounds, default_thresholds
from solecism.train.network.tuning.places import (
    Places,
    p_corrected,
    places_of,
    with_places,
    with_register_places,
)
from solecism.train.network.tuning.tuning_data import TuningData

# A group with fewer errors in learners' tuning text has no figures of its own: the places of all
# such groups together stand for each of them.
FEWEST_ERRORS = 30
# Curves are stored in every model file: more points would take more room than they are worth.
_N_POINTS = 120


def tune(
    learners: TuningData, native: TuningData, *, bounds: Iterable[Bounds] = DEFAULT_BOUNDS
) -> Tuning:
    """The tuning by learners' text, and by native text without errors."""
    tuning = Tuning(dict(_calibrated(learners, native)))
    places, native_places = places_of(tuning, learners), places_of(tuning, native)
    tuning = with_places(tuning, places, native_places)
    tuning = _with_curves(tuning, LEARNERS, places, learners)
    alarms = p_corrected(tuning, native_places)
    thresholds = default_thresholds(
        tuning.groups,
        {group: alarms[native_places.groups == number] for number, group in enumerate(GROUPS)},
        n_words=native.n_words,
        bounds=bounds,
    )
    return replace(
        tuning,
        groups={
            group: replace(each, threshold=thresholds[group])
            for group, each in tuning.groups.items()
        },
    )


def _calibrated(learners: TuningData, native: TuningData) -> Iterator[tuple[str, GroupTuning]]:
    for number, group in enumerate(GROUPS):
        same = _same_figures(learners, number)
        alone, second = line_and_plane(learners.pooled(same), native.pooled(same))
        if np.isnan(learners.second_p[:, number]).all():
            second = None
        n_errors = int(learners.is_error[:, number].sum())
        yield group, GroupTuning(alone, second, threshold=NEVER, n_errors=n_errors)


def _same_figures(learners: TuningData, number: int) -> list[int]:
    """The groups whose places this group is tuned on: itself, or all that have too few errors."""
    n_errors = learners.is_error.sum(axis=0)
    if n_errors[number] >= FEWEST_ERRORS:
        return [number]
    return np.flatnonzero(n_errors < FEWEST_ERRORS).tolist()


def with_register(tuning: Tuning, register: str, data: TuningData) -> Tuning:
    """The tuning with the lines and curves of one more register."""
    places = places_of(tuning, data)
    tuning = with_register_places(tuning, register, places)
    return _with_curves(tuning, register, places, data)


def _with_curves(tuning: Tuning, register: str, places: Places, data: TuningData) -> Tuning:
    p = p_corrected(tuning, places, register=register)
    is_error = data.is_error
    is_own, n_errors = is_error[np.arange(len(p)), places.groups], is_error.sum(axis=0)
    groups = {}
    for number, group in enumerate(GROUPS):
        same = _same_figures(data, number)
        rows = np.isin(places.groups, same)
        n = int(n_errors[same].sum())
        curve = _curve(p[rows], places.is_right[rows], is_own[rows], n_errors=n)
        each = tuning.groups[group]
        groups[group] = replace(each, curves={**each.curves, register: curve})
    return replace(tuning, groups=groups)


def _curve(p: Floats, is_right: Bools, is_own: Bools, *, n_errors: int) -> Curve:
    """Thresholds with precision by any correction, and recall of errors of the groups' own."""
    precision, recall = (
        operating_curve(
            p.astype(np.float32),
            each,
            n_errors=n_errors,
            n_points=_N_POINTS,
            is_dense_first=True,
        ).tolist()
        for each in (is_right, is_own)
    )
    return tuple(
        (round(threshold, 5), round(share, 4), round(found, 4))
        for (threshold, share, _), (*_, found) in zip(precision, recall, strict=True)
    )
