"""Intervals of time, for what is done now and then; no result depends on them."""

from __future__ import annotations

import time
from collections.abc import Callable


def passed(seconds: float, *, clock: Callable[[], float] = time.monotonic) -> Callable[[], bool]:
    """A function that tells whether so many seconds have passed since it last said so.

    >>> times = iter([0.0, 0.5, 1.5, 2.0])
    >>> is_time = passed(1.0, clock=lambda: next(times))
    >>> is_time(), is_time(), is_time()
    (False, True, False)
    """
    last = clock()

    def is_time() -> bool:
        nonlocal last
        now = clock()
        if now - last < seconds:
            return False
        last = now
        return True

    return is_time
