"""Problems: what went wrong, as a page for people or as JSON for programs (RFC 9457)."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from solecism.errors import (
    ConflictError,
    DeniedError,
    MissingError,
    SignedOutError,
    SolecismError,
    StoreError,
)
from solecism.serve.http.headers import HEADERS
from solecism.serve.http.pages import page

# The first that fits: a kind stands before what it is a kind of.
_STATUS: dict[type[Exception], int] = {
    SignedOutError: 401,
    DeniedError: 403,
    MissingError: 404,
    ConflictError: 409,
    StoreError: 503,
    SolecismError: 422,
}
_WORDS = {
    400: "That cannot be read.",
    404: "There is no such page.",
    405: "That cannot be done here.",
    413: "That is too much at once.",
    429: "Too many requests. Wait a moment and try again.",
    500: "Something went wrong on our side. What you had saved is safe.",
    503: "Nothing can be kept at the moment, so the last step was not. What you had saved is safe. "
    "Wait a little and do it again; whoever runs the study finds the reason in the server's log.",
}


_LOG = logging.getLogger(__name__)


def status_of(error: SolecismError) -> int:
    """The HTTP status that says what kind of problem this is."""
    return next(status for kind, status in _STATUS.items() if isinstance(error, kind))


def told(request: Request, error: Exception) -> Response:
    """The response for one of our own exceptions."""
    if not isinstance(error, SolecismError):
        raise error
    text = str(error)
    if isinstance(error, StoreError):
        # It says where the database is, and what only whoever runs it can do.
        _LOG.warning("%s", text)
        return problem(request, 503)
    return problem(request, status_of(error), text[:1].upper() + text[1:])


def refused(request: Request, error: Exception) -> Response:
    """The response for what the framework refuses: no such page, too large, wrong method."""
    if not isinstance(error, HTTPException):
        raise error
    return problem(request, error.status_code, headers=error.headers)


def failed(request: Request, error: Exception) -> Response:
    """The response for a mistake of ours, which the log has and nobody else sees."""
    # It is made outside of the guard, which adds these to all others.
    return problem(request, 500, headers=HEADERS)


def problem(
    request: Request, status: int, text: str = "", *, headers: Mapping[str, str] | None = None
) -> Response:
    """A page, or JSON for whoever asks for it, that says what is wrong."""
    title = HTTPStatus(status).phrase
    said = text or _WORDS.get(status, f"{title}.")
    if wants_json(request):
        body = msgspec.json.encode({"title": title, "status": status, "detail": said})
        response = Response(body, status, media_type="application/problem+json")
    else:
        response = page(request, "problem.html", status=status, code=status, said=said)
    response.headers.update(headers or {})
    return response


def wants_json(request: Request) -> bool:
    """Whether a program asks."""
    accepted = request.headers.get("accept", "")
    is_api = request.url.path.startswith("/api/")
    return is_api or ("json" in accepted and "text/html" not in accepted)


HANDLERS = {SolecismError: told, HTTPException: refused, 500: failed}
