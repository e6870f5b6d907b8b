"""The server: an address taken before anything else, so that one in use is told at once."""

from __future__ import annotations

import os
import socket
from contextlib import suppress

import uvicorn
from starlette.applications import Starlette
from uvicorn.supervisors import Multiprocess

from solecism.collect.study import Study, open_study
from solecism.errors import InputError
from solecism.serve.app import make_app
from solecism.serve.http.rate_limits import Limits

_BACKLOG = 256
_KEEP_ALIVE = 75
# How processes that share the work are told what they serve.
_STUDY, _ADDRESS = "SOLECISM_STUDY", "SOLECISM_ADDRESS"


def bind(host: str, port: int) -> socket.socket:
    """A socket at this address; InputError where it is taken or not ours to take."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends small packets at once and not after 40 ms.
    taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
        taken.listen(_BACKLOG)
    except (OSError, OverflowError) as error:
        taken.close()
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{host}:{port}: {reason}. Give another with --port.") from error
    return taken


def serve(
    study: Study, at: socket.socket, *, address: str | None = None, limits: Limits | None = None
) -> None:
    """Serve a study's pages at a socket until told to stop."""
    app = make_app(study, address=address, limits=limits)
    # Ctrl+C is how it is told to stop: no error.
    with suppress(KeyboardInterrupt):
        uvicorn.Server(_config(app)).run(sockets=[at])


def serve_by_many(
    location: str, at: socket.socket, *, n_workers: int, address: str | None = None
) -> None:
    """Serve a study by several processes until told to stop."""
    os.environ[_STUDY] = location
    os.environ[_ADDRESS] = address or ""
    config = _config("solecism.serve.server:app_of_process", workers=n_workers)
    Multiprocess(config, [at]).run()


def check_workers(study: Study, n_workers: int) -> None:
    """InputError where a study's database does not let several processes write."""
    if n_workers > 1 and study.database.is_sqlite:
        raise InputError(
            f"{n_workers} processes cannot share SQLite. "
            "Leave out --workers, or keep the study in PostgreSQL."
        )


def app_of_process() -> Starlette:
    """The application of one process of several."""
    return make_app(open_study(os.environ[_STUDY]), address=os.environ[_ADDRESS] or None)


def _config(app: Starlette | str, *, workers: int = 1) -> uvicorn.Config:
    # No log of requests: links that let raters in, and their ids, stand in addresses.
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        workers=workers,
        log_level="warning",
        access_log=False,
        server_header=False,
        # Raters think for longer than the usual five seconds: their line is kept.
        timeout_keep_alive=_KEEP_ALIVE,
    )
