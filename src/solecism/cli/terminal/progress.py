"""A progress bar on a terminal, and nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

# How much is done, and the total; None if it is not known.
Progress = Callable[[int, int | None], None]
_Item = TypeVar("_Item")


@contextmanager
def progress_bar(before: str, during: str) -> Iterator[Progress | None]:
    """A function that updates a bar on a terminal, None elsewhere; `during` becomes its text."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True)) as bar:
        task = bar.add_task(before, total=None)
        yield lambda done, total: bar.update(task, description=during, completed=done, total=total)


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
