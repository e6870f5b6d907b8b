"""The quality of each rater on control items, as a posterior instead of a raw percentage."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.errors import InputError
from solecism.figure import Figure
from solecism.interval import DEFAULT_LEVEL, Interval
from solecism.panel import Panel
from solecism.uncertainty.interval import check_level

DEFAULT_BAR = 0.7


@dataclass(frozen=True, slots=True)
class RaterQuality:
    """A rater's results on control items, and the posterior of being right on another one.

    `p_above_bar` is how probably the rater's accuracy is above the bar.
    """

    rater: str
    n_control: int
    n_right: int
    accuracy: Figure
    p_above_bar: float


def rater_quality(
    gold: Panel,
    *,
    bar: float = DEFAULT_BAR,
    prior: tuple[float, float] = (1.0, 1.0),
    level: float = DEFAULT_LEVEL,
) -> list[RaterQuality]:
    """One posterior per rater, from the panel of control items and a beta prior.

    The default prior takes every accuracy for equally probable beforehand.
    """
    from scipy.special import betaincc, betaincinv

    check_level(level)
    if not 0 < bar < 1:
        raise InputError(f"bar {bar} is not between 0 and 1. Give a share such as 0.7.")
    if gold.truth is None:
        raise InputError("these are not control items: their right answers are not known.")
    n = np.bincount(gold.rater, minlength=gold.n_raters)
    n_right = np.bincount(gold.rater, gold.answer == gold.truth, minlength=gold.n_raters)
    a, b = prior[0] + n_right, prior[1] + n - n_right
    low, high = (betaincinv(a, b, share) for share in ((1 - level) / 2, (1 + level) / 2))
    above = betaincc(a, b, bar)
    return [
        RaterQuality(
            rater,
            int(n[index]),
            int(n_right[index]),
            Figure(
                a[index] / (a[index] + b[index]),
                name="accuracy",
                interval=Interval(float(low[index]), float(high[index]), level, "beta posterior"),
            ),
            float(above[index]),
        )
        for index, rater in enumerate(gold.raters)
    ]
