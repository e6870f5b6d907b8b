"""Requests by a logged-in administrator: routes for pages and for changes, with their rights.

The notice about the last change is shown once, on the page after it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import msgspec
from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.errors import DeniedError, SolecismError, StoreError
from solecism_study.keyed_hashes import decode_from_url, encode_for_url, is_signed, signature
from solecism_study.people.administrators import (
    READ,
    Administrator,
    administrator_by_id,
    password_fingerprint,
)
from solecism_study.people.sessions import ADMINISTRATOR, ADMINISTRATOR_SECONDS
from solecism_study.serve.http.pages import page
from solecism_study.serve.http.problems import sentence_of
from solecism_study.serve.http.request_bodies import MAX_LARGE_BODY, read_form
from solecism_study.serve.http.session import (
    ANONYMOUS,
    Session,
    SessionCookie,
    check_csrf,
    csrf_token,
    is_secure,
)
from solecism_study.serve.service import service
from solecism_study.study import Study

LOGIN = "/admin/login"
_NAME = "solecism_administrator"


@dataclass(frozen=True, slots=True)
class AdminRequest:
    """A request by an administrator who is logged in."""

    http: Request
    administrator: Administrator
    session: Session

    @property
    def study(self) -> Study:
        """The study that is served."""
        return service(self.http).study

    @property
    def now(self) -> int:
        """The time in milliseconds since 1970."""
        return service(self.http).now

    @property
    def actor(self) -> str:
        """The name under which the log records a change."""
        return self.administrator.name

    def may(self, scope: str) -> bool:
        """Whether this administrator has a scope."""
        return scope in self.administrator.scopes

    def page(self, name: str, **values: object) -> Response:
        """One of the administrator's pages, with the notice about their last change."""
        return page_with_notice(
            self.http,
            lambda notice: page(
                self.http,
                f"admin/{name}.html",
                status=200,
                request=self,
                csrf=csrf_token(self.http, self.session),
                notice=notice,
                **values,
            ),
        )


ShowPage = Callable[[AdminRequest], Response]
MakeChange = Callable[[AdminRequest, FormData], str | Response]


def page_route(path: str, show_page: ShowPage, scope: str = READ) -> Route:
    """The route of a page for administrators who have a scope."""

    def endpoint(http: Request) -> Response:
        request = admin_request_of(http)
        if request is None:
            return RedirectResponse(LOGIN, 303)
        _check_scope(request, scope)
        return show_page(request)

    return Route(path, endpoint)


def change_route(path: str, make_change: MakeChange, scope: str, *, back: str) -> Route:
    """The route of a form that administrators who have a scope may send.

    The change returns a message, which is shown on the page `back`, or a response of its own.
    """

    async def endpoint(http: Request) -> Response:
        request = await run_in_threadpool(admin_request_of, http)
        if request is None:
            return RedirectResponse(LOGIN, 303)
        form = await read_form(http)
        check_csrf(http, request.session, form)
        _check_scope(request, scope)
        return await run_in_threadpool(partial(_respond, request, make_change, form, back))

    return Route(path, endpoint, methods=["POST"], max_body_size=MAX_LARGE_BODY)


def _respond(request: AdminRequest, make_change: MakeChange, form: FormData, back: str) -> Response:
    is_problem = False
    try:
        outcome = make_change(request, form)
    except StoreError:
        raise
    except SolecismError as error:
        outcome, is_problem = sentence_of(error), True
    if isinstance(outcome, Response):
        return outcome
    response = RedirectResponse(back, 303)
    set_notice(request.http, response, outcome, is_problem=is_problem)
    return response


def _check_scope(request: AdminRequest, scope: str) -> None:
    if not request.may(scope):
        role = request.administrator.role
        raise DeniedError(f"your role, {role}, does not allow this. Ask an owner of the study.")


def admin_request_of(http: Request) -> AdminRequest | None:
    """The request with its administrator; None where nobody is logged in."""
    session = cookie_of(http).live(http)
    if session is None or session.subject == ANONYMOUS:
        return None
    administrator = administrator_by_id(service(http).study, session.subject)
    return None if administrator is None else AdminRequest(http, administrator, session)


def cookie_of(request: Request) -> SessionCookie:
    """The session cookie of whichever administrator the browser's cookie names."""
    text = request.cookies.get(SessionCookie(_NAME, ADMINISTRATOR, "", 0).name_for(request), "")
    subject = text.split(".")[1] if text.count(".") == 3 else ""
    is_number = subject.isascii() and subject.isdigit() and len(subject) < 10
    return cookie_for(request, int(subject) if is_number else ANONYMOUS)


def cookie_for(request: Request, subject: int) -> SessionCookie:
    """The session cookie of an administrator; a new password ends all older sessions."""
    mark = password_fingerprint(service(request).study, subject) or ""
    return SessionCookie(
        _NAME, ADMINISTRATOR, f"administrator session {mark}", ADMINISTRATOR_SECONDS
    )


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
    body = encode_for_url(msgspec.json.encode(Notice(text[:_MAX_LENGTH], is_problem)))
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
    response = page(msgspec.json.decode(decode_from_url(body), type=Notice))
    response.delete_cookie(_COOKIE, path="/admin", httponly=True, samesite="strict")
    return response
