"""What a study's judgments say so far, computed once for all who look at it.

Numbers that are not there yet are None, with a note that says why.
"""

from __future__ import annotations

import math
import threading
import time
from typing import TYPE_CHECKING

from msgspec import Struct
from starlette.requests import Request

from solecism.collect.log.history import results_version
from solecism.collect.study import Study

if TYPE_CHECKING:
    from solecism.agree.by_reference import ByReference
    from solecism.collect.status.results import Results, SystemResult
    from solecism.interval import Interval
    from solecism.sample.estimate import Estimates
    from solecism.score.score import Score

_REST = 10
"""After so many times as long as a computation took the next one may begin."""

_TARGETS = (0.1, 0.05, 0.02, 0.01)
"""Half widths of an interval: for the next one the judgments still needed are told."""


class Figure(Struct, frozen=True):
    """A value and its interval."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    note: str = ""


class Part(Struct, frozen=True):
    """The agreement of raters at one stage."""

    name: str
    n_items: int
    n_judgments: int
    n_raters: int
    figures: tuple[Figure, ...]


class Point(Struct, frozen=True):
    """How well the majority of so many raters agrees with one more."""

    n_raters: int
    n_items: int
    kappa: Figure
    agreement: Figure


class AgreementBin(Struct, frozen=True):
    """A system at the sites where raters agree so far."""

    name: str
    n_items: int
    n_errors: float
    figures: tuple[Figure, ...]


class System(Struct, frozen=True):
    """A system against all raters by degree, and in bins of agreement."""

    name: str
    n_items: int
    figures: tuple[Figure, ...]
    bins: tuple[AgreementBin, ...]


class Sharper(Struct, frozen=True):
    """How many judgments more bring a measure from one half width to the next."""

    name: str
    now: float
    then: float
    n_more: int


class Sampled(Struct, frozen=True):
    """The system that the sample was drawn for, and how many judgments more make it sharp."""

    system: str
    design: str
    n_judged: int
    n_unjudged: int
    figures: tuple[Figure, ...]
    sharper: tuple[Sharper, ...]


class Measured(Struct, frozen=True):
    """All figures, when they were computed, and why some are missing."""

    at: int
    level: float
    n_judgments: int
    agreement: tuple[Part, ...]
    reliability: tuple[Point, ...]
    systems: tuple[System, ...]
    sampled: Sampled | None
    missing: dict[str, str]


class Desk:
    """Where the last figures lie until there are new judgments."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._computing = threading.Lock()
        self._last: Measured | None = None
        self._mark: tuple[int, int] | None = None
        self._rests_until = 0.0

    def measured(self, *, now: int) -> Measured:
        """Figures of the judgments by now, or of a moment ago where they take long."""
        last = self._last
        if last is not None and (self._computing.locked() or time.monotonic() < self._rests_until):
            return last
        with self._computing:
            mark = results_version(self._study)
            if self._last is None or mark != self._mark:
                begun = time.monotonic()
                self._last, self._mark = measure(self._study, now=now), mark
                self._rests_until = time.monotonic() + _REST * (time.monotonic() - begun)
            return self._last


def desk(request: Request) -> Desk:
    """The desk of the study that a request came to."""
    found = request.app.state.desk
    assert isinstance(found, Desk)  # noqa: S101 - a programming error
    return found


def measure(study: Study, *, now: int) -> Measured:
    """The figures of all judgments by now."""
    # Raters do not need what agreement is computed with: it is loaded when somebody looks.
    from solecism.collect.status.results import results
    from solecism.interval import DEFAULT_LEVEL

    found = results(study)
    return Measured(
        now,
        DEFAULT_LEVEL,
        found.n_judgments,
        _parts(found),
        _points(found.reliability) if found.reliability else (),
        tuple(_system(one) for one in found.systems),
        _sampled(found.estimates, found.n_judgments) if found.estimates else None,
        found.reasons,
    )


def _parts(found: Results) -> tuple[Part, ...]:
    return tuple(
        Part(
            name,
            max(one.n_items for one in measures),
            measures[0].n_judgments,
            measures[0].n_raters,
            tuple(told(one.name, one, one.interval, one.note) for one in measures),
        )
        for name, measures in found.agreements.items()
    )


def _points(found: ByReference) -> tuple[Point, ...]:
    return tuple(
        Point(
            one.n_raters,
            one.n_items,
            told("kappa", one.kappa, one.kappa.interval),
            told("agreement", one.agreement, one.agreement.interval),
        )
        for one in found.mean
    )


def _system(found: SystemResult) -> System:
    return System(
        found.system,
        found.graded.n_items,
        _figures(found.graded),
        tuple(
            AgreementBin(
                one.name,
                one.n_items,
                one.n_errors,
                (*_figures(one.score), told("kappa", one.kappa, one.kappa.interval)),
            )
            for one in found.bins
        ),
    )


def _figures(score: Score) -> tuple[Figure, ...]:
    return tuple(told(name, one, one.interval) for name, one in score.figures.items())


def _sampled(found: Estimates, n_judgments: int) -> Sampled:
    return Sampled(
        found.system,
        found.design,
        found.n_judged,
        found.n_unjudged,
        tuple(told(one.name, one, one.interval) for one in found.figures.values()),
        tuple(
            _sharper(one.name, one.interval.half_width, n_judgments)
            for one in found.figures.values()
            if one.interval.is_defined and one.interval.half_width > _TARGETS[-1]
        ),
    )


def _sharper(measure: str, half_width: float, n_judgments: int) -> Sharper:
    from solecism.collect.status.results import more_judgments

    then = next((target for target in _TARGETS if target < 0.9 * half_width), _TARGETS[-1])
    more = more_judgments(half_width, n_judgments, target=then)
    return Sharper(measure, half_width, then, more)


def told(name: str, value: float, interval: Interval, reason: str = "") -> Figure:
    """A figure without NaN, which JSON has no word for."""
    if not interval.is_defined:
        return Figure(name, _number(value), None, None, reason or interval.method)
    return Figure(name, _number(value), _number(interval.low), _number(interval.high), reason)


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
