"""The pages of access: logging in and out, administrators, API tokens, and one's own account.

How often passwords can be tried is limited.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from anyio import CapacityLimiter, to_thread
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.errors import DeniedError, InputError
from solecism.web import Rate, network_of
from solecism_study.people.administrators import (
    MIN_PASSWORD,
    PEOPLE,
    RATE,
    READ,
    ROLES,
    SCOPES,
    add_administrator,
    all_administrators,
    all_tokens,
    change_password,
    check_grant,
    check_role_grant,
    log_in,
    make_token,
    remove_administrator,
    revoke_token,
)
from solecism_study.people.raters import rater_by_pseudonym
from solecism_study.people.sessions import ADMINISTRATOR
from solecism_study.serve.admin.admin_request import (
    LOGIN,
    AdminRequest,
    admin_request_of,
    change_route,
    cookie_for,
    cookie_of,
    page_route,
    set_notice,
)
from solecism_study.serve.http.middleware import RateLimiter
from solecism_study.serve.http.pages import page
from solecism_study.serve.http.request_bodies import (
    MAX_DAYS,
    MAX_ID,
    number_field,
    read_form,
    text_field,
)
from solecism_study.serve.http.session import ANONYMOUS, check_csrf, csrf_token
from solecism_study.serve.service import service

HOME = "/admin"
_N_CONCURRENT = 2
"""Each check of a password takes 19 MiB of memory, so few run at the same time."""

_PER_NETWORK = Rate(10, 1 / 30)
_PER_NAME = Rate(100, 1 / 5)
_MAX_NAME = 100


class LoginAttempts:
    """Limits how often passwords are tried, and how many are checked at the same time."""

    def __init__(self, limiter: RateLimiter) -> None:
        self._limiter = limiter
        self._capacity: CapacityLimiter | None = None

    def wait(self, name: str, address: str, *, now: int) -> int:
        """Count an attempt; the seconds by which it came too early."""
        network = network_of(address)
        waits = (
            self._limiter.take(("login", name, network), _PER_NETWORK, now),
            self._limiter.take(("login", name), _PER_NAME, now),
        )
        return math.ceil(max(waits))

    @property
    def capacity(self) -> CapacityLimiter:
        """Limits concurrent checks; it belongs to the event loop that first asks for it."""
        self._capacity = self._capacity or CapacityLimiter(_N_CONCURRENT)
        return self._capacity


def show_login(request: Request) -> Response:
    """The login page; an administrator who is logged in already is sent to the dashboard."""
    return RedirectResponse(HOME, 303) if admin_request_of(request) else login_page(request)


async def submit_login(request: Request) -> Response:
    """Log in an administrator, with a new session."""
    return await submit_login_form(request, _log_in)


async def submit_login_form(
    request: Request, start_session: Callable[[Request, str, str], Response]
) -> Response:
    """Read the login form; the function gets name and password, and raises DeniedError."""
    session = (await run_in_threadpool(cookie_of, request)).signed(request)
    form = await read_form(request)
    name, password = (str(form.get(field, "")) for field in ("name", "password"))
    if session is None:
        return login_page(request, name, "This page was open for too long. Please try again.")
    check_csrf(request, session, form)
    attempts: LoginAttempts = request.app.state.login_attempts
    serving = service(request)
    address = request.client.host if request.client else ""
    wait = attempts.wait(name[:_MAX_NAME], address, now=serving.now)
    if wait:
        message = f"Too many attempts. Please wait {wait} seconds."
        late = login_page(request, name, message, status=429)
        late.headers["retry-after"] = str(wait)
        return late
    try:
        return await to_thread.run_sync(
            start_session, request, name, password, limiter=attempts.capacity
        )
    except DeniedError:
        return login_page(request, name, "The name or the password is wrong.", status=403)


async def log_out(request: Request) -> Response:
    """Log out the administrator: the session ends on the server, and its cookie here."""
    cookie = await run_in_threadpool(cookie_of, request)
    session = cookie.signed(request)
    form = await read_form(request)
    if session is not None:
        check_csrf(request, session, form)
    response = RedirectResponse(LOGIN, 303)
    await run_in_threadpool(cookie.end, request, response)
    return response


def _log_in(request: Request, name: str, password: str) -> Response:
    administrator = log_in(service(request).study, name, password)
    response = RedirectResponse(HOME, 303)
    cookie_for(request, administrator.id).start(request, response, administrator.id)
    return response


def login_page(
    request: Request, name: str = "", problem: str = "", *, status: int = 200
) -> Response:
    """The form for name and password."""
    # An anonymous session at first, so that the form has a CSRF token.
    carrier = Response()
    session = cookie_for(request, ANONYMOUS).start(request, carrier, ANONYMOUS)
    response = page(
        request,
        "admin/login.html",
        status=status,
        csrf=csrf_token(request, session),
        name=name[:_MAX_NAME],
        problem=problem,
    )
    response.headers["set-cookie"] = carrier.headers["set-cookie"]
    return response


LOGIN_ROUTES = [
    Route(LOGIN, show_login),
    Route(LOGIN, submit_login, methods=["POST"]),
    Route("/admin/logout", log_out, methods=["POST"]),
]


ACCESS = "/admin/access"
ACCOUNT = "/admin/account"
_DAY = 86_400_000


def show_access(request: AdminRequest) -> Response:
    """The administrators and the API tokens of the study."""
    return request.page(
        "access",
        administrators=all_administrators(request.study),
        tokens=all_tokens(request.study),
        roles=ROLES,
        scopes=SCOPES,
        min_password=MIN_PASSWORD,
    )


def show_account(request: AdminRequest) -> Response:
    """The administrator's own account."""
    return request.page("account", min_password=MIN_PASSWORD)


