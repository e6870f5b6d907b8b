"""The application: all routes, the guard before them, and problems told as pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount

from solecism.clock import now
from solecism.collect.study import Study
from solecism.serve.admin import routes as admin
from solecism.serve.admin.login import Logins
from solecism.serve.api import routes as api
from solecism.serve.background import tidiness, upkeep
from solecism.serve.http import display
from solecism.serve.http.middleware import Guard
from solecism.serve.http.problems import HANDLERS
from solecism.serve.http.rate_limits import Limits, Meters
from solecism.serve.http.static_files import CachedFiles
from solecism.serve.rater import entry, front, own_answers, work, work_requests
from solecism.serve.rater.answer_queue import AT_ONCE
from solecism.serve.service import Clock, Service
from solecism.serve.study.results import ResultsCache

MAX_BODY = 64 * 1024
"""Bytes of a request; a route that takes more says so itself."""

ROUTES: list[BaseRoute] = [
    *front.ROUTES,
    *entry.ROUTES,
    *work.ROUTES,
    *work_requests.ROUTES,
    *own_answers.ROUTES,
    *display.ROUTES,
    *admin.ROUTES,
    *api.ROUTES,
    Mount("/static", CachedFiles(packages=[("solecism.serve", "static")])),
]


def make_app(
    study: Study,
    *,
    clock: Clock = now,
    limits: Limits | None = None,
    address: str | None = None,
) -> Starlette:
    """The pages of a study; `address` is how the world reaches them, where a proxy hides it."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(tidiness, study, clock)
            tasks.start_soon(upkeep, study, clock)
            yield
            tasks.cancel_scope.cancel()

    app = Starlette(
        routes=ROUTES,
        middleware=[Middleware(Guard, limits=limits or Limits())],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
        max_body_size=MAX_BODY,
    )
    app.state.service = Service(study, clock, address)
    app.state.results_cache = ResultsCache(study)
    app.state.turnstile = anyio.CapacityLimiter(AT_ONCE)
    app.state.logins = Logins(Meters(limits or Limits()))
    return app
