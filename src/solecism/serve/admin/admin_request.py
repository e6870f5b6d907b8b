"""A visit: somebody who runs the study, at one of their pages, and what they may do there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.collect.people.administrators import (
    READ,
    Administrator,
    administrator_by_id,
    password_fingerprint,
)
from solecism.collect.study import Study
from solecism.errors import DeniedError, SolecismError, StoreError
from solecism.serve.admin.notice import keep_notice, with_notice
from solecism.serve.api.operation import MAX_BODY
from solecism.serve.http.pages import page
from solecism.serve.http.session import (
    NOBODY,
    Session,
    SessionCookie,
    check_csrf,
    csrf_token,
    read_form,
)
from solecism.serve.service import service

LOGIN = "/admin/login"
_NAME = "solecism_administrator"
_WORKING_DAY = 12 * 3600


@dataclass(frozen=True, slots=True)
class Visit:
    """A request by an administrator."""

    request: Request
    administrator: Administrator
    session: Session

    @property
    def study(self) -> Study:
        """The study that is served."""
        return service(self.request).study

    @property
    def now(self) -> int:
        """The time in milliseconds since 1970."""
        return service(self.request).now

    @property
    def actor(self) -> str:
        """What the log calls whoever does something."""
        return self.administrator.name

    def may(self, scope: str) -> bool:
        """Whether this administrator has a right."""
        return scope in self.administrator.scopes

    def page(self, name: str, **values: object) -> Response:
        """One of the administrator's pages, with what was done last."""
        return with_notice(
            self.request,
            lambda notice: page(
                self.request,
                f"admin/{name}.html",
                status=200,
                visit=self,
                csrf=csrf_token(self.request, self.session),
                notice=notice,
                **values,
            ),
        )


Show = Callable[[Visit], Response]
Act = Callable[[Visit, FormData], str | Response]


def view(path: str, show: Show, scope: str = READ) -> Route:
    """A page for administrators who have a right; others are sent to log in, or away."""

    def endpoint(request: Request) -> Response:
        visit = visit_of(request)
        if visit is None:
            return RedirectResponse(LOGIN, 303)
        _check(visit, scope)
        return show(visit)

    return Route(path, endpoint)


def action(path: str, act: Act, scope: str, *, back: str) -> Route:
    """A form's change by administrators who have a right; `back` is the page that says how it went.

    What is done gives the words for that, or a page of its own.
    """

    async def endpoint(request: Request) -> Response:
        visit = await run_in_threadpool(visit_of, request)
        if visit is None:
            return RedirectResponse(LOGIN, 303)
        form = await read_form(request)
        check_csrf(request, visit.session, form)
        _check(visit, scope)
        return await run_in_threadpool(partial(_done, visit, act, form, back))

    return Route(path, endpoint, methods=["POST"], max_body_size=MAX_BODY)


def _done(visit: Visit, act: Act, form: FormData, back: str) -> Response:
    is_problem = False
    try:
        said = act(visit, form)
    except StoreError:
        raise
    except SolecismError as error:
        text = str(error)
        said, is_problem = text[:1].upper() + text[1:], True
    if isinstance(said, Response):
        return said
    response = RedirectResponse(back, 303)
    keep_notice(visit.request, response, said, is_problem=is_problem)
    return response


def _check(visit: Visit, scope: str) -> None:
    if not visit.may(scope):
        raise DeniedError(f"a {visit.administrator.role} may not do that. Ask an owner.")


def visit_of(request: Request) -> Visit | None:
    """Whoever is logged in; None where nobody is, or is no administrator any more."""
    session = cookie_of(request).read(request)
    if session is None or session.subject == NOBODY:
        return None
    found = administrator_by_id(service(request).study, session.subject)
    return None if found is None else Visit(request, found, session)


def cookie_of(request: Request) -> SessionCookie:
    """The cookie that a browser has, as its holder's password makes it hold."""
    text = request.cookies.get(SessionCookie(_NAME, "", 0).name_for(request), "")
    subject = text.split(".")[1] if text.count(".") == 3 else ""
    is_number = subject.isascii() and subject.isdigit() and len(subject) < 10
    return cookie_for(request, int(subject) if is_number else NOBODY)


def cookie_for(request: Request, subject: int) -> SessionCookie:
    """The cookie for an administrator: with a new password, all older sessions end."""
    mark = password_fingerprint(service(request).study, subject) or ""
    return SessionCookie(_NAME, f"administrator session {mark}", _WORKING_DAY)
