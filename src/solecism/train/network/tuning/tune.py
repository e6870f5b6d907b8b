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


def tune(
    learners: TuningData, native: TuningData, *, bounds: Iterable[Bounds] = DEFAULT_BOUNDS
) -> Tuning:
    """The tuning by learners' text, and by native text without errors."""
    groups = dict(_calibrated(learners, native))
    alarms = probabilities(Tuning(groups), native.network_p, native.second_p)
    thresholds = default_thresholds(
        groups,
        dict(zip(GROUPS, learners.is_error.sum(axis=0).tolist(), strict=True)),
        {group: alarms[:, number] for number, group in enumerate(GROUPS)},
        n_words=native.n_words,
        bounds=bounds,
    )
    return Tuning(
        {group: replace(each, threshold=thresholds[group]) for group, each in groups.items()}
    )


def _calibrated(learners: TuningData, native: TuningData) -> Iterator[tuple[str, GroupTuning]]:
    for number, group in enumerate(GROUPS):
        alone, second = line_and_plane(learners, native, number)
        tuning = GroupTuning(alone, second, threshold=NEVER)
        yield group, replace(tuning, curves={LEARNERS: _curve(tuning, learners, number)})


def with_register(tuning: Tuning, register: str, data: TuningData) -> Tuning:
    """The tuning with the curves of one more register."""
    groups = {}
    for number, group in enumerate(GROUPS):
        each = tuning.groups[group]
        curve = _curve(each, data, number)
        groups[group] = replace(each, curves={**each.curves, register: curve})
    return replace(tuning, groups=groups)


def _curve(group: GroupTuning, data: TuningData, number: int) -> Curve:
    is_error = data.is_error[:, number]
    p = group.probabilities(data.network_p[:, number], data.second_p[:, number]).astype(np.float32)
    n_errors = int(is_error.sum())
    rows = operating_curve(p, is_error, n_errors=n_errors, is_dense_first=True)
    return tuple((round(a, 5), round(b, 4), round(c, 4)) for a, b, c in rows.tolist())
