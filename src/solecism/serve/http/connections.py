"""Connections: how many there may be, and how long a request may take to arrive.

A client that sends its request slowly costs a connection for as long as the server waits for it.
So a request must be there as a whole within a minute, and when all connections are in use, the one
that has waited longest without a complete request makes way for a new one. Requests that the server
is working on are never cut off.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

REQUEST_SECONDS = 60.0
_MOST = 2000
_OTHER_FILES = 256
"""Files that the process needs besides connections: the database, its log, libraries."""


def most_connections() -> int:
    """How many connections a process can have; the system's limit on files is raised for it."""
    try:
        import resource
    except ImportError:
        # Windows has no such limit.
        return _MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST + _OTHER_FILES
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        soft = allowed
    return _MOST if soft == resource.RLIM_INFINITY else max(16, min(_MOST, soft - _OTHER_FILES))


class CappedProtocol(HttpToolsProtocol):
    """A connection that can be closed while its request is incomplete."""

    request_seconds = REQUEST_SECONDS
    most = _MOST

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # All connections of this server that wait for a request, the oldest first.
        waiting = self.server_state.__dict__.setdefault("waiting", OrderedDict())
        self._waiting: OrderedDict[CappedProtocol, None] = waiting
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, in place of the one that waits longest where there are too many."""
        if len(self.connections) >= self.most:
            if not self._waiting:
                transport.abort()
                return
            oldest, _ = self._waiting.popitem(last=False)
            oldest.transport.abort()
        super().connection_made(transport)
        self._wait()
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._clear_deadline()
        self._waiting.pop(self, None)
        if self.transport is not None:
            super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Start the time in which a request must arrive."""
        super().on_message_begin()
        if self._deadline is None:
            self._set_deadline()

    def on_message_complete(self) -> None:
        """Note that a request has arrived: its connection stays until it is answered."""
        super().on_message_complete()
        self._clear_deadline()
        self._waiting.pop(self, None)

    def on_response_complete(self) -> None:
        """Note that a connection waits for its next request."""
        super().on_response_complete()
        if not self.transport.is_closing() and not self.pipeline:
            self._wait()

    def _wait(self) -> None:
        self._waiting[self] = None
        self._waiting.move_to_end(self)

    def _set_deadline(self) -> None:
        self._deadline = self.loop.call_later(self.request_seconds, self.transport.abort)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
