"""What judgments cost: the figures of paper 003's table, and what is not known."""

from __future__ import annotations

import math
from datetime import datetime, timedelta

import pytest

from solecism.agreement.effort import Effort, PaidWork, task_effort
from solecism.judgment import Judgment

START = datetime(2010, 3, 1, 12)


def test_the_selection_task_of_the_paper_comes_out() -> None:
    judgments = [
        Judgment(f"s{site}", f"t{(site * 10 + n) % 49}", "in", seconds=9.0)
        for site in range(194)
        for n in range(10)
    ]
    pieces = [
        PaidWork(START, START + timedelta(minutes=30 * index / 1939), 0.02) for index in range(1940)
    ]
    found = task_effort(judgments, pieces, task="selection", fee=0.25)
    assert (found.n_items, found.n_judgments, found.n_raters) == (194, 1940, 49)
    assert found.per_item == 10
    assert found.cost == pytest.approx(48.50)
    assert found.cost_each == pytest.approx(0.025)
    assert found.elapsed_hours == pytest.approx(0.5)
    assert found.work_hours == pytest.approx(1940 * 9 / 3600)


def test_control_items_are_paid_and_not_counted_as_data() -> None:
    judgments = [Judgment("s1", "ann", "ok"), Judgment("c1", "ann", "ok", gold="ok")]
    found = task_effort(judgments, [], task="t", price=0.5)
    assert (found.n_items, found.n_judgments, found.n_control) == (1, 1, 1)
    assert found.cost == 1.0


def test_what_is_not_known_is_left_empty() -> None:
    found = task_effort([Judgment("s1", "ann", "ok")], [], task="t")
    assert math.isnan(found.cost)
    assert math.isnan(found.elapsed_hours)
    [row] = next(iter(Effort([found]).tables())).rows
    assert row == ("t", "1", "1.0", "1", "0", "", "", "1", "1", "1.0", "", "", "", "")


def test_simulated_raters_are_named_as_such() -> None:
    judgment = Judgment("s1", "ann", "ok", notes={"simulated": "yes"})
    [row] = next(iter(Effort([task_effort([judgment], [], task="t")]).tables())).rows
    assert row[-1] == "1 raters are simulated"


def test_busy_slow_and_untimed_raters_are_told_apart() -> None:
    by_rater: dict[str, list[float | None]] = {
        "ann": [2.0, 2.0, 2.0, 30.0],
        "bob": [1.0],
        "cy": [None],
    }
    judgments = [
        Judgment(f"s{number}", rater, "ok", seconds=time, gold="ok" if time == 30 else None)
        for rater, times in by_rater.items()
        for number, time in enumerate(times)
    ]
    pieces = [
        PaidWork(START + timedelta(hours=begun), START + timedelta(hours=done), 0.5)
        for begun, done in ((0, 1), (1, 4), (2, 3))
    ]
    found = task_effort(judgments, pieces, task="t")
    assert (found.n_items, found.n_judgments, found.n_control) == (3, 5, 1)
    assert (found.n_of_busiest, found.n_of_median) == (4, 1)
    assert found.seconds_each == 2
    # One answer was not timed, so nobody knows how long all of them took.
    assert math.isnan(found.work_hours)
    assert found.elapsed_hours == 4
    assert found.cost_each == pytest.approx(1.5 / 6)
