"""Intervals: what they hold, how they are printed, and what is undefined."""

from __future__ import annotations

import pytest

from solecism.figure import Interval, undefined_interval


def test_an_interval_holds_its_ends() -> None:
    interval = Interval(0.2, 0.6)
    assert 0.2 in interval
    assert 0.6 in interval
    assert 0.61 not in interval
    assert interval.half_width == pytest.approx(0.2)


def test_an_undefined_interval_says_why_and_holds_nothing() -> None:
    interval = undefined_interval("nobody answered")
    assert not interval.is_defined
    assert 0.5 not in interval
    assert str(interval) == "(nobody answered)"


def test_intervals_have_as_many_digits_as_asked_for() -> None:
    interval = Interval(0.25, 0.75)
    assert (str(interval), f"{interval}", f"{interval:.2f}") == (
        "[0.250, 0.750]",
        "[0.250, 0.750]",
        "[0.25, 0.75]",
    )
    assert f"{undefined_interval('no item'):.2f}" == "(no item)"
