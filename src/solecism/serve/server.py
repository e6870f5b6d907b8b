"""The server: an address taken before anything else, so that one in use is told at once."""

from __future__ import annotations

import socket

import uvicorn

from solecism.collect.study import Study
from solecism.errors import InputError
from solecism.serve.app import make_app
from solecism.serve.rates import Limits

_BACKLOG = 256


def bind(host: str, port: int) -> socket.socket:
    """A socket at this address; InputError where it is taken or not ours to take."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
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
    # No log of requests: links that let raters in, and their ids, stand in addresses.
    config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False)
    uvicorn.Server(config).run(sockets=[at])
