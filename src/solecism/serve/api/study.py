"""Operations on the study as a whole: how far it is, what it says, whether it goes on."""

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
from solecism.serve.api.bodies import Text
from solecism.serve.api.operation import Call, Operation
from solecism.serve.rater.front import guidelines_of
from solecism.serve.study.forecast import Expected, expected
from solecism.serve.study.results import Figure, StudyResults, make_figure, results_cache


class Described(Struct, frozen=True):
    """What the study is."""

    configuration: Configuration
    digest: str
    stages: tuple[str, ...]
    guideline: int


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether questions are given out."""

    is_open: bool


class Stopped(Struct, frozen=True):
    """The share of errors, and how many items are asked about no more because it is known."""

    share: Figure
    n_closed: int


class NewGuideline(Struct, frozen=True, forbid_unknown_fields=True):
    """Instructions, and what raters agree to."""

    text: Text
    consent: Annotated[str, Meta(max_length=50_000)] = ""


class Version(Struct, frozen=True):
    """The version that something became."""

    version: int


class Decision(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a rater's contest is accepted."""

    is_accepted: bool


class Decided(Struct, frozen=True):
    """How many removed raters are back because of a decision."""

    n_reinstated: int


class Assumed(Struct, frozen=True):
    """How many raters to imagine, and the seconds that they take; measured ones where not given."""

    n_raters: Annotated[int, Meta(ge=1, le=1000)] = 10
    seconds: Annotated[float, Meta(gt=0, le=3600)] | None = None


class Page(Struct, frozen=True):
    """Which entries of a list: so many, before a number."""

    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    limit: Annotated[int, Meta(ge=1, le=1000)] = 50


def _describe(call: Call[None]) -> Described:
    study = call.study
    current = guidelines_of(study)[-1].version
    return Described(study.configuration, study.configuration.digest, study.task.stages, current)


def _progress(call: Call[None]) -> Progress:
    return progress(call.study, now=call.now)


def _results(call: Call[None]) -> StudyResults:
    return results_cache(call.request).results(now=call.now)


def _forecast(call: Call[None]) -> Expected:
    found = progress(call.study, now=call.now)
    return expected(call.study, found, n_raters=call.query.n_raters, seconds=call.query.seconds)


def _set_state(call: Call[State]) -> State:
    set_open(call.study, is_open=call.body.is_open, now=call.now, actor=call.actor)
    return call.body


def _stop(call: Call[None]) -> Stopped:
    from solecism.collect.status.stopping import stop_if_precise

    stopped = stop_if_precise(call.study, now=call.now)
    return Stopped(make_figure("share of errors", stopped.share, stopped.interval), stopped.n_closed)


def _guidelines(call: Call[None]) -> list[Guideline]:
    return guidelines_of(call.study)


def _new_guideline(call: Call[NewGuideline]) -> Version:
    said = call.body
    return Version(
        change_guideline(
            call.study, said.text, consent=said.consent, now=call.now, actor=call.actor
        )
    )


def _contests(call: Call[None]) -> list[Contest]:
    return all_contests(call.study)


def _decide(call: Call[Decision]) -> Decided:
    return Decided(
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


def _read(name: str, path: str, summary: str, answer: Any, gives: Any, **more: Any) -> Operation:
    return Operation(name, "GET", path, summary, READ, answer, gives, **more)


OPERATIONS = [
    _read("describe", "/study", "What the study is.", _describe, Described),
    Operation(
        "set_state",
        "PUT",
        "/study/state",
        "Give out questions from now on, or none; answers to those given out are still taken.",
        MANAGE,
        _set_state,
        State,
        body=State,
    ),
    Operation(
        "stop",
        "POST",
        "/study/stop",
        "Ask about items no more, if the study stops by width and is sure enough.",
        MANAGE,
        _stop,
        Stopped,
    ),
    _read("progress", "/progress", "How far the study is.", _progress, Progress),
    _read("results", "/results", "What the judgments say so far.", _results, StudyResults),
    _read(
        "forecast",
        "/forecast",
        "What is still to do and what it will cost, by simulated raters.",
        _forecast,
        Expected,
        query=Assumed,
    ),
    _read("guidelines", "/guidelines", "All versions.", _guidelines, list[Guideline]),
    Operation(
        "change_guideline",
        "POST",
        "/guidelines",
        "New instructions from now on; raters are asked to agree to them.",
        MANAGE,
        _new_guideline,
        Version,
        body=NewGuideline,
        status=201,
    ),
    _read("contests", "/contests", "What raters contested.", _contests, list[Contest]),
    Operation(
        "decide",
        "POST",
        "/contests/{contest:int}/decision",
        "Accept a contest, which makes the answer a right one, or refuse it.",
        MANAGE,
        _decide,
        Decided,
        body=Decision,
    ),
    _read("log", "/log", "What was done, the newest first.", _log, list[Entry], query=Page),
    _read("verify", "/verification", "Whether log and judgments are whole.", _verify, Verification),
]
