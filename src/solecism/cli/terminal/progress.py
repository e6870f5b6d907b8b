"""A progress bar on a terminal, and nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

# How much is done, and the total; None if it is not known.
Progress = Callable[[int, int | None], None]
_Item = TypeVar("_Item")


@contextmanager
def progress_bar(before: str, during: str, *, seconds: float = 2.0) -> Iterator[Progress | None]:
    """A function that updates a bar on a terminal, None elsewhere; `during` becomes its text.

    The bar has the rate and the time left. It appears after some seconds: short work needs none.
    """
    if not sys.stderr.isatty():
        yield None
        return
    bar = _bar()
    task = bar.add_task(before, total=None)
    start = Timer(seconds, bar.start)
    start.daemon = True
    start.start()
    try:
        yield lambda done, total: bar.update(task, description=during, completed=done, total=total)
    finally:
        start.cancel()
        start.join()
        bar.stop()


def _bar() -> Bar:
    from rich import progress
    from rich.console import Console

    class Rate(progress.ProgressColumn):
        """How much is done per second."""

        def render(self, task: progress.Task) -> str:
            return "" if task.speed is None else f"{task.speed:,.0f}/s"

    return progress.Progress(
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.TaskProgressColumn(),
        Rate(),
        progress.TimeRemainingColumn(),
        console=Console(stderr=True),
    )


def with_progress(
    items: Iterable[_Item],
    progress: Progress | None,
    *,
    total: int | None = None,
    every: int = 100,
) -> Iterator[_Item]:
    """The same items; the bar is updated at intervals, and after the last item of a known total."""
    for number, item in enumerate(items, 1):
        yield item
        if progress is not None and (number % every == 0 or number == total):
            progress(number, total)
