"""Error responses: a page for people, JSON for programs (RFC 9457)."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from solecism.errors import (
    ConflictError,
    DeniedError,
    MissingError,
    SignedOutError,
    SolecismError,
    StoreError,
)
from solecism.web import HEADERS
from solecism_study.serve.http.pages import page

# The first class that fits is used, so a subclass stands before its base class.
_STATUS: dict[type[Exception], int] = {
    SignedOutError: 401,
    DeniedError: 403,
    MissingError: 404,
    ConflictError: 409,
    StoreError: 503,
    SolecismError: 422,
}
_MESSAGES = {
    400: "The server could not understand this request.",
    404: "There is no page at this address.",
    405: "This address does not accept this kind of request.",
    408: "The request did not arrive in time. Please try again.",
    413: "The request is too large.",
    429: "Too many requests. Please wait a moment and try again.",
    500: "Something went wrong on the server. Everything you saved before is safe.",
    503: "Nothing can be saved at the moment, so your last step was not saved. Everything you "
    "saved before is safe. Please try again later; the server's log has the reason.",
}


_LOG = logging.getLogger(__name__)


def status_of(error: SolecismError) -> int:
    """The HTTP status code for one of our exceptions."""
    return next(status for kind, status in _STATUS.items() if isinstance(error, kind))


def sentence_of(error: SolecismError) -> str:
    """The message of one of our exceptions, with a capital letter."""
    text = str(error)
    return text[:1].upper() + text[1:]


def error_response(request: Request, error: Exception) -> Response:
    """The response to one of our own exceptions."""
    if not isinstance(error, SolecismError):
        raise error
    if isinstance(error, StoreError):
        # The message names the database, which is for the administrator's eyes only.
        _LOG.warning("%s", error)
        return problem_response(request, 503)
    return problem_response(request, status_of(error), sentence_of(error))


def http_error_response(request: Request, error: Exception) -> Response:
    """The response to what the framework refuses: no such page, body too large, wrong method."""
    if not isinstance(error, HTTPException):
        raise error
    return problem_response(request, error.status_code, headers=error.headers)


def incomplete_request_response(request: Request, error: Exception) -> Response:
    """The response to a request that did not come whole in time; nobody may be there to read it."""
    return problem_response(request, 408)


def server_error_response(request: Request, error: Exception) -> Response:
    """The response to a bug; its traceback goes to the log only."""
    # This one does not pass the middleware that sets the headers on all other responses.
    return problem_response(request, 500, headers=HEADERS)


def problem_response(
    request: Request, status: int, text: str = "", *, headers: Mapping[str, str] | None = None
) -> Response:
    """A page that says what is wrong, or JSON where the client asks for it."""
    title = HTTPStatus(status).phrase
    message = text or _MESSAGES.get(status, f"{title}.")
    if wants_json(request):
        body = msgspec.json.encode({"title": title, "status": status, "detail": message})
        response = Response(body, status, media_type="application/problem+json")
    else:
        response = page(request, "problem.html", status=status, code=status, message=message)
    response.headers.update(headers or {})
    return response


def wants_json(request: Request) -> bool:
    """Whether the client asks for JSON."""
    accepted = request.headers.get("accept", "")
    is_api = request.url.path.startswith("/api/")
    return is_api or ("json" in accepted and "text/html" not in accepted)


HANDLERS = {
    SolecismError: error_response,
    HTTPException: http_error_response,
    ClientDisconnect: incomplete_request_response,
    500: server_error_response,
}
