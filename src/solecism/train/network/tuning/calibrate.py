"""From the network's shares, and a second detector's opinions, to the probability of an error.

The curve through both is drawn on learners' text and on native text, where every flag is wrong:
how far the two may be trusted shows there. Then it is bent so that it is right for learners.
"""

from __future__ import annotations

import numpy as np

from solecism.arrays import Floats
from solecism.detect.network.tuning import Line, Plane
from solecism.link_functions import logit
from solecism.logistic import fit_logistic, platt
from solecism.train.network.tuning.judge import Judged

# Most text that people check is of the native kind, and there is little of it to tune on.
_NATIVE_WEIGHT = 5.0
_LEAST_SLOPE = 1e-3
_PENALTY = 1e-2


def line(learners: Judged, group: int) -> Line:
    """The probability that an annotator objects, by the network's share alone."""
    is_error = learners.is_error[:, group]
    if not is_error.any() or is_error.all():
        return Line()
    slope, shift = platt(logit(learners.shares[:, group]), is_error)
    return Line(max(slope, _LEAST_SLOPE), shift)


def line_and_plane(learners: Judged, native: Judged, group: int) -> tuple[Line, Plane | None]:
    """Where a second detector is silent and where it is not; no plane where it is always."""
    is_error = learners.is_error[:, group]
    is_said = ~np.isnan(learners.opinions[:, group])
    if not is_error[is_said].any() or is_error[is_said].all():
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


def _columns(found: Judged, group: int) -> Floats:
    """Log odds and ones of places with an opinion, then of those without."""
    said = found.opinions[:, group]
    is_said = ~np.isnan(said)
    odds, other = logit(found.shares[:, group]), logit(np.where(is_said, said, 0.5))
    parts = (odds * is_said, other * is_said, is_said, odds * ~is_said, ~is_said)
    return np.stack([np.asarray(part, np.float64) for part in parts], axis=1)
