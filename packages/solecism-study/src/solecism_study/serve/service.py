"""What every handler needs: the study that is served, the time, and the public address.

Answers are saved in a queue, a few at a time, in the order in which they arrive. They all go to one
database, where more at a time would only wait for one another, each with a connection of its own,
and the first to arrive would not be the first to finish. The public keys of a platform come from
its address or a file, and are kept for a day.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import ParamSpec, TypeVar
from urllib.error import URLError
from urllib.request import urlopen

import msgspec
from anyio import CapacityLimiter, to_thread
from starlette.requests import Request

from solecism_study.keyed_hashes import signature
from solecism_study.people.platforms import PlatformKey, PlatformKeySet
from solecism_study.people.sessions import Sessions
from solecism_study.study import Study

Clock = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Service:
    """A study that is served; `address` is its public base URL, where that is known."""

    study: Study
    clock: Clock
    sessions: Sessions
    address: str | None = None
    keys: PlatformKeys | None = None

    @property
    def now(self) -> int:
        """The time in milliseconds since 1970."""
        return self.clock()

    def device_space(self, rater: int) -> str:
        """The key under which a browser stores this rater's unsent answers, apart from others'."""
        return signature(self.study.secret, "device", str(rater))


def service(request: Request) -> Service:
    """The service that a request was sent to."""
    serving = request.app.state.service
    assert isinstance(serving, Service)  # noqa: S101 - a programming error
    return serving


N_CONCURRENT = 8
P = ParamSpec("P")
T = TypeVar("T")


async def run_in_queue(
    request: Request, work: Callable[P, T], /, *arguments: P.args, **options: P.kwargs
) -> T:
    """The result of some work, which is done in a thread when its turn has come."""
    limiter = request.app.state.answer_queue
    assert isinstance(limiter, CapacityLimiter)  # noqa: S101 - a programming error
    return await to_thread.run_sync(partial(work, *arguments, **options), limiter=limiter)


PROLIFIC = "https://api.prolific.com/.well-known/study/jwks.json"
_DAY, _MINUTE = 86_400.0, 60.0
_TIMEOUT = 10
_MAX_BYTES = 1 << 20
_LOG = logging.getLogger(__name__)


class PlatformKeys:
    """Finds keys by name. A name that is not known is looked up again, once per minute at most."""

    def __init__(self, source: str = PROLIFIC) -> None:
        self._source = source
        self._keys: dict[str, PlatformKey] = {}
        self._read_at = self._tried_at = float("-inf")
        self._reading = threading.Lock()

    def named(self, name: str) -> PlatformKey | None:
        """The key of this name; None where the platform has none, or cannot be reached."""
        with self._reading:
            now = time.monotonic()
            is_stale = name not in self._keys or now - self._read_at > _DAY
            if is_stale and now - self._tried_at > _MINUTE:
                self._tried_at = now
                self._read(now)
            return self._keys.get(name)

    def _read(self, now: float) -> None:
        try:
            found = msgspec.json.decode(self._body(), type=PlatformKeySet)
        except (OSError, URLError, msgspec.DecodeError) as error:
            # Earlier keys are used for longer: otherwise nobody could begin.
            _LOG.warning("%s: the platform's keys cannot be read: %s", self._source, error)
            return
        self._keys = {key.kid: key for key in found.keys or ()}
        self._read_at = now

    def _body(self) -> bytes:
        if not self._source.startswith(("https://", "http://127.0.0.1:")):
            return Path(self._source).read_bytes()
        with urlopen(self._source, timeout=_TIMEOUT) as response:
            if response.status != HTTPStatus.OK:
                raise OSError(f"status {response.status}")
            body: bytes = response.read(_MAX_BYTES)
            return body
