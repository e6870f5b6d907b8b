"""The web application for writers, with a page and LanguageTool's API, and its web server."""

from __future__ import annotations

import ctypes
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import anyio
import uvicorn
from anyio import to_thread
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from solecism.web import CachedFiles
from solecism_write import languagetool_api as languagetool
from solecism_write import page_requests
from solecism_write.access import HANDLERS, AccessMiddleware, is_languagetool
from solecism_write.checking import Checking, Service
from solecism_write.monitoring import (
    HEALTH,
    METRICS,
    Measurements,
    MonitoringMiddleware,
    health,
    metrics,
)
from solecism_write.settings import Settings

_BODY_SECONDS = 30.0


async def _check(request: Request) -> Response:
    """The page's own request, or LanguageTool's without its version."""
    if is_languagetool(request):
        return await languagetool.check(request)
    return await page_requests.check(request)


def make_app(settings: Settings, *, body_seconds: float = _BODY_SECONDS) -> Starlette:
    """The application; the body of a request must arrive within some seconds."""
    measurements = Measurements()
    checking = Checking(settings.options, count_text=measurements.count_text)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(to_thread.run_sync, checking.warm_up)
            yield

    watching = Middleware(MonitoringMiddleware, measurements=measurements, is_told=settings.logs)
    access = Middleware(AccessMiddleware, settings=settings, body_seconds=body_seconds)
    app = Starlette(
        routes=[
            Route("/check", _check, methods=["GET", "POST"]),
            Route(HEALTH, health),
            Route(METRICS, metrics),
            *page_requests.ROUTES,
            *languagetool.ROUTES,
            Mount("/page", CachedFiles(packages=[("solecism_write", "page/static")])),
        ],
        middleware=[watching, access],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
    )
    app.state.service = Service(settings, checking)
    app.state.measurements = measurements
    return app


# More connections than this at the same time are answered with 503.
_MAX_CONNECTIONS = 2_000
_KEEP_ALIVE = 75
_M_ARENA_MAX = -8


def serve(app: Starlette, at: socket.socket) -> None:
    """Serve the application at a socket until the process is stopped."""
    allow_many_connections()
    _share_free_memory()
    proxies = list(app.state.service.settings.proxies)
    # No access log of uvicorn's, which would have tokens, and nothing of the texts in any log.
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        # Anybody can send the header X-Forwarded-For: it counts only if a named proxy sends it.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE,
        limit_concurrency=_MAX_CONNECTIONS,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=64 << 10,
    )
    # Ctrl+C is the usual way to stop it, not an error.
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[at])


def allow_many_connections() -> None:
    """Raise the number of files that this process may open to what the system allows."""
    try:
        import resource
    except ImportError:
        # Windows has no such limit.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * _MAX_CONNECTIONS if hard == resource.RLIM_INFINITY else hard
    if soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, 2 * _MAX_CONNECTIONS), hard))


def _share_free_memory() -> None:
    """Let all threads use the same free memory, where the system's library is that of GNU.

    Otherwise each thread keeps what it has freed, which is a tenth of all memory.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)
