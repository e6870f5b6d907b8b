"""The results, forecast and comparisons of a study, as the pages and the API show them.

Results (agreement, reliability and the scores of systems) are computed once for everybody who asks.
A number that is not known yet is None, with a note that says why.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Collection
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct
from starlette.requests import Request

from solecism.figure import Figure
from solecism_study.log_verification import results_version
from solecism_study.status.progress import Progress
from solecism_study.study import Study

if TYPE_CHECKING:
    from solecism.agreement.reliability import ByReference
    from solecism.sampling.estimate import Estimates
    from solecism.scoring.score import Score
    from solecism_study.status.results import Results, SystemResult

_PAUSE_FACTOR = 10
"""After a computation of one second the next one starts ten seconds later at the earliest."""

_TARGETS = (0.1, 0.05, 0.02, 0.01)
"""Half widths of an interval; the judgments still needed are given for the next smaller one."""


class ResultFigure(Struct, frozen=True):
    """A measured number as JSON has it: value and interval bounds, None where undefined."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    note: str = ""


class StageAgreement(Struct, frozen=True):
    """The agreement of the raters at one stage of the task."""

    name: str
    n_items: int
    n_judgments: int
    n_raters: int
    figures: tuple[ResultFigure, ...]


class ReliabilityPoint(Struct, frozen=True):
    """How well the majority of `n_raters` raters agrees with one more rater."""

    n_raters: int
    n_items: int
    kappa: ResultFigure
    agreement: ResultFigure


class AgreementBin(Struct, frozen=True):
    """The scores of a system at the sites of one bin of rater agreement."""

    name: str
    n_items: int
    n_errors: float
    figures: tuple[ResultFigure, ...]


class SystemResults(Struct, frozen=True):
    """The scores of a system against the share of raters who say error, and per agreement bin."""

    name: str
    n_items: int
    figures: tuple[ResultFigure, ...]
    bins: tuple[AgreementBin, ...]


class FurtherJudgments(Struct, frozen=True):
    """How many further judgments narrow a measure's interval from half width `now` to `then`."""

    name: str
    now: float
    then: float
    n_more: int


class SampleEstimates(Struct, frozen=True):
    """Estimates for the system that the sample was drawn for, and what would make them sharper."""

    system: str
    design: str
    n_judged: int
    n_unjudged: int
    figures: tuple[ResultFigure, ...]
    sharper: tuple[FurtherJudgments, ...]


class RaterResult(Struct, frozen=True):
    """The share of other raters' answers that equal a rater's, of `n_pairs` that were compared."""

    n_items: int
    n_pairs: int
    share: float


class AgreementLevel(Struct, frozen=True):
    """How many items have this agreement: the share of raters who gave the majority's answer."""

    name: str
    n_items: int


class StudyResults(Struct, frozen=True):
    """All results, the time at which they were computed, and why some are missing."""

    at: int
    level: float
    n_judgments: int
    agreement: tuple[StageAgreement, ...]
    reliability: tuple[ReliabilityPoint, ...]
    systems: tuple[SystemResults, ...]
    sampled: SampleEstimates | None
    missing: dict[str, str]
    raters: dict[str, RaterResult] = {}
    histogram: tuple[AgreementLevel, ...] = ()
    n_unknown: int = 0


