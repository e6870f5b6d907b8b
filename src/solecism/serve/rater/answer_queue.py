"""A queue for answers: a few are saved at a time, in the order in which they arrive.

They all go to one database, where more at a time would only wait for one another, each with a
connection of its own, and the first to arrive would not be the first to finish.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request

N_CONCURRENT = 8
P = ParamSpec("P")
T = TypeVar("T")


async def run_in_queue(
    request: Request, work: Callable[P, T], /, *arguments: P.args, **options: P.kwargs
) -> T:
    """The result of some work, which is done in a thread when its turn has come."""
    limiter = request.app.state.answer_queue
    assert isinstance(limiter, CapacityLimiter)  # noqa: S101 - a programming error
    return await to_thread.run_sync(partial(work, *arguments, **options), limiter=limiter)
