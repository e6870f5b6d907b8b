"""Calibration of scores by kind of error, and the threshold for a required precision.

Platt (1999): a logistic curve through the scores of tuning data. The curve of precision and
recall on the same data is stored, so that the threshold for a precision can be looked up.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.errors import InputError
from solecism.numeric.arrays import Bools, Floats, Floats32, UInts8
from solecism.numeric.link_functions import expit
from solecism.numeric.logistic import platt

N_KINDS = 3
WRONG_KIND, EXTRANEOUS_KIND, MISSING_KIND = range(N_KINDS)
# The precision of fewer flags is too uncertain: the curve begins with this many.
_FEWEST_FLAGS = 20
# Higher scores never mean fewer errors.
_LEAST_SLOPE = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class KindCalibration:
    """Slope and shift per kind of error, and the operating curve: threshold, precision, recall."""

    slopes: Floats32
    shifts: Floats32
    curve: Floats

    def probabilities(self, scores: Floats32, kinds: UInts8) -> Floats32:
        """The probability that each site is an error."""
        return expit(self.slopes[kinds] * scores + self.shifts[kinds])

    def threshold(self, precision: float) -> float:
        """The lowest threshold at which flags had this precision on tuning data."""
        if not 0 < precision < 1:
            raise InputError(f"precision {precision} is not between 0 and 1.")
        enough = self.curve[self.curve[:, 1] >= precision]
        if not len(enough):
            best = self.curve[:, 1].max(initial=0.0)
            raise InputError(
                f"no threshold reaches precision {precision:g} on tuning data. "
                f"The highest is {best:.2f}."
            )
        return float(enough[:, 0].min())


def calibrate(
    scores: Floats32, kinds: UInts8, is_error: Bools, *, n_missed: int = 0
) -> KindCalibration:
    """The calibration fitted to sites of tuning data; `n_missed` errors are at no site."""
    slopes, shifts = np.ones(N_KINDS, dtype=np.float32), np.zeros(N_KINDS, dtype=np.float32)
    for kind in range(N_KINDS):
        is_kind = kinds == kind
        slopes[kind], shifts[kind] = _curve(scores[is_kind].astype(np.float64), is_error[is_kind])
    without_curve = KindCalibration(slopes, shifts, np.zeros((0, 3)))
    probabilities = without_curve.probabilities(scores, kinds)
    n_errors = int(is_error.sum()) + n_missed
    curve = operating_curve(probabilities, is_error, n_errors=n_errors)
    return KindCalibration(slopes, shifts, curve)


def operating_curve(
    probabilities: Floats32,
    is_error: Bools,
    *,
    n_errors: int,
    n_points: int = 200,
    is_dense_first: bool = False,
) -> Floats:
    """Threshold, precision and recall (columns), from the most certain flags on.

    Points are equally spaced in the number of flags, or where `is_dense_first`, in its logarithm.
    """
    if not len(probabilities):
        return np.zeros((0, 3))
    order = np.argsort(-probabilities, kind="stable")
    n_flags = np.arange(1, len(order) + 1)
    hits = np.cumsum(is_error[order])
    last = min(len(order), max(_FEWEST_FLAGS, 4 * n_errors))
    spaced = np.geomspace if is_dense_first else np.linspace
    ends = np.unique(spaced(min(_FEWEST_FLAGS, last), last, n_points).astype(int))
    ends = ends[ends > 0] - 1
    precision = (hits / n_flags)[ends]
    recall = hits[ends] / max(n_errors, 1)
    return np.stack([probabilities[order][ends].astype(np.float64), precision, recall], axis=1)


def _curve(scores: Floats, is_error: Bools) -> tuple[float, float]:
    """Slope and shift; 1 and 0 for a kind with no errors, or with errors only."""
    if not is_error.any() or is_error.all():
        return 1.0, 0.0
    slope, shift = platt(scores, is_error)
    return max(slope, _LEAST_SLOPE), shift
