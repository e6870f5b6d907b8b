"""What a server for writers is started with."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from solecism.errors import InputError
from solecism.web.token_buckets import Rate
from solecism.write.dictionary import Dictionary

ANY_ORIGIN = "*"
_LOCAL_NAMES = frozenset(("localhost", "127.0.0.1", "::1"))
# People who write stay far below, even if many share an address.
_PER_ADDRESS = Rate(600, 100)


@dataclass(frozen=True, slots=True)
class OpenedText:
    """A document that the page begins with."""

    name: str = ""
    text: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server.

    `token` is needed by everybody if it is given, as it must be where other machines reach the
    server; then requests are limited by address as well. Pages of the origins in `cors` may use the
    server. `opened` is the document that the page begins with.
    """

    token: str | None = None
    cors: tuple[str, ...] = ()
    dictionary: Dictionary = field(default_factory=Dictionary)
    opened: OpenedText = OpenedText()
    per_address: Rate = _PER_ADDRESS
    detector: str | None = None

    def __post_init__(self) -> None:
        for origin in self.cors:
            parts = urlsplit(origin)
            is_origin = (
                parts.scheme and parts.netloc and origin == f"{parts.scheme}://{parts.netloc}"
            )
            if origin != ANY_ORIGIN and not is_origin:
                raise InputError(
                    f"{origin!r} is not an origin. Give one such as https://example.org, or *."
                )


def is_local(host: str) -> bool:
    """Whether a network address is reached from this machine only.

    >>> is_local("127.0.0.1"), is_local("localhost"), is_local("0.0.0.0")
    (True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host in _LOCAL_NAMES


def is_local_name(authority: str) -> bool:
    """Whether the Host header of a request names this machine, whatever the port.

    >>> is_local_name("localhost:8081"), is_local_name("[::1]:80"), is_local_name("evil.example")
    (True, True, False)
    """
    try:
        return (urlsplit(f"//{authority}").hostname or "") in _LOCAL_NAMES
    except ValueError:
        return False