def _add_administrator(request: AdminRequest, form: FormData) -> str:
    name, role = text_field(form, "name", max_length=_MAX_NAME), text_field(form, "role")
    check_role_grant(request.administrator.scopes, role)
    add_administrator(
        request.study, name, _password(form), role=role, now=request.now, actor=request.actor
    )
    return f"{name} can now log in as {role}."


def _remove_administrator(request: AdminRequest, form: FormData) -> str:
    number = number_field(form, "administrator", largest=MAX_ID)
    remove_administrator(request.study, number, now=request.now, actor=request.actor)
    service(request.http).sessions.end_all(ADMINISTRATOR, number)
    return "The administrator was removed and can no longer log in."


def _make_token(request: AdminRequest, form: FormData) -> Response:
    scopes = {value for value in form.getlist("scopes") if isinstance(value, str)}
    check_grant(request.administrator.scopes, scopes)
    rater = (
        rater_by_pseudonym(request.study, text_field(form, "rater")).id if RATE in scopes else None
    )
    days = number_field(form, "days", largest=MAX_DAYS)
    token = make_token(
        request.study,
        text_field(form, "name", max_length=_MAX_NAME),
        scopes,
        now=request.now,
        expires=request.now + days * _DAY,
        rater=rater,
        actor=request.actor,
    )
    return request.page("token", token=token, scopes=sorted(scopes))


def _revoke_token(request: AdminRequest, form: FormData) -> str:
    number = number_field(form, "token", largest=MAX_ID)
    revoke_token(request.study, number, now=request.now, actor=request.actor)
    return "The token was revoked."


def _change_password(request: AdminRequest, form: FormData) -> Response:
    own = request.administrator
    try:
        log_in(request.study, own.name, _password(form, "present"))
    except DeniedError as error:
        raise InputError("the current password is wrong.") from error
    change_password(request.study, own.id, _password(form), now=request.now, actor=request.actor)
    response = RedirectResponse(ACCOUNT, 303)
    # All other browsers are logged out; this one stays logged in.
    service(request.http).sessions.end_all(ADMINISTRATOR, own.id)
    cookie_for(request.http, own.id).start(request.http, response, own.id)
    message = "The password was changed. You are logged out in all other browsers."
    set_notice(request.http, response, message, is_problem=False)
    return response


def _password(form: FormData, name: str = "password") -> str:
    value = form.get(name)
    return value if isinstance(value, str) else ""


ACCESS_ROUTES = [
    page_route(ACCESS, show_access, PEOPLE),
    change_route("/admin/access/add", _add_administrator, PEOPLE, back=ACCESS),
    change_route("/admin/access/remove", _remove_administrator, PEOPLE, back=ACCESS),
    change_route("/admin/access/token", _make_token, PEOPLE, back=ACCESS),
    change_route("/admin/access/revoke", _revoke_token, PEOPLE, back=ACCESS),
    page_route(ACCOUNT, show_account),
    change_route(ACCOUNT, _change_password, READ, back=ACCOUNT),
]
