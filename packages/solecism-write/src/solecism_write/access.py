"""Which requests the server for writers answers, and what it says to all others.

This machine's own pages and programs may use it, or people with the token. A page of another
website that asks the server on this machine is refused, by its origin and by what browsers tell
about requests; so is one whose name was made to lead to this machine. Bodies that are too large or
too slow are refused, too. Error responses are JSON for the page, and one line of text for clients
of LanguageTool.
"""

from __future__ import annotations

import math
from base64 import b64decode
from collections.abc import Iterable
from hmac import compare_digest
from html import escape
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie

import msgspec
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from solecism.errors import SolecismError
from solecism.system.clock import now
from solecism.web import HEADERS, TokenBuckets, body_in_time, network_of, with_headers
from solecism_write.checking import MAX_TEXT
from solecism_write.monitoring import HEALTH, METRICS, is_from_here
from solecism_write.settings import ANY_ORIGIN, PREFIX, Settings, is_local_name

COOKIE = "solecism_token"
EXPLAIN = "/explain/"
_MONTH = 30 * 86_400
_BODY_SECONDS = 30.0
_METHODS = "GET, POST, OPTIONS"
_REQUEST_HEADERS = "content-type, authorization, accept"


class AccessMiddleware:
    """Lets requests in or refuses them, and limits how many there are and how slow they may be."""

    def __init__(
        self, app: ASGIApp, *, settings: Settings, body_seconds: float = _BODY_SECONDS
    ) -> None:
        self.app, self.settings = app, settings
        self._buckets = TokenBuckets()
        self._body_seconds = body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        root = self.settings.root
        if root and (scope["path"] == root or scope["path"].startswith(f"{root}/")):
            # A proxy may send the path of the public address along, or leave it out.
            scope = {**scope, "path": scope["path"].removeprefix(root) or "/"}
        request = Request(scope)
        added = {**HEADERS, **self._cors_headers(request)}
        send = with_headers(send, added)
        refusal = self._refusal(request)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        await self.app(scope, limited_body(request, receive, seconds=self._body_seconds), send)

    def _refusal(self, request: Request) -> Response | None:
        """The response to a request that may not go on; None to one that may."""
        headers = request.headers
        if self.settings.token is None and not is_local_name(headers.get("host", "")):
            return problem(request, 403, "This server is for this machine only.")
        if request.scope["path"] == METRICS:
            is_known = self._is_known(request) if self.settings.token else False
            return None if is_known or is_from_here(request) else problem(request, 403, FROM_HERE)
        if request.scope["path"] == HEALTH:
            return None
        if not self._is_allowed_origin(request):
            return problem(request, 403, "Pages of other websites may not use this server.")
        if request.method == "OPTIONS" and "access-control-request-method" in headers:
            return Response(status_code=204)
        if is_too_large(request):
            return problem(request, 413, TOO_LARGE)
        if self.settings.token is None:
            return None
        stranger = self._stranger(request)
        return self._early(request) or stranger

    def _early(self, request: Request) -> Response | None:
        address = network_of(request.client.host if request.client else "")
        wait = self._buckets.take(address, self.settings.per_address, now())
        if not wait:
            return None
        refusal = problem(request, 429, "Too many requests. Wait a moment, and try again.")
        refusal.headers["retry-after"] = str(math.ceil(wait))
        return refusal

    def _stranger(self, request: Request) -> Response | None:
        """The response to somebody without the token, or who comes by the link with the token."""
        path, token = request.scope["path"], self.settings.token or ""
        if path.startswith(PREFIX):
            given, _, rest = path.removeprefix(PREFIX).partition("/")
            if not _is_same(given, token):
                if given != "v2":
                    return problem(request, 401, OLD_LINK)
                request.scope["path"] = f"/v2/{rest}"
                return problem(request, 401, CUT_TOKEN)
            if not rest:
                is_secure = self.settings.is_secure or request.url.scheme == "https"
                return _entered(token, is_secure=is_secure, n_up=1 + path.endswith("/"))
            request.scope["path"] = f"/{rest}"
            return None
        return None if self._is_known(request) else problem(request, 401, NO_TOKEN)

    def _is_known(self, request: Request) -> bool:
        """Whether somebody has the token, in a header or in a cookie."""
        given = (*_given_tokens(request.headers.get("authorization", "")), _cookie(request))
        return any(_is_same(each, self.settings.token or "") for each in given)

    def _is_allowed_origin(self, request: Request) -> bool:
        headers = request.headers
        origin = headers.get("origin")
        if origin is not None:
            return origin in self._origins(headers)
        if headers.get("sec-fetch-site", "none") in ("same-origin", "none"):
            return True
        # Somebody follows a link to the page itself, or to that about a kind of error.
        is_visit = headers.get("sec-fetch-mode") == "navigate" and request.method == "GET"
        path = request.scope["path"]
        return is_visit and (path == "/" or path.startswith((PREFIX, EXPLAIN)))

    def _origins(self, headers: Headers) -> Iterable[str]:
        """The origins that may use the server; the origin that asks is one if all may."""
        if ANY_ORIGIN in self.settings.cors:
            return (headers.get("origin", ""),)
        host = headers.get("host", "")
        own = filter(None, (self.settings.origin,))
        return (f"http://{host}", f"https://{host}", *own, *self.settings.cors)

    def _cors_headers(self, request: Request) -> dict[str, str]:
        origin = request.headers.get("origin")
        if not self.settings.cors or origin is None or origin not in self._origins(request.headers):
            return {}
        return {
            "access-control-allow-origin": origin,
            "access-control-allow-methods": _METHODS,
            "access-control-allow-headers": _REQUEST_HEADERS,
            "access-control-allow-private-network": "true",
            "cross-origin-resource-policy": "cross-origin",
            "vary": "origin",
        }


