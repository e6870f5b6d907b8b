"""Intervals themselves: what they hold, their quantiles, and what is undefined."""

from __future__ import annotations

import math

import pytest
from scipy import stats

from solecism.errors import InputError
from solecism.uncertainty.interval import (
    Interval,
    logit_interval,
    normal_quantile,
    student_quantile,
    undefined,
)


def test_an_interval_holds_its_ends() -> None:
    interval = Interval(0.2, 0.6)
    assert 0.2 in interval
    assert 0.6 in interval
    assert 0.61 not in interval
    assert interval.half_width == pytest.approx(0.2)


def test_an_undefined_interval_says_why_and_holds_nothing() -> None:
    interval = undefined("nobody answered")
    assert not interval.is_defined
    assert 0.5 not in interval
    assert str(interval) == "(nobody answered)"


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
