"""The guard before all pages: who asks how often, from where, and what browsers may do."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from solecism.serve.http.headers import HEADERS, HTTPS_HEADERS
from solecism.serve.http.problems import problem
from solecism.serve.http.rate_limits import Limits, Meters
from solecism.serve.http.session import NOBODY, RATER, is_secure
from solecism.serve.service import service

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class Guard:
    """Security headers on every response; changes only from our own pages, and not too many."""

    def __init__(self, app: ASGIApp, *, limits: Limits) -> None:
        self.app, self.meters = app, Meters(limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        request = Request(scope, receive)
        own = {**HEADERS, **HTTPS_HEADERS} if is_secure(request) else HEADERS

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in own.items():
                    headers.setdefault(name, value)
            await send(message)

        wait = self._wait(request)
        if wait is not None:
            late = problem(request, 429, headers={"retry-after": str(wait)})
            await late(scope, receive, guarded)
        elif not is_from_here(request):
            strange = problem(request, 403, "That came from a page that is not ours.")
            await strange(scope, receive, guarded)
        else:
            await self.app(scope, receive, guarded)

    def _wait(self, request: Request) -> int | None:
        """For how many seconds whoever asks must wait, None for no time."""
        if request.scope["path"].startswith("/static/"):
            return None
        session = RATER.read(request)
        return self.meters.wait(
            address=request.client.host if request.client else "",
            rater=session.subject if session else NOBODY,
            is_entry=request.method == "POST" and is_entry(request.scope["path"]),
            now=service(request).now,
        )


def is_entry(path: str) -> bool:
    """Whether somebody comes in here, who may try many links or passwords."""
    return path == "/join" or path.startswith(("/enter", "/admin/login"))


def is_from_here(request: Request) -> bool:
    """Whether a change comes from a page of ours, or from a program with a token of its own."""
    headers = Headers(scope=request.scope)
    if request.method in SAFE_METHODS or headers.get("authorization", "").startswith("Bearer "):
        return True
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    own = {headers.get("host", "")}
    address = service(request).address
    if address:
        own.add(urlsplit(address).netloc)
    return origin.partition("://")[2] in own - {""}
