"""Security of every request: headers, rate limits, and changes from our own pages only."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from solecism.serve.http.problems import problem_response
from solecism.serve.http.rate_limits import RateLimiter, RateLimits
from solecism.serve.http.session import ANONYMOUS, RATER, is_secure
from solecism.serve.service import service
from solecism.web.body import body_in_time
from solecism.web.headers import HEADERS, HTTPS_HEADERS, with_headers

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
