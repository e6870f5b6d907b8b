"""The application: all routes, the guard before them, and problems told as pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount

from solecism.collect.study import Study
from solecism.collect.voiding import void_removed
from solecism.serve import entry, look, look_back, public, work, work_module
from solecism.serve.admin import routes as admin
from solecism.serve.admin.login import Logins
from solecism.serve.api import routes as api
from solecism.serve.guard import Guard
from solecism.serve.measured import Desk
from solecism.serve.problems import HANDLERS
from solecism.serve.rates import Limits, Meters
from solecism.serve.service import Clock, Service, milliseconds
from solecism.serve.static_files import CachedFiles

MAX_BODY = 64 * 1024
"""Bytes of a request; a route that takes more says so itself."""

ROUTES: list[BaseRoute] = [
    *public.ROUTES,
    *entry.ROUTES,
    *work.ROUTES,
    *work_module.ROUTES,
    *look_back.ROUTES,
    *look.ROUTES,
    *admin.ROUTES,
    *api.ROUTES,
    Mount("/static", CachedFiles(packages=[("solecism.serve", "static")])),
]


def make_app(
    study: Study,
    *,
    clock: Clock = milliseconds,
    limits: Limits | None = None,
    address: str | None = None,
) -> Starlette:
    """The pages of a study; `address` is how the world reaches them, where a proxy hides it."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        # What a crash may have left undone.
        await run_in_threadpool(void_removed, study, now=clock())
        yield

    app = Starlette(
        routes=ROUTES,
        middleware=[Middleware(Guard, limits=limits or Limits())],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
        max_body_size=MAX_BODY,
    )
    app.state.service = Service(study, clock, address)
    app.state.desk = Desk(study)
    app.state.logins = Logins(Meters(limits or Limits()))
    return app
