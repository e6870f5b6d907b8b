"""Coroutines in a thread of their own: a browser in the same process has a loop in the main one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import anyio

_Result = TypeVar("_Result")


def run_in_own_thread(function: Callable[[], Awaitable[_Result]]) -> _Result:
    """The result of a coroutine function that is run to its end."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(anyio.run, function).result()
