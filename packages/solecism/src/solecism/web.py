"""Parts of HTTP servers: bodies, security headers, rate limits, static files and sockets."""

from __future__ import annotations

import re
import socket
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TypeVar

import anyio
import msgspec
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

from solecism.errors import InputError

_PLACE = re.compile(r" - at (?:`key` in )?`\$\.?(.*)`$")

T = TypeVar("T")


async def read_json(request: Request, kind: type[T]) -> T:
    """The JSON body of a request as an object of this type; InputError where it is not valid."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InputError(f"the request body is not valid: {_explain(error)}.") from error


def read_query(query: Mapping[str, str], kind: type[T]) -> T:
    """The query parameters as an object of this type; InputError where they are not valid."""
    try:
        return msgspec.convert(dict(query), kind, strict=False)
    except msgspec.ValidationError as error:
        raise InputError(f"the query parameters are not valid: {_explain(error)}.") from error


def body_in_time(receive: Receive, *, seconds: float) -> Receive:
    """The messages of a request; a body that does not end in time is taken as broken off."""
    deadline = anyio.current_time() + seconds
    is_whole = False

    async def receive_in_time() -> Message:
        nonlocal is_whole
        if is_whole:
            return await receive()
        message: Message = {"type": "http.disconnect"}
        with anyio.move_on_after(max(0.0, deadline - anyio.current_time())):
            message = await receive()
        is_whole = not message.get("more_body", False)
        return message

    return receive_in_time


def _explain(error: Exception) -> str:
    """What is wrong, after the name of the field if there is one.

    >>> _explain(ValueError("Expected `str`, got `int` - at `$.values[...]`"))
    'field `values[...]`: expected `str`, got `int`'
    >>> _explain(ValueError("Object missing required field `token`"))
    'object missing required field `token`'
    >>> _explain(ValueError("JSON is malformed: invalid character (byte 0)"))
    'JSON is malformed: invalid character (byte 0)'
    """
    text = str(error)
    place = _PLACE.search(text)
    problem = _PLACE.sub("", text)
    if problem[1:2].islower():
        problem = problem[:1].lower() + problem[1:]
    return f"field `{place[1]}`: {problem}" if place and place[1] else problem


POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Invitation links are addresses: no other site may learn them.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
HTTPS_HEADERS = {"strict-transport-security": "max-age=31536000"}


def with_headers(send: Send, added: Mapping[str, str]) -> Send:
    """A function that sends responses with these headers, where they do not have them already.

    A header that a response has without a value is left out.
    """

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in added.items():
                if headers.setdefault(name, value) == "":
                    del headers[name]
        await send(message)

    return send_with_headers


_MAX_BUCKETS = 20_000


@dataclass(frozen=True, slots=True)
class Rate:
    """A bucket of `burst` requests that refills by `per_second` requests per second."""

    burst: float
    per_second: float


class TokenBuckets:
    """One bucket per client; those of clients that have not come back for longest are forgotten."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[Hashable, tuple[float, int]] = OrderedDict()

    def take(self, client: Hashable, rate: Rate, now: int) -> float:
        """Count a client's request; the seconds by which it came too early, 0 where it did not."""
        left, since = self._buckets.pop(client, (rate.burst, now))
        left = min(rate.burst, left + max(0, now - since) / 1000 * rate.per_second)
        is_early = left < 1
        self._buckets[client] = (left if is_early else left - 1, now)
        if len(self._buckets) > _MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return (1 - left) / rate.per_second if is_early else 0.0


@lru_cache(4096)
def network_of(address: str) -> str:
    """The address itself, or for IPv6 its /64 network, of which one client may have all addresses.

    >>> network_of("2001:db8:1:2:3:4:5:6"), network_of("192.0.2.7")
    ('2001:db8:1:2::', '192.0.2.7')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(IPv6Address(int(parsed) >> 64 << 64))
    return address


def check_networks(proxies: Iterable[str]) -> None:
    """InputError if one of the proxies that are to be believed is no address and no network."""
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError as error:
            raise InputError(
                f"--proxy {proxy}: {error}. Give an IP address, or a network like 10.0.0.0/8."
            ) from error


_YEAR = 365 * 86_400


class CachedFiles(StaticFiles):
    """Static files with cache headers."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file; it may be cached for a year where its address has a digest of its content."""
        response = await super().get_response(path, scope)
        has_digest = scope["query_string"] and response.status_code == 200
        # Modules import one another by a plain address: for these browsers ask for changes.
        caching = f"public, max-age={_YEAR}, immutable" if has_digest else "no-cache"
        response.headers["cache-control"] = caching
        return response


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


def open_in_browser(page: str) -> None:
    """Open a page in a browser, if there is one, without waiting for it."""
    import webbrowser
    from threading import Thread

    def visit() -> None:
        with suppress(webbrowser.Error):
            webbrowser.open(page)

    Thread(target=visit, daemon=True).start()
