"""Security of every request: headers, rate limits, and changes from our own pages only."""

from __future__ import annotations

import math
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from solecism.web import (
    HEADERS,
    HTTPS_HEADERS,
    Rate,
    TokenBuckets,
    body_in_time,
    network_of,
    with_headers,
)
from solecism_study.serve.http.problems import problem_response
from solecism_study.serve.http.session import ANONYMOUS, RATER, is_secure
from solecism_study.serve.service import service

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
# A body that takes longer is given up: its connection is one of few.
_BODY_SECONDS = 30.0


class SecurityMiddleware:
    """Sets security headers, and refuses requests that are too many or from another site.

    Bodies that do not come in time are given up.
    """

    def __init__(self, app: ASGIApp, *, limits: RateLimits) -> None:
        self.app, self.limiter = app, RateLimiter(limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        request = Request(scope, receive)
        added = {**HEADERS, **HTTPS_HEADERS} if is_secure(request) else HEADERS
        send_with_headers = with_headers(send, added)
        wait = self._wait(request)
        if wait is not None:
            refusal = problem_response(request, 429, headers={"retry-after": str(wait)})
            await refusal(scope, receive, send_with_headers)
        elif not is_same_origin(request):
            refusal = problem_response(request, 403, "This request came from another website.")
            await refusal(scope, receive, send_with_headers)
        else:
            in_time = body_in_time(receive, seconds=_BODY_SECONDS)
            await self.app(scope, in_time, send_with_headers)

    def _wait(self, request: Request) -> int | None:
        """Seconds that the client must wait before this request; None where it need not."""
        if request.scope["path"].startswith("/static/"):
            return None
        session = RATER.signed(request)
        return self.limiter.wait(
            address=request.client.host if request.client else "",
            rater=session.subject if session else ANONYMOUS,
            is_entry=request.method == "POST" and is_entry(request.scope["path"]),
            now=service(request).now,
        )


def is_entry(path: str) -> bool:
    """Whether this path lets people in, so that many links or passwords could be tried."""
    return path == "/join" or path.startswith(("/enter", "/admin/login"))


def is_same_origin(request: Request) -> bool:
    """Whether a change comes from one of our own pages, or from a program with an API token."""
    headers = Headers(scope=request.scope)
    if request.method in SAFE_METHODS or headers.get("authorization", "").startswith("Bearer "):
        return True
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    hosts = {headers.get("host", "")}
    address = service(request).address
    if address:
        hosts.add(urlsplit(address).netloc)
    return origin.partition("://")[2] in hosts - {""}


# A class of a hundred may sit behind one address and begin at once, some of them twice.
_PER_RATER, _PER_ADDRESS, _ENTRY = Rate(120, 20), Rate(2000, 200), Rate(300, 5)


@dataclass(frozen=True, slots=True)
class RateLimits:
    """The limits of a server; people working by hand stay far below, even at a shared address."""

    per_rater: Rate = _PER_RATER
    per_address: Rate = _PER_ADDRESS
    entry: Rate = _ENTRY


class RateLimiter(TokenBuckets):
    """Counts the requests of every client."""

    def __init__(self, limits: RateLimits) -> None:
        super().__init__()
        self.limits = limits

    def wait(self, *, address: str, rater: int, is_entry: bool, now: int) -> int | None:
        """Count a request; the seconds by which it came too early, None where it did not."""
        network = network_of(address)
        waits = [self.take(("address", network), self.limits.per_address, now)]
        if rater:
            waits.append(self.take(("rater", rater), self.limits.per_rater, now))
        if is_entry:
            waits.append(self.take(("entry", network), self.limits.entry, now))
        longest = max(waits)
        return math.ceil(longest) if longest > 0 else None
