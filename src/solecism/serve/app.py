"""The web application of a study: all routes, the middleware before them, and error pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount

from solecism.collect.people.sessions import Sessions
from solecism.collect.study import Study
from solecism.serve.admin import routes as admin
from solecism.serve.admin.login import LoginAttempts
from solecism.serve.api import routes as api
from solecism.serve.background import (
    forget_old_sessions,
    keep_study_updated,
    warm_up_database,
)
from solecism.serve.http import display
from solecism.serve.http.body import MAX_BODY
from solecism.serve.http.middleware import SecurityMiddleware
from solecism.serve.http.problems import HANDLERS
from solecism.serve.http.rate_limits import RateLimiter, RateLimits
from solecism.serve.platform_keys import PlatformKeys
from solecism.serve.rater import (
    entry,
    front,
    leaving,
    own_answers,
    screening,
    withdrawal,
    work,
    work_requests,
)
from solecism.serve.rater.answer_queue import N_CONCURRENT
from solecism.serve.rater.browser import ResumeAttempts
from solecism.serve.service import Clock, Service
from solecism.serve.study.results import ResultsCache
from solecism.system.clock import now
from solecism.web.static_files import CachedFiles

ROUTES: list[BaseRoute] = [
    *front.ROUTES,
    *entry.ROUTES,
    *leaving.ROUTES,
    *screening.ROUTES,
    *work.ROUTES,
    *work_requests.ROUTES,
    *own_answers.ROUTES,
    *withdrawal.ROUTES,
    *display.ROUTES,
    *admin.ROUTES,
    *api.ROUTES,
    Mount("/static", CachedFiles(packages=[("solecism.serve", "static")])),
]


def make_app(
    study: Study,
    *,
    clock: Clock = now,
    limits: RateLimits | None = None,
    address: str | None = None,
    is_shared: bool = False,
    keys: PlatformKeys | None = None,
) -> Starlette:
    """The application that serves a study; `address` is its public base URL behind a proxy.

    `is_shared` says that other processes serve the same study. `keys` are those of the platform.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(warm_up_database, study, clock)
            tasks.start_soon(keep_study_updated, study, clock)
            tasks.start_soon(forget_old_sessions, sessions, clock)
            yield
            tasks.cancel_scope.cancel()

    sessions = Sessions(study, is_shared=is_shared)
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
