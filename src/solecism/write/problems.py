"""Error responses: JSON for the page, one line of text for clients of LanguageTool."""

from __future__ import annotations

from http import HTTPStatus

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

from solecism.errors import SolecismError
from solecism.web.headers import HEADERS

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


def problem(request: Request, status: int, message: str) -> Response:
    """What is wrong, in the form that the client expects."""
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
