"""How much one more judged item of each stratum narrows the interval of precision or recall.

With T = sum N_h p_h over the strata of a side, Var(logit R) = V_E / T_E^2 + V_O / T_O^2 and V = sum
N_h^2 p_h (1 - p_h) (1/n_h - 1/N_h), so one more item of stratum h takes away N_h^2 p_h (1 - p_h)
(1/n_h - 1/(n_h + 1)) / T^2. Asking where this is largest leads to Neyman's allocation (1934) with
the rates that the answers so far show.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from solecism.figure import PRECISION
from solecism.sample_key import Stratum


def stratum_gains(
    strata: Sequence[Stratum], n_judged: Sequence[int], n_errors: Sequence[float], *, measure: str
) -> list[float]:
    """The gain of each stratum: infinite before its first item, 0 when all of it is judged.

    >>> strata = [Stratum("flagged", True, 1000), Stratum("other", False, 9000)]
    >>> flagged, other = stratum_gains(strata, [750, 1500], [600, 450], measure="recall")
    >>> round(flagged * 750 * 751, 2), round(other * 1500 * 1501, 2)
    (0.25, 2.33)
    """
    rates = [
        # Half an error and half a correct item more, so that no rate is 0 or 1 by chance.
        (errors + 0.5) / (n + 1)
        for n, errors in zip(n_judged, n_errors, strict=True)
    ]
    totals = {True: 0.0, False: 0.0}
    for stratum, rate in zip(strata, rates, strict=True):
        totals[stratum.is_flagged] += stratum.n_population * rate
    return [
        0.0
        if measure == PRECISION and not stratum.is_flagged
        else _gain(stratum.n_population, n, rate, totals[stratum.is_flagged])
        for stratum, n, rate in zip(strata, n_judged, rates, strict=True)
    ]


def _gain(n_population: int, n: int, rate: float, total: float) -> float:
    if n >= n_population:
        return 0.0
    if n == 0:
        return math.inf
    return (n_population / total) ** 2 * rate * (1 - rate) / (n * (n + 1))
