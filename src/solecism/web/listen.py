"""The socket of a server."""

from __future__ import annotations

import socket

from solecism.errors import InputError

_BACKLOG = 256


def bind(host: str, port: int) -> socket.socket:
    """A listening socket at this address; InputError where the address cannot be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol given, asyncio sends small packets at once and not after 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(_BACKLOG)
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{host}:{port}: {reason}. Choose another port with --port.") from error
    return listening
