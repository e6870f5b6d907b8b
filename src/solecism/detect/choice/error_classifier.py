"""A calibrated classifier of errors: a scorer, probabilities for its scores, and a threshold."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from solecism.detect.choice.calibration import N_KINDS, KindCalibration
from solecism.detect.choice.error_scorer import BITS, ErrorScorer
from solecism.system.archive import Arrays
from solecism.system.array_forms import check_forms, form

# Model files have an older name for the scorer: judge.
_ARRAYS = ("judge", "judge_figures", "calibration", "curve")
_SCALE = "judge_scale"


@dataclass(frozen=True, slots=True, eq=False)
class ErrorClassifier:
    """A scorer, the calibration of its scores, and the lowest probability that is flagged."""

    scorer: ErrorScorer
    calibration: KindCalibration
    threshold: float

    def reaches(self, precision: float) -> bool:
        """Whether flags were this precise on tuning data at some threshold."""
        return float(self.calibration.curve[:, 1].max(initial=0.0)) >= precision

    def threshold_for(self, *, precision: float | None, threshold: float | None) -> float:
        """The threshold for a precision on tuning data, or the one given, or its own."""
        if precision is not None:
            return self.calibration.threshold(precision)
        return self.threshold if threshold is None else threshold


def array_names(name: str) -> tuple[str, ...]:
    """The names of a classifier's arrays in an archive."""
    return tuple(f"{name}_{array}" for array in _ARRAYS)


def classifier_arrays(name: str, classifier: ErrorClassifier) -> Arrays:
    """The arrays of a classifier; its single numbers are in `about`."""
    calibration = classifier.calibration
    arrays = (
        classifier.scorer.table,
        classifier.scorer.of_figures,
        np.stack([calibration.slopes, calibration.shifts]),
        calibration.curve,
    )
    return dict(zip(array_names(name), arrays, strict=True))


def about(classifiers: Mapping[str, ErrorClassifier]) -> dict[str, dict[str, float]]:
    """The single numbers of classifiers, by name."""
    return {
        _SCALE: {name: each.scorer.scale for name, each in classifiers.items()},
        "threshold": {name: each.threshold for name, each in classifiers.items()},
    }


def classifier_of(
    name: str, arrays: Mapping[str, npt.NDArray[Any]], about: Any, *, n_figures: int
) -> ErrorClassifier:
    """The classifier of this name, with so many numeric features, in the arrays of an archive."""
    forms = (
        form("int8", 1 << BITS),
        form("float32", n_figures),
        form("float32", 2, N_KINDS),
        form("float64", "points", 3),
    )
    check_forms(arrays, dict(zip(array_names(name), forms, strict=True)))
    table, of_figures, (slopes, shifts), curve = (arrays[each] for each in array_names(name))
    scale, threshold = float(about[_SCALE][name]), float(about["threshold"][name])
    if not math.isfinite(scale + threshold):
        raise ValueError(f"the scale {scale} or the threshold {threshold}")
    return ErrorClassifier(
        scorer=ErrorScorer(table, scale, of_figures),
        calibration=KindCalibration(slopes, shifts, curve),
        threshold=threshold,
    )
