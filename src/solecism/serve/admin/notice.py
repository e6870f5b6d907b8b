"""The notice about the last change, which is shown once on the page after it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from solecism.collect.people.signing import is_signed, packed, signature, unpacked
from solecism.serve.http.session import is_secure
from solecism.serve.service import service

_COOKIE = "solecism_notice"
_PURPOSE = "notice"
_SECONDS = 60
_MAX_LENGTH = 1000


class Notice(Struct, frozen=True):
    """A message that says what was changed, or why it was not."""

    text: str
    is_problem: bool


def set_notice(request: Request, response: Response, text: str, *, is_problem: bool) -> None:
    """Set the notice that the next page shows."""
    body = packed(msgspec.json.encode(Notice(text[:_MAX_LENGTH], is_problem)))
    response.set_cookie(
        _COOKIE,
        f"{body}.{signature(service(request).study.secret, _PURPOSE, body)}",
        max_age=_SECONDS,
        path="/admin",
        secure=is_secure(request),
        httponly=True,
        samesite="strict",
    )


def page_with_notice(request: Request, page: Callable[[Notice | None], Response]) -> Response:
    """A page made with the last notice, which is then deleted."""
    body, _, signed = request.cookies.get(_COOKIE, "").partition(".")
    if not is_signed(service(request).study.secret, _PURPOSE, body, signed):
        return page(None)
    response = page(msgspec.json.decode(unpacked(body), type=Notice))
    response.delete_cookie(_COOKIE, path="/admin", httponly=True, samesite="strict")
    return response
