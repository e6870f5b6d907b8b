"""The web server of a study, in one process or several."""

from __future__ import annotations

import os
import socket
from collections.abc import Sequence
from contextlib import suppress

import uvicorn
from starlette.applications import Starlette
from uvicorn.supervisors import Multiprocess

from solecism.collect.study import Study, open_study
from solecism.errors import InputError
from solecism.serve.app import make_app
from solecism.serve.http.rate_limits import RateLimits
from solecism.serve.several import SeveralStudies, make_several

_KEEP_ALIVE = 75
# Environment variables that tell each of several processes what to serve.
_STUDY, _ADDRESS = "SOLECISM_STUDY", "SOLECISM_ADDRESS"


def serve(
    study: Study, at: socket.socket, *, address: str | None = None, limits: RateLimits | None = None
) -> None:
    """Serve a study at a socket until the process is stopped."""
    app = make_app(study, address=address, limits=limits)
    # Ctrl+C is the usual way to stop it, not an error.
    with suppress(KeyboardInterrupt):
        uvicorn.Server(_config(app)).run(sockets=[at])


def serve_several(
    studies: Sequence[Study], at: socket.socket, *, address: str, limits: RateLimits | None = None
) -> None:
    """Serve several studies at a socket until the process is stopped."""
    with suppress(KeyboardInterrupt):
        app = make_several(studies, address=address, limits=limits)
        uvicorn.Server(_config(app)).run(sockets=[at])


def serve_by_many(
    location: str, at: socket.socket, *, n_workers: int, address: str | None = None
) -> None:
    """Serve a study with several processes until they are stopped."""
    os.environ[_STUDY] = location
    os.environ[_ADDRESS] = address or ""
    config = _config("solecism.serve.server:app_of_process", workers=n_workers)
    Multiprocess(config, [at]).run()


def check_workers(study: Study, n_workers: int) -> None:
    """Raise InputError where the study's database does not support several processes."""
    if n_workers > 1 and study.database.is_sqlite:
        raise InputError(
            f"{n_workers} processes cannot share SQLite. "
            "Leave out --workers, or keep the study in PostgreSQL."
        )


def app_of_process() -> Starlette:
    """The application in one of several processes."""
    return make_app(open_study(os.environ[_STUDY]), address=os.environ[_ADDRESS] or None)


def _config(app: Starlette | SeveralStudies | str, *, workers: int = 1) -> uvicorn.Config:
    # No access log: addresses contain invitation links and the ids of raters.
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        workers=workers,
        log_level="warning",
        access_log=False,
        server_header=False,
        # Raters think for longer than the default of five seconds: keep their connections open.
        timeout_keep_alive=_KEEP_ALIVE,
    )
