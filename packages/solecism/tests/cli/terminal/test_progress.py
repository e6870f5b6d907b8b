"""Progress bars: on a terminal only."""

from __future__ import annotations

import io
import sys
import time
from types import SimpleNamespace

import pytest

from solecism.cli.terminal import output
from solecism.cli.terminal.output import _Bar, progress_bar, with_progress


class Terminal(io.StringIO):
    """Something to write on that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_what_is_done_and_how_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with progress_bar("Reading", "Learning", seconds=0.0) as progress:
        assert progress is not None
        progress(1, 4)
        progress(3, 4)
        for _ in range(600):
            if "75%" in screen.getvalue():
                break
            time.sleep(0.05)
    assert "Learning" in screen.getvalue()
    assert "75%" in screen.getvalue()
    assert "/s" in screen.getvalue()


def test_a_step_without_an_update_shows_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with progress_bar("Reading", "Learning", seconds=0.0):
        for _ in range(600):
            if "Reading" in screen.getvalue():
                break
            time.sleep(0.05)
    assert "Reading" in screen.getvalue()
    assert "Learning" not in screen.getvalue()
    assert screen.getvalue().endswith("\n")


@pytest.mark.parametrize(
    ("columns", "done", "total", "shown"),
    [
        (80, 30, 40, "Learning  75% ##############################---------- 3.0/s, 0:03 left"),
        (50, 30, 40, "Learning  75% ##############---- 3.0/s, 0:03 left"),
        (20, 30, 40, "Learning  75%  3.0/"),
        (80, 0, 40, "Learning   0% ---------------------------------------- 0.0/s, ? left"),
        (80, 50, 40, "Learning 100% ######################################## 5.0/s, 0:00 left"),
        (80, 123_000, None, "Learning 123,000, 12,300.0/s, 0:10"),
        (80, 0, None, "Learning 0:10"),
    ],
)
def test_a_bar_is_as_wide_as_the_terminal_allows(
    columns: int, done: int, total: int | None, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter((100.0, 110.0))
    # Not the clock of threads that other tests have left behind.
    monkeypatch.setattr(output, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    bar = _Bar("Learning")
    bar.done, bar.total = done, total
    assert bar._line(columns - 1) == shown


def test_a_clock_that_stands_still_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "time", SimpleNamespace(monotonic=lambda: 100.0))
    bar = _Bar("Learning")
    bar.done, bar.total = 1, 2
    assert bar._line(40).startswith("Learning  50% ")


def test_short_work_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with progress_bar("Reading", "Learning", seconds=3_600.0) as progress:
        assert progress is not None
        progress(3, 4)
    assert screen.getvalue() == ""


def test_a_pipe_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with progress_bar("Reading", "Learning") as progress:
        assert progress is None
    assert pipe.getvalue() == ""


@pytest.mark.parametrize(("n_items", "shown"), [(0, []), (7, [7]), (250, [100, 200, 250])])
def test_the_bar_moves_every_hundred_items_and_at_the_end(n_items: int, shown: list[int]) -> None:
    calls: list[tuple[int, int | None]] = []
    items = list(range(n_items))

    def progress(done: int, total: int | None) -> None:
        calls.append((done, total))

    assert list(with_progress(items, progress, total=n_items)) == items
    assert calls == [(done, n_items) for done in shown]
    assert list(with_progress(items, None, total=n_items)) == items


def test_of_an_unknown_number_of_items_the_end_is_not_shown() -> None:
    calls: list[tuple[int, int | None]] = []

    def progress(done: int, total: int | None) -> None:
        calls.append((done, total))

    assert list(with_progress(range(5), progress, every=2)) == [0, 1, 2, 3, 4]
    assert calls == [(2, None), (4, None)]
