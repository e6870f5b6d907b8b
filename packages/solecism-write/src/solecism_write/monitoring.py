"""What whoever runs the server sees of it: counts for Prometheus, and a line per request.

Nothing of any text, and no token, is in either of them.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from threading import Lock
from time import perf_counter

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from solecism.system.clock import now
from solecism_write.settings import PREFIX, is_local

HEALTH, METRICS = "/health", "/metrics"
_METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_UPPER = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
# What is refused, as far as it is not simply wrong.
_REFUSED = frozenset((401, 403, 408, 413, 426, 429, 503))


class Measurements:
    """How many requests there were, how long they took, and how many words were checked."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._requests: Counter[int] = Counter()
        self._within: Counter[float] = Counter()
        self._seconds = 0.0
        self._texts = self._words = 0

    def count_text(self, text: str) -> None:
        """Count a text that is checked, and its words."""
        n_words = len(text.split())
        with self._lock:
            self._texts += 1
            self._words += n_words

    def count_request(self, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        with self._lock:
            self._requests[status] += 1
            self._seconds += seconds
            self._within.update(upper for upper in _UPPER if seconds <= upper)

    def exposition(self) -> str:
        """All counts in the text format of Prometheus.

        >>> measured = Measurements()
        >>> measured.count_text("I depend on you.")
        >>> print(measured.exposition().splitlines()[-1])
        solecism_words_total 4
        """
        with self._lock:
            requests, within = dict(sorted(self._requests.items())), dict(self._within)
            seconds, texts, words = self._seconds, self._texts, self._words
        n_requests = sum(requests.values())
        refusals = {status: n for status, n in requests.items() if status in _REFUSED}
        lines = [
            *_metric("requests_total", "counter", "Requests, by the status of the answer."),
            *(f'solecism_requests_total{{status="{each}"}} {n}' for each, n in requests.items()),
            *_metric("refusals_total", "counter", "Requests that were refused, by status."),
            *(f'solecism_refusals_total{{status="{each}"}} {n}' for each, n in refusals.items()),
            *_metric("request_seconds", "histogram", "Seconds from a request to its answer."),
            *(
                f'solecism_request_seconds_bucket{{le="{each:g}"}} {within.get(each, 0)}'
                for each in _UPPER
            ),
            f'solecism_request_seconds_bucket{{le="+Inf"}} {n_requests}',
            f"solecism_request_seconds_sum {seconds:.6f}",
            f"solecism_request_seconds_count {n_requests}",
            *_metric("texts_total", "counter", "Texts that were checked."),
            f"solecism_texts_total {texts}",
            *_metric("words_total", "counter", "Words in these texts."),
            f"solecism_words_total {words}",
        ]
        return "".join(f"{line}\n" for line in lines)


def _metric(name: str, kind: str, help: str) -> tuple[str, str]:
    return f"# HELP solecism_{name} {help}", f"# TYPE solecism_{name} {kind}"


class MonitoringMiddleware:
    """Measures all requests, and writes a line about each to standard error if it is to be told."""

    def __init__(self, app: ASGIApp, *, measurements: Measurements, is_told: bool) -> None:
        self.app, self.measurements, self.is_told = app, measurements, is_told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status, begun, path = 500, perf_counter(), shown_path(scope["path"])

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        finally:
            seconds = perf_counter() - begun
            self.measurements.count_request(status, seconds)
            if self.is_told:
                when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now() / 1000))
                line = f"{when} {scope['method']} {path} {status} {1000 * seconds:.0f} ms"
                print(line, file=sys.stderr, flush=True)  # noqa: T201 - the log that was asked for


def shown_path(path: str) -> str:
    """The path of a request as it may stand in a log: without a token, and in ASCII.

    >>> shown_path("/t/secret/v2/check"), shown_path("/kinds")
    ('/t/.../v2/check', '/kinds')
    """
    before, found, rest = path.partition(PREFIX)
    if found:
        path = f"{before}{PREFIX}...{rest[rest.find('/') :] if '/' in rest else ''}"
    return ascii(path)[1:-1][:200]


def is_from_here(request: Request) -> bool:
    """Whether a request comes from a program on this machine, and not through a proxy."""
    host = request.client.host if request.client else ""
    is_forwarded = any(name in request.headers for name in ("x-forwarded-for", "forwarded", "via"))
    return is_local(host) and not is_forwarded


async def health(request: Request) -> Response:
    """That the server is there."""
    return PlainTextResponse("ok\n")


async def metrics(request: Request) -> Response:
    """The counts, for Prometheus."""
    measurements = request.app.state.measurements
    assert isinstance(measurements, Measurements)  # noqa: S101 - a programming error
    return Response(measurements.exposition(), media_type=_METRICS_TYPE)
