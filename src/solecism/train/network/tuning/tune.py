"""Tuning of a trained network: calibration, operating curves and default thresholds by group.

Learners' tuning text gives precision and recall; native tuning text limits the number of flags of
all groups together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from solecism.detect.choice.calibration import operating_curve
from solecism.detect.network.detector import probabilities
from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import LEARNERS, NEVER, Curve, GroupTuning, Tuning
from solecism.train.network.tuning.calibrate import line_and_plane
from solecism.train.network.tuning.defaults import DEFAULT_BOUNDS, Bounds, default_thresholds
from solecism.train.network.tuning.tuning_data import TuningData

# A group with fewer errors in learners' tuning text has no figures of its own: the places of all
# such groups together stand for each of them.
FEWEST_ERRORS = 30


def tune(
    learners: TuningData, native: TuningData, *, bounds: Iterable[Bounds] = DEFAULT_BOUNDS
) -> Tuning:
    """The tuning by learners' text, and by native text without errors."""
    groups = dict(_calibrated(learners, native))
    alarms = probabilities(Tuning(groups), native.network_p, native.second_p)
    thresholds = default_thresholds(
        groups,
        {group: alarms[:, number] for number, group in enumerate(GROUPS)},
        n_words=native.n_words,
        bounds=bounds,
    )
    return Tuning(
        {group: replace(each, threshold=thresholds[group]) for group, each in groups.items()}
    )


def _calibrated(learners: TuningData, native: TuningData) -> Iterator[tuple[str, GroupTuning]]:
    for number, group in enumerate(GROUPS):
        same = _same_figures(learners, number)
        of_learners = learners.pooled(same)
        alone, second = line_and_plane(of_learners, native.pooled(same))
        n_errors = int(learners.is_error[:, number].sum())
        tuning = GroupTuning(alone, second, threshold=NEVER, n_errors=n_errors)
        yield group, replace(tuning, curves={LEARNERS: _curve(tuning, of_learners)})


def _same_figures(learners: TuningData, number: int) -> list[int]:
    """The groups whose places this group is tuned on: itself, or all that have too few errors."""
    n_errors = learners.is_error.sum(axis=0)
    if n_errors[number] >= FEWEST_ERRORS:
        return [number]
    return np.flatnonzero(n_errors < FEWEST_ERRORS).tolist()


def with_register(tuning: Tuning, register: str, data: TuningData) -> Tuning:
    """The tuning with the curves of one more register."""
    groups = {}
    for number, group in enumerate(GROUPS):
        each = tuning.groups[group]
        curve = _curve(each, data.pooled([number]))
        groups[group] = replace(each, curves={**each.curves, register: curve})
    return replace(tuning, groups=groups)


def _curve(group: GroupTuning, data: TuningData) -> Curve:
    """The curve by data of one column."""
    is_error = data.is_error[:, 0]
    p = group.probabilities(data.network_p[:, 0], data.second_p[:, 0]).astype(np.float32)
    n_errors = int(is_error.sum())
    rows = operating_curve(p, is_error, n_errors=n_errors, is_dense_first=True)
    return tuple((round(a, 5), round(b, 4), round(c, 4)) for a, b, c in rows.tolist())
