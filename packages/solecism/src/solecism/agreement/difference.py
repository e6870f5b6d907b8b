"""The difference between two agreements: on separate items, or on the same items judged twice."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from solecism.agreement.agreement import Agreement, Coefficient, Linearised
from solecism.agreement.coefficients import coefficient, cohen_kappa
from solecism.agreement.confusion import confusion
from solecism.figure import DEFAULT_LEVEL, Difference, Interval, undefined_interval
from solecism.numeric import Floats
from solecism.panel import Panel
from solecism.uncertainty.quantiles import normal_quantile, student_quantile

INDEPENDENT, PAIRED = "independent", "paired"
SIMPLE = "independent, chance agreement known"


def independent_difference(
    first: Agreement, second: Agreement, *, level: float = DEFAULT_LEVEL
) -> Difference:
    """First minus second with a z test, as if measured on separate items (as paper 004 does)."""
    se = math.hypot(first.se, second.se)
    value = first - second
    if math.isnan(value) or not se > 0:
        reason = second.note or first.note or "neither agreement varies"
        interval, se, p_value = undefined_interval(reason, level=level), math.nan, math.nan
    else:
        reach = normal_quantile(level) * se
        interval = Interval(value - reach, value + reach, level, "normal")
        p_value = 2 * NormalDist().cdf(-abs(value / se))
    return Difference(
        first, second, name=first.name, interval=interval, se=se, p_value=p_value, test=INDEPENDENT
    )


def simple_difference(first: Panel, second: Panel, *, level: float = DEFAULT_LEVEL) -> Difference:
    """First minus second of Cohen's kappa, with the z of paper 004: chance agreement is known.

    Both panels have the same two raters.
    """
    one, other = (
        cohen_kappa(confusion(panel, *panel.raters), se="simple", level=level)
        for panel in (first, second)
    )
    value = independent_difference(one, other, level=level)
    return Difference(
        one,
        other,
        name=value.name,
        interval=value.interval,
        se=value.se,
        p_value=value.p_value,
        test=SIMPLE,
    )


def paired_difference(
    first: Panel, second: Panel, measure: str, *, level: float = DEFAULT_LEVEL
) -> Difference:
    """First minus second with a t test over clusters of items that both panels have.

    These may be two stages of one study. An item moves both agreements at once; what it does to
    their difference is what counts. Clusters are matched by number: take both panels from one
    call of `solecism.panel.panels`. Raters are taken as given.
    """
    from scipy.special import stdtr

    one, other = (_linearised(panel, measure) for panel in (first, second))
    n_codes = int(max(first.cluster.max(initial=-1), second.cluster.max(initial=-1))) + 1
    influence = _by_code(one, first, n_codes) - _by_code(other, second, n_codes)
    n_clusters = len(np.union1d(first.cluster, second.cluster))
    value = one.value - other.value
    if math.isnan(value) or n_clusters < 2 or not influence.any():
        interval = undefined_interval("one of the two agreements is not defined", level=level)
        se, p_value, test = math.nan, math.nan, PAIRED
    else:
        se = math.sqrt(n_clusters / (n_clusters - 1) * float((influence**2).sum()))
        reach = student_quantile(level, n_clusters - 1) * se
        interval = Interval(value - reach, value + reach, level, "linearised")
        p_value = float(2 * stdtr(n_clusters - 1, -abs(value / se)))
        test = f"{PAIRED}, {n_clusters} clusters"
    return Difference(
        one.value,
        other.value,
        name=one.name,
        interval=interval,
        se=se,
        p_value=p_value,
        test=test,
    )


def _linearised(panel: Panel, measure: str) -> Linearised:
    source = coefficient(panel, measure)
    return source.linearised() if isinstance(source, Coefficient) else source


def _by_code(source: Linearised, panel: Panel, n_codes: int) -> Floats:
    return np.bincount(panel.cluster, source.influence, minlength=n_codes).astype(np.float64)
