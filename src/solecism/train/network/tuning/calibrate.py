"""Calibration of the network, alone and together with a second detector.

A logistic plane through both is fitted to learners' text and to native text, where every flag is
wrong: there the reliability of the two shows. It is then recalibrated for learners' text.
"""

from __future__ import annotations

import numpy as np

from solecism.detect.network.tuning import Line, Plane
from solecism.numeric.arrays import Floats
from solecism.numeric.link_functions import logit
from solecism.numeric.logistic import fit_logistic, platt
from solecism.train.network.tuning.tuning_data import TuningData

# Most text that people check is like native text, of which there is little to tune on.
_NATIVE_WEIGHT = 5.0
_LEAST_SLOPE = 1e-3
_PENALTY = 1e-2


def line(learners: TuningData, group: int = 0) -> Line:
    """The calibration of the network alone."""
    is_error = learners.is_error[:, group]
    if not is_error.any() or is_error.all():
        return Line()
    slope, shift = platt(logit(learners.network_p[:, group]), is_error)
    return Line(max(slope, _LEAST_SLOPE), shift)


def line_and_plane(
    learners: TuningData, native: TuningData, group: int = 0
) -> tuple[Line, Plane | None]:
    """The calibrations without and with a second detector; no plane where it has no data."""
    is_error = learners.is_error[:, group]
    has_second = ~np.isnan(learners.second_p[:, group])
    if not is_error[has_second].any() or is_error[has_second].all():
        return line(learners, group), None
    columns = np.concatenate([_columns(learners, group), _columns(native, group)])
    weights = np.ones(len(columns))
    weights[len(is_error) :] = _NATIVE_WEIGHT
    hits = np.zeros(len(columns))
    hits[: len(is_error)] = is_error
    slopes = fit_logistic(columns, hits, trials=weights, penalty=_PENALTY)
    slope, shift = platt(columns[: len(is_error)] @ slopes, is_error)
    network, other, both, alone, silent = (max(slope, _LEAST_SLOPE) * slopes).tolist()
    return Line(max(alone, _LEAST_SLOPE), silent + shift), Plane(network, other, both + shift)


def _columns(data: TuningData, group: int) -> Floats:
    """Log odds and ones of places with a second probability, then of places without."""
    second_p = data.second_p[:, group]
    has_second = ~np.isnan(second_p)
    odds, other = logit(data.network_p[:, group]), logit(np.where(has_second, second_p, 0.5))
    parts = (odds * has_second, other * has_second, has_second, odds * ~has_second, ~has_second)
    return np.stack([np.asarray(part, np.float64) for part in parts], axis=1)
