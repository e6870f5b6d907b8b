"""Logging in and out, with limits on how often passwords can be tried."""

from __future__ import annotations

import math
from collections.abc import Callable

from anyio import CapacityLimiter, to_thread
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.collect.people.administrators import log_in
from solecism.errors import DeniedError
from solecism.serve.admin.admin_request import LOGIN, admin_request_of, cookie_for, cookie_of
from solecism.serve.http.body import read_form
from solecism.serve.http.pages import page
from solecism.serve.http.rate_limits import RateLimiter
from solecism.serve.http.session import ANONYMOUS, check_csrf, csrf_token
from solecism.serve.service import service
from solecism.web.token_buckets import Rate, network_of

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
    return await submit_with(request, _log_in)


async def submit_with(
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


ROUTES = [
    Route(LOGIN, show_login),
    Route(LOGIN, submit_login, methods=["POST"]),
    Route("/admin/logout", log_out, methods=["POST"]),
]
