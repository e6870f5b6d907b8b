"""The difference of two agreements: of separate items, or of the same items judged twice."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from solecism.agree.agreement import Agreement, Coefficient
from solecism.agree.coefficients.by_name import coefficient
from solecism.arrays import Floats
from solecism.interval import DEFAULT_LEVEL, Interval, undefined
from solecism.panel import Panel
from solecism.uncertainty.interval import normal_quantile, student_quantile


@dataclass(frozen=True, slots=True)
class Difference:
    """Second minus first, its standard error, the ratio of both, and the two-sided p-value."""

    value: float
    se: float
    statistic: float
    p_value: float
    interval: Interval
    method: str
    reason: str = ""


def independent_difference(
    first: Agreement, second: Agreement, *, level: float = DEFAULT_LEVEL
) -> Difference:
    """The z test, which takes the two for measured on separate items (as paper 004 does)."""
    se = math.hypot(first.se, second.se)
    value = second.value - first.value
    if math.isnan(value) or not se > 0:
        reason = first.reason or second.reason or "neither agreement varies"
        return _undefined(value, "independent", reason, level)
    z = value / se
    reach = normal_quantile(level) * se
    return Difference(
        value,
        se,
        z,
        2 * NormalDist().cdf(-abs(z)),
        Interval(value - reach, value + reach, level, "normal"),
        "independent",
    )


def paired_difference(
    first: Panel, second: Panel, measure: str, *, level: float = DEFAULT_LEVEL
) -> Difference:
    """The t test over clusters of items that both panels have, such as two stages of one study.

    An item pulls both agreements at once; what it does to their difference is what counts.
    Clusters are matched by number: take both panels from one call of `solecism.panels.panels`.
    Raters are taken as given.
    """
    from scipy.special import stdtr

    sources = [coefficient(panel, measure) for panel in (first, second)]
    one, other = (
        source.measured() if isinstance(source, Coefficient) else source for source in sources
    )
    n_codes = int(max(first.cluster.max(initial=-1), second.cluster.max(initial=-1))) + 1
    pull = _by_code(other.pull, second, n_codes) - _by_code(one.pull, first, n_codes)
    n_clusters = len(np.union1d(first.cluster, second.cluster))
    value = other.value - one.value
    if math.isnan(value) or n_clusters < 2 or not pull.any():
        return _undefined(value, "paired", "one of the two agreements is not defined", level)
    se = math.sqrt(n_clusters / (n_clusters - 1) * float((pull**2).sum()))
    t = value / se
    reach = student_quantile(level, n_clusters - 1) * se
    return Difference(
        value,
        se,
        t,
        float(2 * stdtr(n_clusters - 1, -abs(t))),
        Interval(value - reach, value + reach, level, "linearised"),
        f"paired, {n_clusters} clusters",
    )


def _by_code(pull: Floats, panel: Panel, n_codes: int) -> Floats:
    return np.bincount(panel.cluster, pull, minlength=n_codes).astype(np.float64)


def _undefined(value: float, method: str, reason: str, level: float) -> Difference:
    nothing = undefined(reason, level=level)
    return Difference(value, math.nan, math.nan, math.nan, nothing, method, reason)
