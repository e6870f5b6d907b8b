"""A decider: what is an error, how probably, and from which probability on it is flagged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from solecism.archive import Arrays
from solecism.detect.choice.calibration import Calibration
from solecism.detect.choice.judge import Judge

_ARRAYS = ("judge", "judge_figures", "calibration", "curve")


@dataclass(frozen=True, slots=True, eq=False)
class Decider:
    """A judge, what its scores mean, and the probability from which on it flags."""

    judge: Judge
    calibration: Calibration
    threshold: float

    def reaches(self, precision: float) -> bool:
        """Whether the flags of tuning data were as precise from some probability on."""
        return float(self.calibration.curve[:, 1].max(initial=0.0)) >= precision

    def at(self, *, precision: float | None, threshold: float | None) -> float:
        """The threshold for a precision on tuning data, or the one given, or its own."""
        if precision is not None:
            return self.calibration.threshold(precision)
        return self.threshold if threshold is None else threshold


def array_names(name: str) -> tuple[str, ...]:
    """What the arrays of a decider are called in an archive."""
    return tuple(f"{name}_{array}" for array in _ARRAYS)


def decider_arrays(name: str, decider: Decider) -> Arrays:
    """The arrays of a decider, but for the numbers in `about`."""
    calibration = decider.calibration
    found = (
        decider.judge.table,
        decider.judge.of_figures,
        np.stack([calibration.slopes, calibration.shifts]),
        calibration.curve,
    )
    return dict(zip(array_names(name), found, strict=True))


def about(deciders: Mapping[str, Decider]) -> dict[str, dict[str, float]]:
    """What the deciders have beside arrays."""
    return {
        "judge_scale": {name: each.judge.scale for name, each in deciders.items()},
        "threshold": {name: each.threshold for name, each in deciders.items()},
    }


def decider_of(name: str, arrays: Mapping[str, npt.NDArray[Any]], about: Any) -> Decider:
    """The decider of this name."""
    table, of_figures, (slopes, shifts), curve = (arrays[each] for each in array_names(name))
    return Decider(
        judge=Judge(table, about["judge_scale"][name], of_figures),
        calibration=Calibration(slopes, shifts, curve),
        threshold=float(about["threshold"][name]),
    )
