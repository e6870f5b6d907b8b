"""API operations on the study as a whole: state, progress, results, design, and exports."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from solecism_study.configuration import Amendment, Changes, Configuration
from solecism_study.design import (
    Deviation,
    LockedDesign,
    amend,
    amendments_of,
    deviations,
    lock_design,
    locked_design,
)
from solecism_study.exchange.bundle import bundle
from solecism_study.exchange.export import (
    BUNDLE_FILE,
    BUNDLE_MEDIA,
    FORMATS,
    TABLE_FORMATS,
    export_format,
    export_judgments,
)
from solecism_study.log_verification import LogEntry, Verification, log_entries, verify_study
from solecism_study.people.administrators import EXPORT, MANAGE, READ
from solecism_study.serve.api.operation import Call, Operation, ResponseFile
from solecism_study.serve.http.request_bodies import LongText, Reason
from solecism_study.serve.study_results import (
    ForecastQuery,
    ForecastResult,
    ResultFigure,
    StudyResults,
    forecast_result,
    result_figure,
    results_cache,
)
from solecism_study.status.progress import Progress, progress
from solecism_study.study import (
    Guideline,
    change_guideline,
    current_guideline,
    guidelines_of,
    set_open,
)
from solecism_study.work.control_items import Contest, all_contests, decide_contest


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


def _forecast(call: Call[None]) -> ForecastResult:
    current = progress(call.study, now=call.now)
    return forecast_result(
        call.study, current, n_raters=call.query.n_raters, seconds=call.query.seconds
    )


def _set_state(call: Call[StudyState]) -> StudyState:
    set_open(call.study, is_open=call.body.is_open, now=call.now, actor=call.actor)
    return call.body


def _stop(call: Call[None]) -> StoppingResult:
    from solecism_study.status.results import stop_if_precise

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


def _log(call: Call[None]) -> list[LogEntry]:
    return log_entries(call.study, before=call.query.before, limit=call.query.limit)


def _verify(call: Call[None]) -> Verification:
    return verify_study(call.study)


def _read(name: str, path: str, summary: str, handler: Any, result: Any, **more: Any) -> Operation:
    return Operation(name, "GET", path, summary, READ, handler, result, **more)


STUDY_OPERATIONS = [
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
        ForecastResult,
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
        "log", "/log", "The log of changes, the newest first.", _log, list[LogEntry], query=LogQuery
    ),
    _read(
        "verify",
        "/verification",
        "Check that the log and the judgments were not altered.",
        _verify,
        Verification,
    ),
]


class DesignState(Struct, frozen=True):
    """The locked design if there is one, deviations from it, and all amendments."""

    design: LockedDesign | None
    deviations: list[Deviation]
    amendments: list[Amendment]


class AnalysisPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """How the study will be analysed."""

    analysis: LongText


class NewAmendment(Struct, frozen=True, forbid_unknown_fields=True):
    """What is changed, and why."""

    changes: Changes
    reason: Reason


def _design(call: Call[None]) -> DesignState:
    study = call.study
    return DesignState(locked_design(study), deviations(study), amendments_of(study))


def _lock(call: Call[AnalysisPlan]) -> LockedDesign:
    return lock_design(call.study, call.body.analysis, now=call.now, actor=call.actor)


def _amend(call: Call[NewAmendment]) -> Amendment:
    body = call.body
    return amend(call.study, body.changes, reason=body.reason, now=call.now, actor=call.actor)


DESIGN_OPERATIONS = [
    Operation(
        "design",
        "GET",
        "/design",
        "The locked design, deviations from it, and amendments.",
        READ,
        _design,
        DesignState,
    ),
    Operation(
        "lock_design",
        "POST",
        "/design",
        "Lock the design before the first answer.",
        MANAGE,
        _lock,
        LockedDesign,
        body=AnalysisPlan,
        status=201,
    ),
    Operation(
        "amend",
        "POST",
        "/amendments",
        "Change price, budget or numbers as a recorded amendment.",
        MANAGE,
        _amend,
        Amendment,
        body=NewAmendment,
        status=201,
    ),
]


class ExportQuery(Struct, frozen=True):
    """Whether judgments of control items and surplus judgments are exported, and personal data."""

    control: bool = True
    surplus: bool = False
    anonymous: bool = False


class BundleQuery(Struct, frozen=True):
    """Whether personal data is left out."""

    anonymous: bool = False


def _export_judgments(call: Call[None]) -> ResponseFile:
    name, query = call.text("format"), call.query
    chosen = export_format(name)
    body = export_judgments(
        call.study,
        name,
        with_control=query.control,
        with_surplus=query.surplus,
        is_anonymous=query.anonymous,
    )
    return ResponseFile(chosen.media, chosen.file, body)


def _export_bundle(call: Call[None]) -> ResponseFile:
    body = bundle(call.study, now=call.now, is_anonymous=call.query.anonymous)
    return ResponseFile(BUNDLE_MEDIA, BUNDLE_FILE, body)


EXPORT_OPERATIONS = [
    Operation(
        "export",
        "GET",
        "/exports/{format}",
        "The judgments under pseudonyms, in one of the formats "
        f"{', '.join([*FORMATS, *TABLE_FORMATS])}.",
        EXPORT,
        _export_judgments,
        query=ExportQuery,
        media=tuple(dict.fromkeys(one.media for one in {**FORMATS, **TABLE_FORMATS}.values())),
    ),
    Operation(
        "bundle",
        "GET",
        "/bundle",
        "The whole study as a zip file, to check it or to run it again.",
        EXPORT,
        _export_bundle,
        query=BundleQuery,
        media=(BUNDLE_MEDIA,),
    ),
]
