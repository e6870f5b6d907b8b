"""Several studies in one server: each under a path of its own, one login for an administrator.

`/NAME/...` is a study as it is served alone. `/admin` lists the studies of an administrator, who
logs in once: into every study that has a login of this name and password, each with its own role.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.types import Receive, Scope, Send

from solecism.errors import DeniedError, InputError
from solecism.system.clock import now
from solecism.web import CachedFiles
from solecism_study.people.administrators import Administrator, log_in
from solecism_study.serve.admin.access import LoginAttempts, login_page, submit_login_form
from solecism_study.serve.admin.admin_request import LOGIN, admin_request_of, cookie_for, cookie_of
from solecism_study.serve.app import make_app
from solecism_study.serve.http import pages
from solecism_study.serve.http.middleware import RateLimiter, RateLimits, SecurityMiddleware
from solecism_study.serve.http.pages import ROOT_PATH, page, sending_with_root_path
from solecism_study.serve.http.problems import HANDLERS
from solecism_study.serve.http.request_bodies import MAX_BODY, read_form
from solecism_study.serve.http.session import check_csrf, csrf_token
from solecism_study.serve.service import Clock, PlatformKeys, Service, service
from solecism_study.status.progress import Progress, progress
from solecism_study.study import Study

OVERVIEW = "/admin"
_TITLE = "Studies"
_RESERVED = ("admin", "static", "api")
_NOT_PLAIN = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class AdministeredStudy:
    """A study that an administrator is logged in to, for the overview."""

    path: str
    title: str
    administrator: Administrator
    progress: Progress


class MultiStudyApp:
    """The application of several studies: the first part of a path names the study."""

    def __init__(self, apps: Mapping[str, Starlette], overview: Starlette) -> None:
        self.apps, self.overview = apps, overview

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.overview(scope, receive, send)
            return
        name, slash, rest = scope["path"].removeprefix("/").partition("/")
        app = self.apps.get(name)
        if app is None:
            await self.overview(scope, receive, send)
            return
        root = f"/{name}"
        if not slash:
            await RedirectResponse(f"{root}/", 307)(scope, receive, send)
            return
        inner = {**scope, "path": f"/{rest}", "raw_path": f"/{rest}".encode(), "app": app}
        token = ROOT_PATH.set(root)
        try:
            await app(inner, receive, sending_with_root_path(send, root))
        finally:
            ROOT_PATH.reset(token)


def make_multi_study_app(
    studies: Sequence[Study],
    *,
    address: str,
    clock: Clock = now,
    limits: RateLimits | None = None,
    keys: PlatformKeys | None = None,
) -> MultiStudyApp:
    """The application that serves these studies; `address` is the public base URL of all."""
    base = address.rstrip("/")
    apps = {
        name: make_app(study, clock=clock, limits=limits, address=f"{base}/{name}", keys=keys)
        for name, study in zip(study_paths(studies), studies, strict=True)
    }

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for one in apps.values():
                await stack.enter_async_context(one.router.lifespan_context(one))
            yield

    overview = Starlette(
        routes=_ROUTES,
        middleware=[Middleware(SecurityMiddleware, limits=limits or RateLimits())],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
        max_body_size=MAX_BODY,
    )
    # Forms of the overview are signed with the secret of the first study, and it has its sessions.
    first: Service = next(iter(apps.values())).state.service
    overview.state.service = replace(first, address=address)
    overview.state.login_attempts = LoginAttempts(RateLimiter(limits or RateLimits()))
    overview.state.apps = apps
    return MultiStudyApp(apps, overview)


def study_paths(studies: Sequence[Study]) -> list[str]:
    """The first part of each study's addresses, from its name; InputError where two are equal."""
    names = [_NOT_PLAIN.sub("-", one.configuration.name.lower()).strip("-") for one in studies]
    for name in names:
        if not name or name in _RESERVED or names.count(name) > 1:
            raise InputError(
                f"the studies cannot be told apart by their names: {name!r}. Give each a folder of "
                f"another name, other than {', '.join(_RESERVED)}."
            )
    return names


def show_front(request: Request) -> Response:
    """A page for people who come without a link."""
    return page(request, "several.html", study_name=_TITLE)


def show_overview(request: Request) -> Response:
    """The studies that this administrator is logged in to, with their own role in each."""
    own = []
    for name, within in _requests(request).items():
        known = admin_request_of(within)
        if known is not None:
            study = service(within).study
            current = progress(study, now=service(within).now)
            title = study.configuration.shown_title
            own.append(AdministeredStudy(f"/{name}", title, known.administrator, current))
    if not own:
        return RedirectResponse(LOGIN, 303)
    session = cookie_of(request).signed(request)
    token = csrf_token(request, session) if session is not None else ""
    return page(request, "admin/studies.html", study_name=_TITLE, studies=own, csrf=token)


def show_login(request: Request) -> Response:
    """The login page of all studies."""
    return login_page(request)


async def submit_login(request: Request) -> Response:
    """Log in to every study that has this name and password; refuse where there is none."""
    return await submit_login_form(request, _log_in_everywhere)


def _log_in_everywhere(request: Request, name: str, password: str) -> Response:
    response = RedirectResponse(OVERVIEW, 303)
    n_studies = 0
    for within in _requests(request).values():
        try:
            administrator = log_in(service(within).study, name, password)
        except DeniedError:
            continue
        cookie_for(within, administrator.id).start(within, response, administrator.id)
        n_studies += 1
    if not n_studies:
        raise DeniedError("the name or the password is wrong.")
    return response


async def log_out(request: Request) -> Response:
    """Log out of all studies in this browser."""
    session = (await run_in_threadpool(cookie_of, request)).signed(request)
    form = await read_form(request)
    if session is not None:
        check_csrf(request, session, form)
    response = RedirectResponse(LOGIN, 303)
    await run_in_threadpool(_end_sessions, request, response)
    return response


def _end_sessions(request: Request, response: Response) -> None:
    for within in _requests(request).values():
        cookie_of(within).end(within, response)


def _requests(request: Request) -> dict[str, Request]:
    """The same request as each of the studies would see it."""
    apps: dict[str, Starlette] = request.app.state.apps
    plain = {key: value for key, value in request.scope.items() if not key.startswith("solecism")}
    return {name: Request({**plain, "app": app}) for name, app in apps.items()}


_ROUTES = [
    Route("/", show_front),
    Route(OVERVIEW, show_overview),
    Route(LOGIN, show_login),
    Route(LOGIN, submit_login, methods=["POST"]),
    Route("/admin/logout", log_out, methods=["POST"]),
    *pages.DISPLAY_ROUTES,
    Mount("/static", CachedFiles(packages=[("solecism_study.serve", "static")])),
]
