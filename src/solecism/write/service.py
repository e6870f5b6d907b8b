"""What every request needs: the settings of the server, and its checkers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import anyio
from anyio import to_thread
from starlette.requests import Request

from solecism.write.checking import Checking
from solecism.write.settings import Settings

_N_DOCUMENTS = 2

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Service:
    """A server's settings and checkers; few documents are opened or saved at the same time."""

    settings: Settings
    checking: Checking
    documents: anyio.CapacityLimiter = field(
        default_factory=lambda: anyio.CapacityLimiter(_N_DOCUMENTS)
    )

    async def in_thread(self, work: Callable[[], T]) -> T:
        """The result of work on a document."""
        return await to_thread.run_sync(work, limiter=self.documents)


def service(request: Request) -> Service:
    """The service that a request was sent to."""
    serving = request.app.state.service
    assert isinstance(serving, Service)  # noqa: S101 - a programming error
    return serving
