"""The web server of a study, and its limits on connections.

A client that sends its request slowly costs a connection for as long as the server waits for it.
So a request must be there as a whole within a minute, and when all connections are in use, the one
that has waited longest without a complete request makes way for a new one. Requests that the server
is working on are never cut off.

Only one server may use a study: it remembers who is signed in, and several would wait for one
another's changes. With SQLite the lock is an open transaction in a database of its own, with
PostgreSQL an advisory lock of a connection: it ends with the process, however that ends, on every
operating system.
"""

from __future__ import annotations

import asyncio
import socket
import sqlite3
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from sqlalchemy import func, select
from starlette.applications import Starlette
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from solecism.errors import InputError
from solecism.web import check_networks
from solecism_study.serve.app import make_app
from solecism_study.serve.http.middleware import RateLimits
from solecism_study.serve.multi_study_app import MultiStudyApp, make_multi_study_app
from solecism_study.serve.service import PROLIFIC, PlatformKeys
from solecism_study.study import Study

_KEEP_ALIVE = 75
# Requests that are being answered when the server is told to stop have so long to be finished.
_LAST_SECONDS = 5


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """How people reach a server.

    `address` is its public base URL, `proxies` are the addresses or networks of proxies that are
    believed when they say whom they speak for, and `keys` is where the platform's keys are.
    """

    address: str | None = None
    proxies: Sequence[str] = ()
    keys: str = PROLIFIC

    def __post_init__(self) -> None:
        check_networks(self.proxies)


_LOCAL = PublicAddress()


def serve(
    study: Study,
    at: socket.socket,
    *,
    front: PublicAddress = _LOCAL,
    limits: RateLimits | None = None,
) -> None:
    """Serve a study at a socket until the process is stopped."""
    keys = PlatformKeys(front.keys)
    app = make_app(study, address=front.address, limits=limits, keys=keys)
    # Ctrl+C is the usual way to stop it, not an error.
    with suppress(KeyboardInterrupt):
        QueueingServer(_config(app, front)).run(sockets=[at])


def serve_multiple(
    studies: Sequence[Study],
    at: socket.socket,
    *,
    front: PublicAddress,
    limits: RateLimits | None = None,
) -> None:
    """Serve several studies at a socket until the process is stopped."""
    with suppress(KeyboardInterrupt):
        app = make_multi_study_app(
            studies, address=front.address or "", limits=limits, keys=PlatformKeys(front.keys)
        )
        QueueingServer(_config(app, front)).run(sockets=[at])


def check_public_address(study: Study, front: PublicAddress) -> None:
    """Raise InputError where signed links could not be checked."""
    platform = study.configuration.platform
    if platform is not None and platform.is_signed and not front.address:
        raise InputError(
            "raters come with signed links, which name the address of the study. Give --address."
        )


class QueueingServer(uvicorn.Server):
    """A server that takes a few connections at a time from a long queue.

    asyncio would take as many as fit into the queue before it looks at any of them: in a rush there
    would be more than the files that the process may open, and connections whose request is there
    already would make way for others.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets=sockets)
        for one in sockets or ():
            one.listen(_QUEUE)


def _config(app: Starlette | MultiStudyApp, front: PublicAddress) -> uvicorn.Config:
    CappedProtocol.most = max_connections()
    # No access log: addresses contain invitation links and the ids of raters.
    return uvicorn.Config(
        app,
        http=CappedProtocol,
        log_level="warning",
        access_log=False,
        backlog=_AT_ONCE,
        server_header=False,
        # Anybody can send the header X-Forwarded-For: it counts only if a named proxy sends it.
        proxy_headers=bool(front.proxies),
        forwarded_allow_ips=list(front.proxies),
        # Raters think for longer than the default of five seconds: keep their connections open.
        timeout_keep_alive=_KEEP_ALIVE,
        # A request that never ends must not keep the server from stopping.
        timeout_graceful_shutdown=_LAST_SECONDS,
    )


REQUEST_SECONDS = 60.0
_MAX_CONNECTIONS = 2000
_QUEUE, _AT_ONCE = 4096, 100
"""How many connections the system keeps for the server, and how many it takes at once from them."""

_OTHER_FILES = 1024
"""Files that the process needs besides connections: the database, its log, libraries, and some
hundred connections that were just taken from the queue, or are being closed."""


def max_connections() -> int:
    """How many connections a process can have; the system's limit on files is raised for it."""
    try:
        import resource
    except ImportError:
        # Windows has no such limit.
        return _MAX_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MAX_CONNECTIONS + _OTHER_FILES
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        soft = allowed
    return (
        _MAX_CONNECTIONS
        if soft == resource.RLIM_INFINITY
        else max(16, min(_MAX_CONNECTIONS, soft - min(_OTHER_FILES, soft // 2)))
    )


class CappedProtocol(HttpToolsProtocol):
    """A connection that can be closed while its request is incomplete."""

    request_seconds = REQUEST_SECONDS
    most = _MAX_CONNECTIONS

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


LOCK_FILE = "served.lock"
_LOCK_KEY = 0x50_1E_C1_5A
"""Each study in PostgreSQL has a database of its own, so one number is enough."""


@contextmanager
def lock_against_other_servers(study: Study) -> Iterator[None]:
    """Hold the lock of this study; InputError where another server holds it."""
    taken = InputError(
        f"{study.database.name}: another process serves this study already. Stop it first."
    )
    if not study.database.is_sqlite:
        with study.database.read_once() as connection:
            if not connection.execute(select(func.pg_try_advisory_lock(_LOCK_KEY))).scalar():
                raise taken
            yield
            # The lock ends with the connection, which may be lost already.
            connection.invalidate()
        return
    path = Path(study.database.name) / LOCK_FILE
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise taken from error
        yield
