"""The web server for writers, in one process."""

from __future__ import annotations

import ctypes
import socket
from contextlib import suppress

import uvicorn
from starlette.applications import Starlette

# More connections than this at the same time are answered with 503.
_MAX_CONNECTIONS = 2_000
_KEEP_ALIVE = 75
_M_ARENA_MAX = -8


def serve(app: Starlette, at: socket.socket) -> None:
    """Serve the application at a socket until the process is stopped."""
    allow_many_connections()
    _share_free_memory()
    # No access log, and nothing of the texts in any log.
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE,
        limit_concurrency=_MAX_CONNECTIONS,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=64 << 10,
    )
    # Ctrl+C is the usual way to stop it, not an error.
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[at])


def allow_many_connections() -> None:
    """Raise the number of files that this process may open to what the system allows."""
    try:
        import resource
    except ImportError:
        # Windows has no such limit.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * _MAX_CONNECTIONS if hard == resource.RLIM_INFINITY else hard
    if soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, 2 * _MAX_CONNECTIONS), hard))


def _share_free_memory() -> None:
    """Let all threads use the same free memory, where the system's library is that of GNU.

    Otherwise each thread keeps what it has freed, which is a tenth of all memory.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)
