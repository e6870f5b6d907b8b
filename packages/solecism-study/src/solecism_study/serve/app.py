"""The web application of a study: all routes, the middleware before them, and error pages.

Background tasks run while the study is served; they depend on the time, not on requests.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import anyio
from anyio import to_thread
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount

from solecism.errors import SolecismError
from solecism.system.clock import now
from solecism.web import CachedFiles
from solecism_study.people.removal import complete_removals
from solecism_study.people.sessions import (
    ADMINISTRATOR,
    ADMINISTRATOR_SECONDS,
    RATER,
    RATER_SECONDS,
    Sessions,
)
from solecism_study.serve.admin import access, quality_pages, rater_pages, study_pages
from solecism_study.serve.admin.access import LoginAttempts
from solecism_study.serve.api import routes as api
from solecism_study.serve.http import pages
from solecism_study.serve.http.middleware import RateLimiter, RateLimits, SecurityMiddleware
from solecism_study.serve.http.problems import HANDLERS
from solecism_study.serve.http.request_bodies import MAX_BODY
from solecism_study.serve.rater import entry, external_question, own_pages, work_page
from solecism_study.serve.rater.browser import ResumeAttempts
from solecism_study.serve.service import N_CONCURRENT, Clock, PlatformKeys, Service
from solecism_study.serve.study_results import ResultsCache
from solecism_study.status.results import stop_if_precise
from solecism_study.status.signs import apply_signs
from solecism_study.study import Study
from solecism_study.work.gainful_order import refresh_order
from solecism_study.work.submission import warm_up

ADMIN_ROUTES = [
    *access.LOGIN_ROUTES,
    *study_pages.DASHBOARD_ROUTES,
    *rater_pages.RATER_ROUTES,
    *quality_pages.SCREENING_ROUTES,
    *quality_pages.SIGN_ROUTES,
    *quality_pages.CONTROL_ROUTES,
    *quality_pages.DISAGREEMENT_ROUTES,
    *study_pages.INSTRUCTIONS_ROUTES,
    *study_pages.DESIGN_ROUTES,
    *rater_pages.PAYMENT_ROUTES,
    *rater_pages.PRIVACY_ROUTES,
    *rater_pages.REMINDER_ROUTES,
    *access.ACCESS_ROUTES,
    *study_pages.FILE_ROUTES,
]


ROUTES: list[BaseRoute] = [
    *entry.FRONT_ROUTES,
    *entry.ENTRY_ROUTES,
    *external_question.EXTERNAL_ROUTES,
    *own_pages.LEAVING_ROUTES,
    *entry.SCREENING_ROUTES,
    *work_page.ROUTES,
    *work_page.REQUEST_ROUTES,
    *own_pages.OWN_ANSWER_ROUTES,
    *own_pages.WITHDRAWAL_ROUTES,
    *pages.DISPLAY_ROUTES,
    *ADMIN_ROUTES,
    *api.ROUTES,
    Mount("/static", CachedFiles(packages=[("solecism_study.serve", "static")])),
]


def make_app(
    study: Study,
    *,
    clock: Clock = now,
    limits: RateLimits | None = None,
    address: str | None = None,
    keys: PlatformKeys | None = None,
) -> Starlette:
    """The application that serves a study; `address` is its public base URL behind a proxy.

    `keys` are those of the platform.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(warm_up_database, study, clock)
            tasks.start_soon(keep_study_updated, study, clock)
            tasks.start_soon(forget_old_sessions, sessions, clock)
            yield
            tasks.cancel_scope.cancel()

    sessions = Sessions(study)
    app = Starlette(
        routes=ROUTES,
        middleware=[Middleware(SecurityMiddleware, limits=limits or RateLimits())],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
        max_body_size=MAX_BODY,
    )
    app.state.service = Service(study, clock, sessions, address, keys)
    app.state.results_cache = ResultsCache(study)
    app.state.answer_queue = anyio.CapacityLimiter(N_CONCURRENT)
    app.state.resume_attempts = ResumeAttempts()
    app.state.login_attempts = LoginAttempts(RateLimiter(limits or RateLimits()))
    return app


_STUDY_SECONDS = 30
_LOG = logging.getLogger(__name__)


def update_study(study: Study, *, now: int) -> None:
    """Void the answers of removed raters, and close items if the study's stopping rule is met."""
    with study.database.read() as connection:
        study.refresh(connection)
    complete_removals(study, now=now)
    apply_signs(study, now=now)
    refresh_order(study, now=now)
    if study.configuration.stopping is not None:
        stop_if_precise(study, now=now)


async def keep_study_updated(study: Study, clock: Clock, *, every: float = _STUDY_SECONDS) -> None:
    """Update the study at intervals, until cancelled or the study is closed."""
    await _repeat(study, lambda: update_study(study, now=clock()), every)


async def warm_up_database(study: Study, clock: Clock) -> None:
    """Warm up the connections to the database."""
    await _attempt(lambda: warm_up(study, n_connections=N_CONCURRENT, now=clock()))


async def forget_old_sessions(sessions: Sessions, clock: Clock) -> None:
    """Delete the records of sessions that are too old to be accepted."""
    for kind, seconds in ((RATER, RATER_SECONDS), (ADMINISTRATOR, ADMINISTRATOR_SECONDS)):
        before = clock() - seconds * 1000
        await _attempt(partial(sessions.forget_old, kind, before=before))


async def _repeat(study: Study, work: Callable[[], None], every: float) -> None:
    while not study.database.is_closed:
        await _attempt(work)
        await anyio.sleep(every)


async def _attempt(work: Callable[[], None]) -> None:
    """Run a function in a thread; a SolecismError is logged, and later attempts go on."""
    try:
        await to_thread.run_sync(work)
    except SolecismError as error:
        _LOG.warning("%s", error)
