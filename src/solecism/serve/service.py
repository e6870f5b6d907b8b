"""What every handler needs: the study, the time, and where the pages come from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request

from solecism.collect.people.signing import signature
from solecism.collect.study import Study

Clock = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Service:
    """A study that is served; `address` is how the world reaches it, where that is known."""

    study: Study
    clock: Clock
    address: str | None = None

    @property
    def now(self) -> int:
        """The time in milliseconds since 1970."""
        return self.clock()

    def device_space(self, rater: int) -> str:
        """What a browser keeps this rater's unsent answers under, apart from anybody else's."""
        return signature(self.study.secret, "device", str(rater))


def service(request: Request) -> Service:
    """The service that a request came to."""
    found = request.app.state.service
    assert isinstance(found, Service)  # noqa: S101 - a programming error
    return found
