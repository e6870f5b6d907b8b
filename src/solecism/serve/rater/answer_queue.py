"""Answers are kept a few at a time, in the order in which they come.

One database keeps them all: more at once would wait for one another there, each with a connection
of its own, and whoever came first would not be done first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request

AT_ONCE = 8
P = ParamSpec("P")
T = TypeVar("T")


async def in_turn(
    request: Request, work: Callable[P, T], /, *arguments: P.args, **options: P.kwargs
) -> T:
    """What the work gives, done in a thread when it is its turn."""
    limiter = request.app.state.turnstile
    assert isinstance(limiter, CapacityLimiter)  # noqa: S101 - a programming error
    return await to_thread.run_sync(partial(work, *arguments, **options), limiter=limiter)
