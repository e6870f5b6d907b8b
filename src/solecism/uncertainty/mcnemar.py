"""McNemar's test with the mid-p value (Fagerland, Lydersen & Laake 2013)."""

from __future__ import annotations

from math import comb, nan

from solecism.errors import InputError


def mid_p(n_first_only: int, n_second_only: int) -> float:
    """The two-sided mid-p value for items that only one of two systems gets right.

    It is NaN where the systems never differ.

    >>> round(mid_p(3, 10), 6)
    0.057373
    """
    if min(n_first_only, n_second_only) < 0:
        raise InputError(f"{n_first_only} and {n_second_only} are not two counts of items.")
    n = n_first_only + n_second_only
    if n == 0:
        return nan
    from scipy.special import bdtr

    fewer = min(n_first_only, n_second_only)
    p_fewer = float(bdtr(fewer, n, 0.5))
    return min(1.0, 2 * p_fewer - comb(n, fewer) / (1 << n))
