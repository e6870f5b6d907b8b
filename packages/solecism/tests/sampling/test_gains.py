"""The gain of one more judged item, against the variance computed with and without it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from solecism.sample_key import Stratum
from solecism.sampling.gains import stratum_gains

STRATA = (
    Stratum("sure", True, 400),
    Stratum("likely", True, 600),
    Stratum("unlikely", False, 7000),
    Stratum("hardly", False, 90),
)
N, ERRORS = [30, 20, 50, 90], [29.0, 12.5, 3.0, 10.0]


def log_odds_variance(n: list[int], flags: tuple[bool, ...]) -> float:
    """Var(logit R) of these strata with the rates of N and ERRORS, or of one side alone."""
    sizes = np.array([one.n_population for one in STRATA], dtype=float)
    rates = (np.array(ERRORS) + 0.5) / (np.array(N) + 1)
    parts = sizes**2 * rates * (1 - rates) * (1 / np.array(n) - 1 / sizes)
    total = 0.0
    for flag in flags:
        here = np.array([one.is_flagged is flag for one in STRATA])
        total += float(parts[here].sum() / (sizes @ (rates * here)) ** 2)
    return total


@pytest.mark.parametrize(("measure", "flags"), [("recall", (True, False)), ("precision", (True,))])
def test_a_gain_is_what_one_more_item_takes_from_the_variance(
    measure: str, flags: tuple[bool, ...]
) -> None:
    now = log_odds_variance(N, flags)
    gains = stratum_gains(STRATA, N, ERRORS, measure=measure)
    for place, gain in enumerate(gains[:3]):
        more = [n + (place == other) for other, n in enumerate(N)]
        assert gain == pytest.approx(now - log_odds_variance(more, flags))
    assert gains[3] == 0.0


def test_a_stratum_that_nobody_has_seen_comes_first() -> None:
    gains = stratum_gains(STRATA, [30, 20, 0, 5], [1.0, 2.0, 0.0, 0.0], measure="recall")
    assert gains[2] == math.inf
    assert all(0 < gain < math.inf for gain in (gains[0], gains[1], gains[3]))
