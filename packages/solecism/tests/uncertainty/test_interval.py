"""Quantiles for a level, and the interval of a share by its log-odds."""

from __future__ import annotations

import math

import pytest
from scipy import stats

from solecism.errors import InputError
from solecism.uncertainty.quantiles import logit_interval, normal_quantile, student_quantile


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
def test_quantiles_are_those_of_scipy(level: float) -> None:
    assert normal_quantile(level) == pytest.approx(stats.norm.ppf((1 + level) / 2))
    assert student_quantile(level, 3.5) == pytest.approx(stats.t.ppf((1 + level) / 2, 3.5))
    assert student_quantile(level, math.inf) == normal_quantile(level)


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0, -1.0])
def test_a_level_must_be_a_share(level: float) -> None:
    with pytest.raises(InputError, match="between 0 and 1"):
        normal_quantile(level)


def test_a_logit_interval_stays_inside_and_has_none_at_the_edge() -> None:
    assert 0 < logit_interval(0.01, 0.001).low < logit_interval(0.01, 0.001).high < 1
    assert not logit_interval(1.0, 0.1).is_defined
    assert not logit_interval(math.nan, 0.1).is_defined
