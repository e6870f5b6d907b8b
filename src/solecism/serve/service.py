"""What every handler needs: the study that is served, the time, and the public address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request

from solecism.collect.people.sessions import Sessions
from solecism.collect.people.signing import signature
from solecism.collect.study import Study
from solecism.serve.platform_keys import PlatformKeys

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
