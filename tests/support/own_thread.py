"""Coroutines in a thread of their own: a browser in the same process has a loop in the main one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

import anyio


def run_in_own_thread(function: Callable[[], Awaitable[object]]) -> None:
    """Run a coroutine function to its end."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(anyio.run, function).result()
