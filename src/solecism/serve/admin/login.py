"""Logging in and out, no faster than people type."""

from __future__ import annotations

import math

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.collect.people.administrators import Administrator, log_in
from solecism.errors import DeniedError
from solecism.serve.admin.admin_request import LOGIN, cookie_for, cookie_of, visit_of
from solecism.serve.http.pages import page
from solecism.serve.http.rate_limits import Meters, Rate, network_of
from solecism.serve.http.session import NOBODY, check_csrf, csrf_token, read_form
from solecism.serve.service import service

HOME = "/admin"
_AT_ONCE = 2
"""Each check of a password takes 19 MiB: many at once would take all memory there is."""

_FROM_ONE_PLACE = Rate(10, 1 / 30)
_FROM_ANYWHERE = Rate(100, 1 / 5)
_LONGEST_NAME = 100


class Logins:
    """How many passwords were tried of late, and how many are being checked."""

    def __init__(self, meters: Meters) -> None:
        self._meters = meters
        self._limiter: CapacityLimiter | None = None

    def wait(self, name: str, address: str, *, now: int) -> int:
        """Count an attempt; for how many seconds it came too early."""
        place = network_of(address)
        waits = (
            self._meters.take(("login", name, place), _FROM_ONE_PLACE, now),
            self._meters.take(("login", name), _FROM_ANYWHERE, now),
        )
        return math.ceil(max(waits))

    @property
    def limiter(self) -> CapacityLimiter:
        """Lets few in at once; it belongs to the loop that first asks for it."""
        self._limiter = self._limiter or CapacityLimiter(_AT_ONCE)
        return self._limiter


def form(request: Request) -> Response:
    """The page to log in; whoever is in already goes on."""
    return RedirectResponse(HOME, 303) if visit_of(request) else _page(request)


async def enter(request: Request) -> Response:
    """Let an administrator in, under a session with an id of its own."""
    session = cookie_of(request).read(request)
    sent = await read_form(request)
    name, password = (str(sent.get(field, "")) for field in ("name", "password"))
    if session is None:
        return _page(request, name, "This page was open for too long. Please try again.")
    check_csrf(request, session, sent)
    logins: Logins = request.app.state.logins
    serving = service(request)
    address = request.client.host if request.client else ""
    wait = logins.wait(name[:_LONGEST_NAME], address, now=serving.now)
    if wait:
        late = _page(request, name, f"Too many attempts. Wait {wait} seconds.", status=429)
        late.headers["retry-after"] = str(wait)
        return late
    try:
        found = await to_thread.run_sync(
            log_in, serving.study, name, password, limiter=logins.limiter
        )
    except DeniedError:
        return _page(request, name, "Name and password do not fit.", status=403)
    return _let_in(request, found)


async def leave(request: Request) -> Response:
    """Forget the administrator in this browser."""
    cookie = cookie_of(request)
    session = cookie.read(request)
    sent = await read_form(request)
    if session is not None:
        check_csrf(request, session, sent)
    response = RedirectResponse(LOGIN, 303)
    cookie.end(request, response)
    return response


def _let_in(request: Request, administrator: Administrator) -> Response:
    response = RedirectResponse(HOME, 303)
    cookie_for(request, administrator.id).start(request, response, administrator.id)
    return response


def _page(request: Request, name: str = "", problem: str = "", *, status: int = 200) -> Response:
    # As nobody at first, so that a form can be told from a forged one.
    marked = Response()
    session = cookie_for(request, NOBODY).start(request, marked, NOBODY)
    response = page(
        request,
        "admin/login.html",
        status=status,
        csrf=csrf_token(request, session),
        name=name[:_LONGEST_NAME],
        problem=problem,
    )
    response.headers["set-cookie"] = marked.headers["set-cookie"]
    return response


ROUTES = [
    Route(LOGIN, form),
    Route(LOGIN, enter, methods=["POST"]),
    Route("/admin/logout", leave, methods=["POST"]),
]
