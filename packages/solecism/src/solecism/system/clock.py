"""The clock. Only commands and servers read it: library functions take the time as a parameter."""

from __future__ import annotations

import time


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