FROM_HERE = "The measurements are for this machine, or for who has the token."
NO_TOKEN = (
    "This server is for people who have its link. Ask whoever runs it for the link, which has a "
    "token in it, and open that."
)
OLD_LINK = "This link is not valid, or not any more. Ask whoever runs this server for a new one."
CUT_TOKEN = (
    "The token is missing. End the address of this server with a slash (https://HOST/t/TOKEN/), or "
    "write the token before its name (https://TOKEN:@HOST)."
)


def _entered(token: str, *, is_secure: bool, n_up: int) -> Response:
    """The way to the page, from a link below it: under which path that is, a proxy decides."""
    response = RedirectResponse(n_up * "../", 303)
    response.set_cookie(
        COOKIE, token, max_age=_MONTH, httponly=True, samesite="lax", secure=is_secure
    )
    return response


def _given_tokens(authorization: str) -> Iterable[str]:
    """What may be the token in a header: all of it, or the name or password of a user.

    >>> list(_given_tokens("Bearer abc")), list(_given_tokens("Basic YWJjOg=="))
    (['abc'], ['abc', ''])
    """
    scheme, _, value = authorization.partition(" ")
    if scheme.lower() != "basic":
        return [value if scheme.lower() == "bearer" else authorization]
    try:
        name, _, password = b64decode(value, validate=True).decode().partition(":")
    except ValueError:
        return []
    return [name, password]


def _cookie(request: Request) -> str:
    try:
        morsel = SimpleCookie(request.headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return morsel.value if morsel else ""


def _is_same(given: str, token: str) -> bool:
    return compare_digest(given.encode(errors="replace"), token.encode())


# Every character of a text may be escaped in JSON.
MAX_BODY = 6 * MAX_TEXT
MAX_DOCUMENT = 32 << 20
TOO_LARGE = "The request is too large."


def is_too_large(request: Request) -> bool:
    """Whether a request says that it is larger than it may be."""
    length = request.headers.get("content-length", "0")
    return not length.isdecimal() or int(length[:20]) > _limit(request)


def limited_body(request: Request, receive: Receive, *, seconds: float) -> Receive:
    """The messages of a request; one that is too large is refused.

    A body that does not end in time is taken as broken off.
    """
    limit, receive_in_time = _limit(request), body_in_time(receive, seconds=seconds)
    n_bytes = 0

    async def receive_limited() -> Message:
        nonlocal n_bytes
        message = await receive_in_time()
        n_bytes += len(message.get("body", b""))
        if n_bytes > limit:
            raise HTTPException(413, TOO_LARGE)
        return message

    return receive_limited


def _limit(request: Request) -> int:
    has_file = request.scope["path"].endswith(("/open", "/edited"))
    return MAX_DOCUMENT if has_file else MAX_BODY


# What LanguageTool answers where others answer that there were too many requests.
_TOO_MANY, _LANGUAGETOOL_TOO_MANY = 429, 426
_LANGUAGETOOL_PATHS = ("/v2", "/check", "/languages", "/words", "/healthcheck")
_PAGE_CHECK = "/check"


def is_languagetool(request: Request) -> bool:
    """Whether a request is one of LanguageTool's; the page's own checks are JSON."""
    path: str = request.scope["path"]
    if path == _PAGE_CHECK:
        return "json" not in request.headers.get("content-type", "")
    return path.startswith(_LANGUAGETOOL_PATHS)


_REFUSAL = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Solecism</title>
</head>
<body>
<main>
<h1>Solecism</h1>
<p>{message}</p>
</main>
</body>
</html>
"""


def problem(request: Request, status: int, message: str) -> Response:
    """What is wrong, in the form that the client expects: a page, JSON, or a line of text."""
    if "text/html" in request.headers.get("accept", "") and request.method == "GET":
        return HTMLResponse(_REFUSAL.format(message=escape(message)), status)
    if is_languagetool(request):
        status = _LANGUAGETOOL_TOO_MANY if status == _TOO_MANY else status
        return PlainTextResponse(f"Error: {message}", status)
    body = msgspec.json.encode({"error": message})
    return Response(body, status, media_type="application/json")


def input_problem(request: Request, error: Exception) -> Response:
    """The response to one of our own exceptions."""
    text = str(error)
    # The name of a file stays as it is.
    is_name = text.partition(" ")[0].endswith(":")
    return problem(request, 400, text if is_name else text[:1].upper() + text[1:])


def http_problem(request: Request, error: Exception) -> Response:
    """The response to what the framework refuses: no such address, a body that is too large."""
    if not isinstance(error, HTTPException):
        raise error
    status = HTTPStatus(error.status_code)
    is_explained = error.detail != status.phrase
    return problem(request, status, error.detail if is_explained else f"{status.phrase}.")


def broken_off(request: Request, error: Exception) -> Response:
    """The response to a body that did not arrive in time; nobody may be there to read it."""
    return problem(request, 408, "The request did not arrive in time.")


def server_problem(request: Request, error: Exception) -> Response:
    """The response to a bug; its traceback goes to the log."""
    response = problem(request, 500, "Something went wrong on the server.")
    response.headers.update(HEADERS)
    return response


HANDLERS = {
    SolecismError: input_problem,
    HTTPException: http_problem,
    ClientDisconnect: broken_off,
    500: server_problem,
}
