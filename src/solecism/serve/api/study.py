"""API operations on the study as a whole: state, progress, results, instructions, log."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from solecism.collect.configuration import Configuration
from solecism.collect.guidelines import Guideline
from solecism.collect.lifecycle import change_guideline, set_open
from solecism.collect.log.history import Entry, entries
from solecism.collect.log.verify import Verification, verify
from solecism.collect.people.administrators import MANAGE, READ
from solecism.collect.status.progress import Progress, progress
from solecism.collect.work.contest import Contest, all_contests, decide_contest
from solecism.serve.api.operation import Call, Operation
from solecism.serve.http.body import LongText
from solecism.serve.study.forecast import Expected, ForecastQuery, expected
from solecism.serve.study.guidelines import current_guideline, guidelines_of
from solecism.serve.study.results import ResultFigure, StudyResults, result_figure, results_cache


class StudyDescription(Struct, frozen=True):
    """The configuration of the study, its stages and the version of its instructions."""

    configuration: Configuration
    digest: str
    stages: tuple[str, ...]
    guideline: int


class StudyState(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the study is open, so that raters get new questions."""

    is_open: bool


class StoppingResult(Struct, frozen=True):
    """The share of errors, and how many items were closed because it is certain enough."""

    share: ResultFigure
    n_closed: int


class NewGuideline(Struct, frozen=True, forbid_unknown_fields=True):
    """New instructions, and what raters agree to."""

    text: LongText
    consent: Annotated[str, Meta(max_length=50_000)] = ""


class GuidelineVersion(Struct, frozen=True):
    """The version number of the new instructions."""

    version: int


class ContestDecision(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a rater's contest is accepted."""

    is_accepted: bool


class ContestOutcome(Struct, frozen=True):
    """How many removed raters were reinstated because of the decision."""

    n_reinstated: int


class LogQuery(Struct, frozen=True):
    """Which entries of the log: at most `limit`, with numbers below `before`."""

    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    limit: Annotated[int, Meta(ge=1, le=1000)] = 50


def _describe(call: Call[None]) -> StudyDescription:
    study = call.study
    current = current_guideline(study).version
    return StudyDescription(
        study.configuration, study.configuration.digest, study.task.stages, current
    )


def _progress(call: Call[None]) -> Progress:
    return progress(call.study, now=call.now)


def _results(call: Call[None]) -> StudyResults:
    return results_cache(call.request).results(now=call.now)


def _forecast(call: Call[None]) -> Expected:
    current = progress(call.study, now=call.now)
    return expected(call.study, current, n_raters=call.query.n_raters, seconds=call.query.seconds)


def _set_state(call: Call[StudyState]) -> StudyState:
    set_open(call.study, is_open=call.body.is_open, now=call.now, actor=call.actor)
    return call.body


def _stop(call: Call[None]) -> StoppingResult:
    from solecism.collect.status.stopping import stop_if_precise

    stopping = stop_if_precise(call.study, now=call.now)
    return StoppingResult(result_figure(stopping.share), stopping.n_closed)


def _guidelines(call: Call[None]) -> list[Guideline]:
    return guidelines_of(call.study)


def _new_guideline(call: Call[NewGuideline]) -> GuidelineVersion:
    text, consent = call.body.text, call.body.consent
    return GuidelineVersion(
        change_guideline(call.study, text, consent=consent, now=call.now, actor=call.actor)
    )


def _contests(call: Call[None]) -> list[Contest]:
    return all_contests(call.study)


def _decide(call: Call[ContestDecision]) -> ContestOutcome:
    return ContestOutcome(
        decide_contest(
            call.study,
            call.number("contest"),
            is_accepted=call.body.is_accepted,
            now=call.now,
            actor=call.actor,
        )
    )


def _log(call: Call[None]) -> list[Entry]:
    return entries(call.study, before=call.query.before, limit=call.query.limit)


def _verify(call: Call[None]) -> Verification:
    return verify(call.study)


def _read(name: str, path: str, summary: str, handler: Any, result: Any, **more: Any) -> Operation:
    return Operation(name, "GET", path, summary, READ, handler, result, **more)


OPERATIONS = [
    _read("describe", "/study", "The study's configuration.", _describe, StudyDescription),
    Operation(
        "set_state",
        "PUT",
        "/study/state",
        "Open or pause the study; open questions can still be answered while it is paused.",
        MANAGE,
        _set_state,
        StudyState,
        body=StudyState,
    ),
    Operation(
        "stop",
        "POST",
        "/study/stop",
        "Close all items if the study's stopping rule is met.",
        MANAGE,
        _stop,
        StoppingResult,
    ),
    _read("progress", "/progress", "The progress of the study.", _progress, Progress),
    _read("results", "/results", "The results so far.", _results, StudyResults),
    _read(
        "forecast",
        "/forecast",
        "The remaining work and its cost, predicted with simulated raters.",
        _forecast,
        Expected,
        query=ForecastQuery,
    ),
    _read(
        "guidelines",
        "/guidelines",
        "All versions of the instructions.",
        _guidelines,
        list[Guideline],
    ),
    Operation(
        "change_guideline",
        "POST",
        "/guidelines",
        "Add a new version of the instructions; raters are asked to agree to it.",
        MANAGE,
        _new_guideline,
        GuidelineVersion,
        body=NewGuideline,
        status=201,
    ),
    _read("contests", "/contests", "The contests of raters.", _contests, list[Contest]),
    Operation(
        "decide",
        "POST",
        "/contests/{contest:int}/decision",
        "Accept a contest, so that the answer counts as right, or refuse it.",
        MANAGE,
        _decide,
        ContestOutcome,
        body=ContestDecision,
    ),
    _read(
        "log", "/log", "The log of changes, the newest first.", _log, list[Entry], query=LogQuery
    ),
    _read(
        "verify",
        "/verification",
        "Check that the log and the judgments were not altered.",
        _verify,
        Verification,
    ),
]