class ResultsCache:
    """Keeps the latest results until there are new judgments."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._computing = threading.Lock()
        self._last: StudyResults | None = None
        self._mark: tuple[int, int] | None = None
        self._paused_until = 0.0

    def results(self, *, now: int) -> StudyResults:
        """The current results, or slightly older ones where they take long to compute."""
        last = self._last
        if last is not None and (self._computing.locked() or time.monotonic() < self._paused_until):
            return last
        with self._computing:
            mark = results_version(self._study)
            if self._last is None or mark != self._mark:
                begun = time.monotonic()
                self._last, self._mark = compute_results(self._study, now=now), mark
                self._paused_until = time.monotonic() + _PAUSE_FACTOR * (time.monotonic() - begun)
            return self._last


def results_cache(request: Request) -> ResultsCache:
    """The cached results of the study that is served."""
    cache = request.app.state.results_cache
    assert isinstance(cache, ResultsCache)  # noqa: S101 - a programming error
    return cache


def compute_results(study: Study, *, now: int) -> StudyResults:
    """The results of all judgments made until now."""
    # Imported here because the rater's pages do not need these modules.
    from solecism.figure import DEFAULT_LEVEL
    from solecism_study.status.results import results

    computed = results(study)
    return StudyResults(
        now,
        DEFAULT_LEVEL,
        computed.n_judgments,
        _stage_agreements(computed),
        _reliability_points(computed.reliability) if computed.reliability else (),
        tuple(_system_results(one) for one in computed.systems),
        _sample_estimates(computed.estimates, computed.n_judgments) if computed.estimates else None,
        computed.reasons,
        {
            name: RaterResult(one.n_items, one.n_pairs, one.share)
            for name, one in computed.raters.items()
        },
        tuple(AgreementLevel(one.name, one.n_items) for one in computed.histogram),
        computed.n_unknown,
    )


def _stage_agreements(computed: Results) -> tuple[StageAgreement, ...]:
    return tuple(
        StageAgreement(
            name,
            max(one.n_items for one in measures),
            measures[0].n_judgments,
            measures[0].n_raters,
            tuple(result_figure(one) for one in measures),
        )
        for name, measures in computed.agreements.items()
    )


def _reliability_points(reliability: ByReference) -> tuple[ReliabilityPoint, ...]:
    return tuple(
        ReliabilityPoint(
            one.n_raters,
            one.n_items,
            result_figure(one.kappa),
            result_figure(one.agreement),
        )
        for one in reliability.mean
    )


def _system_results(result: SystemResult) -> SystemResults:
    return SystemResults(
        result.system,
        result.graded.n_items,
        _figures(result.graded),
        tuple(
            AgreementBin(
                one.name,
                one.n_items,
                one.n_errors,
                (*_figures(one.score), result_figure(one.kappa)),
            )
            for one in result.bins
        ),
    )


def _figures(score: Score) -> tuple[ResultFigure, ...]:
    return tuple(map(result_figure, score.figures.values()))


def _sample_estimates(estimates: Estimates, n_judgments: int) -> SampleEstimates:
    return SampleEstimates(
        estimates.system,
        estimates.design,
        estimates.n_judged,
        estimates.n_unjudged,
        tuple(map(result_figure, estimates.figures.values())),
        tuple(
            _further_judgments(one.name, one.interval.half_width, n_judgments)
            for one in estimates.figures.values()
            if one.interval.is_defined and one.interval.half_width > _TARGETS[-1]
        ),
    )


def _further_judgments(measure: str, half_width: float, n_judgments: int) -> FurtherJudgments:
    from solecism_study.status.results import more_judgments

    then = next((target for target in _TARGETS if target < 0.9 * half_width), _TARGETS[-1])
    more = more_judgments(half_width, n_judgments, target=then)
    return FurtherJudgments(measure, half_width, then, more)


def result_figure(figure: Figure) -> ResultFigure:
    """A measured number without NaN, which JSON does not have; the note says what is missing."""
    low, high = _number(figure.interval.low), _number(figure.interval.high)
    return ResultFigure(figure.name, _number(figure.value), low, high, figure.note or figure.reason)


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


class ForecastQuery(Struct, frozen=True):
    """The number of simulated raters, and their seconds per judgment (default: as measured)."""

    n_raters: Annotated[int, Meta(ge=1, le=1000)] = 10
    seconds: Annotated[float, Meta(gt=0, le=3600)] | None = None


class ForecastResult(Struct, frozen=True):
    """The remaining work, its time and its cost; `by` says that simulated raters predict them.

    `n_short` judgments would be missing even then: so few raters cannot give them. Money is in
    millionths of the currency; `hours_at_pace` is at the pace of the last hour.
    """

    by: str
    n_raters: int
    seconds: float
    is_measured: bool
    n_left: int
    n_short: int
    judgments: ResultFigure
    hours: ResultFigure
    longest: ResultFigure
    cost: ResultFigure
    currency: str
    is_within_budget: bool
    hours_at_pace: float | None


def forecast_result(
    study: Study, progress: Progress, *, n_raters: int, seconds: float | None = None
) -> ForecastResult:
    """The forecast of the remaining work with `n_raters` raters at `seconds` per judgment."""
    # Imported here because the rater's pages do not need numpy.
    from solecism_study.status.forecast import forecast

    ahead = forecast(study, progress, n_raters=n_raters, seconds=seconds)
    return ForecastResult(
        by=ahead.note,
        n_raters=ahead.n_raters,
        seconds=ahead.seconds,
        is_measured=ahead.is_measured,
        n_left=ahead.n_left,
        n_short=ahead.n_short,
        judgments=_figure(ahead.judgments),
        hours=_figure(ahead.hours),
        longest=_figure(ahead.longest),
        cost=_figure(ahead.cost),
        currency=ahead.currency,
        is_within_budget=ahead.is_within_budget,
        hours_at_pace=ahead.hours_at_pace,
    )


def _figure(mean: Figure) -> ResultFigure:
    interval = mean.interval
    return ResultFigure(mean.name, mean.value, interval.low, interval.high, interval.method)


class ComparedFigure(Struct, frozen=True):
    """A figure of all raters, and without some; None where it is undefined then."""

    part: str
    everybody: ResultFigure
    rest: ResultFigure | None


class ComparedResults(Struct, frozen=True):
    """All figures with and without some raters, and the number of judgments of each."""

    without: tuple[str, ...]
    n_everybody: int
    n_rest: int
    figures: tuple[ComparedFigure, ...]


def compare_without(study: Study, without: Collection[str]) -> ComparedResults:
    """The results so far, beside those without some raters; nothing is changed."""
    # Imported here because the rater's pages do not need these modules.
    from solecism_study.status.results import what_if

    compared = what_if(study, without)
    return ComparedResults(
        compared.without,
        compared.n_everybody,
        compared.n_rest,
        tuple(
            ComparedFigure(
                one.part,
                result_figure(one.everybody),
                None if one.rest is None else result_figure(one.rest),
            )
            for one in compared.comparisons
        ),
    )
