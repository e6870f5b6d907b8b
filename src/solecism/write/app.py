"""The web application for writers: the page, its requests, and LanguageTool's API."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
from anyio import to_thread
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from solecism.web.static_files import CachedFiles
from solecism.write import page_requests
from solecism.write.access import AccessMiddleware
from solecism.write.checking import Checking
from solecism.write.languagetool import requests as languagetool
from solecism.write.problems import HANDLERS, is_languagetool
from solecism.write.service import Service
from solecism.write.settings import Settings

_BODY_SECONDS = 30.0


async def _check(request: Request) -> Response:
    """The page's own request, or LanguageTool's without its version."""
    if is_languagetool(request):
        return await languagetool.check(request)
    return await page_requests.check(request)


def make_app(settings: Settings, *, body_seconds: float = _BODY_SECONDS) -> Starlette:
    """The application; the body of a request must arrive within some seconds."""
    checking = Checking(settings.detector)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(to_thread.run_sync, checking.warm_up)
            yield

    access = Middleware(AccessMiddleware, settings=settings, body_seconds=body_seconds)
    app = Starlette(
        routes=[
            Route("/check", _check, methods=["GET", "POST"]),
            *page_requests.ROUTES,
            *languagetool.ROUTES,
            Mount("/page", CachedFiles(packages=[("solecism.write.page", "static")])),
        ],
        middleware=[access],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
    )
    app.state.service = Service(settings, checking)
    return app
