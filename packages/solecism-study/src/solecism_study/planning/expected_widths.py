"""How wide the intervals of a planned study will be, if its results are as expected.

Precision and recall from a sample with a key are planned by the formulas of `solecism sample plan`,
which take the majority of the raters for the truth. The share of errors and raters' agreement are
measured on simulated answers, by the same functions that will measure them in the study.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from solecism.agreement.coefficients import measure_agreement
from solecism.figure import Interval
from solecism.judgment import ERROR, OK
from solecism.numeric import Floats
from solecism.panel import Panel, from_matrix
from solecism.sample_key import Key
from solecism.sampling.plan import SideModel, expected_intervals
from solecism.uncertainty.proportion import wilson
from solecism.uncertainty.two_way import TwoWay, share_interval, two_way
from solecism_study.configuration import Expected
from solecism_study.planning.planned_study import PlannedStudy
from solecism_study.simulation import SHARE_ELSE, SHARE_IF_ERROR

STRICTNESS = 0.05
"""The standard deviation that is assumed of the share of errors between raters."""

_MOST_ITEMS = 300
_MOST_RATERS = 100
_N_RUNS = 5


@dataclass(frozen=True, slots=True)
class ExpectedFigure:
    """A figure with its value and its interval, as they are expected."""

    name: str
    value: float
    interval: Interval


def expected_figures(planned: PlannedStudy) -> list[ExpectedFigure]:
    """Return what the study is expected to show; nothing where its size is not known."""
    if not planned.n_raters or planned.n_data < 2:
        return []
    if not (
        planned.task.tells_errors and planned.configuration.task_settings.get("points", 2) == 2
    ):
        return [_share_of_items(planned)]
    expected = planned.configuration.expected or Expected()
    figures = _simulated(planned, expected)
    return [*_of_system(planned.key, expected), *figures] if planned.key else figures


def _share_of_items(planned: PlannedStudy) -> ExpectedFigure:
    """The widest interval of a share of the items, which is that of one half."""
    n = planned.n_data
    return ExpectedFigure("share of an answer", 0.5, wilson(n / 2, n))


def _of_system(key: Key, expected: Expected) -> list[ExpectedFigure]:
    """Precision and recall of the system for which the sample was drawn."""
    sides = {True: [0, 0], False: [0, 0]}
    for stratum in key.strata:
        sides[stratum.is_flagged][0] += stratum.n_population
        sides[stratum.is_flagged][1] += key.n_sample[stratum.name]
    (flagged, n_flagged), (other, n_other) = sides[True], sides[False]
    missed = missed_rate(flagged, other, expected)
    if not n_flagged or not other or missed is None:
        return []
    models = (_side(flagged, expected.precision), _side(other, missed))
    precision, recall = expected_intervals(*models, (n_flagged, n_other))
    figures = [ExpectedFigure(f"precision of {key.system}", expected.precision, precision)]
    if n_other:
        figures.append(ExpectedFigure(f"recall of {key.system}", expected.recall, recall))
    return figures


def missed_rate(n_flagged: int, n_other: int, expected: Expected) -> float | None:
    """Return the share of errors among items without a flag; None where there cannot be so many.

    >>> missed_rate(1000, 9000, Expected(precision=0.8, recall=8 / 35))
    0.3
    """
    missed = n_flagged * expected.precision * (1 / expected.recall - 1)
    rate = round(missed / n_other, 12) if n_other else math.inf
    return rate if rate < 1 else None


def _side(n: int, rate: float) -> SideModel:
    return SideModel(np.array([float(n)]), np.array([rate]))


def _simulated(planned: PlannedStudy, expected: Expected) -> list[ExpectedFigure]:
    """The share of errors and Krippendorff's alpha, as the means over simulated studies.

    Large studies are simulated with fewer items, whose part of the variance shrinks with their
    number.
    """
    n_items = min(planned.n_data, _MOST_ITEMS)
    n_raters = min(planned.n_raters, _MOST_RATERS)
    n_each = min(planned.configuration.n_judgments, n_raters)
    rng = np.random.default_rng(planned.configuration.seed)
    runs = [_answers(n_items, n_raters, n_each, expected.error_share, rng) for _ in range(_N_RUNS)]
    ratio = n_items / planned.n_data
    figures = [_error_share(runs, ratio, planned.n_data)]
    if n_each > 1:
        figures.append(_alpha(runs, ratio))
    return figures


def _error_share(runs: list[Floats], ratio: float, n_items: int) -> ExpectedFigure:
    parts = [two_way(values) for values in runs]
    share = fmean(float(np.nanmean(values, axis=1).mean()) for values in runs)
    variance = TwoWay(
        fmean(one.item for one in parts) * ratio,
        # Not a number where items have one answer each, from which nothing is known of raters.
        fmean(one.rater for one in parts),
        fmean(min(one.degrees_of_freedom, 1e6) for one in parts),
        fmean(one.n_raters for one in parts),
    )
    return ExpectedFigure(
        "share of errors", share, share_interval(share, variance, n_items=n_items)
    )


def _alpha(runs: list[Floats], ratio: float) -> ExpectedFigure:
    measured = [measure_agreement(_panel(values), ("alpha",))[0] for values in runs]
    value = fmean(map(float, measured))
    half = fmean(one.interval.half_width for one in measured) * math.sqrt(ratio)
    interval = Interval(value - half, min(1.0, value + half), 0.95, "simulated")
    return ExpectedFigure("agreement (Krippendorff's alpha)", value, interval)


def _panel(values: Floats) -> Panel:
    return from_matrix(
        np.where(np.isnan(values), -1, 1 - np.nan_to_num(values)).astype(np.int64),
        labels=(ERROR, OK),
    )


def _answers(
    n_items: int, n_raters: int, n_each: int, error_share: float, rng: np.random.Generator
) -> Floats:
    """Made-up answers, items x raters: 1 for error, 0 for ok, NaN where a rater was not asked."""
    # As many errors in each run: what is asked is the width, not how it varies.
    is_error = np.arange(n_items) < round(error_share * n_items)
    shares = np.where(is_error, SHARE_IF_ERROR, SHARE_ELSE)
    strictness = rng.normal(0, STRICTNESS, n_raters)
    chances = np.clip(shares[:, None] + strictness, 0, 1)
    answers = (rng.random((n_items, n_raters)) < chances).astype(np.float64)
    rank = rng.random((n_items, n_raters)).argsort(axis=1).argsort(axis=1)
    return np.where(rank < n_each, answers, np.nan)
