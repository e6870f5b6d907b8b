"""The web server of a study, in one process or several."""

from __future__ import annotations

import os
import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_network

import uvicorn
from starlette.applications import Starlette
from uvicorn.supervisors import Multiprocess

from solecism.collect.study import Study, open_study
from solecism.errors import InputError
from solecism.serve.app import make_app
from solecism.serve.http.connections import CappedProtocol, most_connections
from solecism.serve.http.rate_limits import RateLimits
from solecism.serve.platform_keys import PROLIFIC, PlatformKeys
from solecism.serve.several import SeveralStudies, make_several

_KEEP_ALIVE = 75
# Requests that are being answered when the server is told to stop have so long to be finished.
_LAST_SECONDS = 5
# Environment variables that tell each of several processes what to serve.
_STUDY, _ADDRESS, _KEYS = "SOLECISM_STUDY", "SOLECISM_ADDRESS", "SOLECISM_PLATFORM_KEYS"


@dataclass(frozen=True, slots=True)
class Front:
    """How people reach a server.

    `address` is its public base URL, `proxies` are the addresses or networks of proxies that are
    believed when they say whom they speak for, and `keys` is where the platform's keys are.
    """

    address: str | None = None
    proxies: Sequence[str] = ()
    keys: str = PROLIFIC

    def __post_init__(self) -> None:
        for proxy in self.proxies:
            try:
                ip_network(proxy)
            except ValueError as error:
                raise InputError(
                    f"--proxy {proxy}: {error}. Give an IP address, or a network like 10.0.0.0/8."
                ) from error


_LOCAL = Front()


def serve(
    study: Study, at: socket.socket, *, front: Front = _LOCAL, limits: RateLimits | None = None
) -> None:
    """Serve a study at a socket until the process is stopped."""
    keys = PlatformKeys(front.keys)
    app = make_app(study, address=front.address, limits=limits, keys=keys)
    # Ctrl+C is the usual way to stop it, not an error.
    with suppress(KeyboardInterrupt):
        uvicorn.Server(_config(app, front)).run(sockets=[at])


def serve_several(
    studies: Sequence[Study], at: socket.socket, *, front: Front, limits: RateLimits | None = None
) -> None:
    """Serve several studies at a socket until the process is stopped."""
    with suppress(KeyboardInterrupt):
        app = make_several(
            studies, address=front.address or "", limits=limits, keys=PlatformKeys(front.keys)
        )
        uvicorn.Server(_config(app, front)).run(sockets=[at])


def serve_by_many(
    location: str, at: socket.socket, *, n_workers: int, front: Front = _LOCAL
) -> None:
    """Serve a study with several processes until they are stopped."""
    os.environ[_STUDY] = location
    os.environ[_ADDRESS] = front.address or ""
    os.environ[_KEYS] = front.keys
    config = _config("solecism.serve.server:app_of_process", front, workers=n_workers)
    Multiprocess(config, [at]).run()


def check_workers(study: Study, n_workers: int) -> None:
    """Raise InputError where the study's database does not support several processes."""
    if n_workers > 1 and study.database.is_sqlite:
        raise InputError(
            f"{n_workers} processes cannot share SQLite. "
            "Leave out --workers, or keep the study in PostgreSQL."
        )


def check_front(study: Study, front: Front) -> None:
    """Raise InputError where signed links could not be checked."""
    platform = study.configuration.platform
    if platform is not None and platform.is_signed and not front.address:
        raise InputError(
            "raters come with signed links, which name the address of the study. Give --address."
        )


def app_of_process() -> Starlette:
    """The application in one of several processes."""
    return make_app(
        open_study(os.environ[_STUDY]),
        address=os.environ[_ADDRESS] or None,
        is_shared=True,
        keys=PlatformKeys(os.environ[_KEYS]),
    )


def _config(
    app: Starlette | SeveralStudies | str, front: Front, *, workers: int = 1
) -> uvicorn.Config:
    CappedProtocol.most = most_connections()
    # No access log: addresses contain invitation links and the ids of raters.
    return uvicorn.Config(
        app,
        http=CappedProtocol,
        factory=isinstance(app, str),
        workers=workers,
        log_level="warning",
        access_log=False,
        server_header=False,
        # Anybody can send the header X-Forwarded-For: it counts only if a named proxy sends it.
        proxy_headers=bool(front.proxies),
        forwarded_allow_ips=list(front.proxies),
        # Raters think for longer than the default of five seconds: keep their connections open.
        timeout_keep_alive=_KEEP_ALIVE,
        # A request that never ends must not keep the server from stopping.
        timeout_graceful_shutdown=_LAST_SECONDS,
    )
