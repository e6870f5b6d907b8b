"""A rater's own operations, by a token that rates as one rater and sees nothing of others."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from solecism.collect.guidelines import Guideline
from solecism.collect.money.earnings import Earnings, earnings
from solecism.collect.people.administrators import RATE
from solecism.collect.people.platforms import Completion, completion
from solecism.collect.people.raters import consent, rater_by_id
from solecism.collect.work.assignment import next_questions, release
from solecism.collect.work.contest import contest
from solecism.collect.work.control_items import Verdict
from solecism.collect.work.judgment_rows import MAX_REQUEST, MIN_REQUEST
from solecism.collect.work.lease import NextQuestions, heartbeat
from solecism.collect.work.own_answers import OwnAnswer, own_answers
from solecism.collect.work.submission import Submission, submit
from solecism.collect.work.undo import undo
from solecism.errors import ConflictError, DeniedError, MissingError
from solecism.serve.api.bodies import Reason
from solecism.serve.api.operation import Call, Operation
from solecism.serve.rater.front import guidelines_of
from solecism.serve.rater.work_requests import Text

Key = Annotated[str, Meta(min_length=MIN_REQUEST, max_length=MAX_REQUEST, pattern="^[\x20-\x7e]+$")]


class Self(Struct, frozen=True):
    """How a rater stands: what they may see, agreed to and earned."""

    state: str
    agreed: int | None
    guideline: int
    earnings: Earnings


class Agreed(Struct, frozen=True, forbid_unknown_fields=True):
    """The version of the instructions that a rater has read and agrees to."""

    version: int


class AnswerSent(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer: values by field, and a key that is the same when the request is repeated."""

    token: Text
    request: Key
    values: Annotated[dict[Text, list[Text]], Meta(max_length=30)]
    active_ms: Annotated[int, Meta(ge=0, le=86_400_000)] | None = None


class Kept(Struct, frozen=True):
    """What became of an answer, and the questions that the rater holds now.

    `paid` is in millionths of the currency; a verdict is told in practice only.
    """

    is_surplus: bool
    is_repeated: bool
    paid: int
    verdict: Verdict | None
    turn: NextQuestions


class Repeatable(Struct, frozen=True, forbid_unknown_fields=True):
    """A key that is the same when the request is repeated."""

    request: Key


class Held(Struct, frozen=True):
    """Until when the rater's questions are held; None where they hold none."""

    until: int | None


class Released(Struct, frozen=True):
    """How many questions were given back."""

    n_released: int


class Objection(Struct, frozen=True, forbid_unknown_fields=True):
    """Why the answer to the question of this token is right."""

    token: Text
    reason: Reason


def _self(call: Call[Any]) -> Self:
    rater = rater_by_id(call.study, _rater(call))
    version = guidelines_of(call.study)[-1].version
    # Whether control items or an administrator removed somebody is not theirs to see.
    state = "removed" if rater.state == "dismissed" else rater.state
    return Self(state, rater.consented, version, earnings(call.study, rater.id))


def _instructions(call: Call[None]) -> Guideline:
    return guidelines_of(call.study)[-1]


def _agree(call: Call[Agreed]) -> Self:
    if call.body.version != guidelines_of(call.study)[-1].version:
        raise ConflictError("these are not the instructions that hold now. Read them first.")
    consent(call.study, _rater(call), now=call.now)
    return _self(call)


def _turn(call: Call[None]) -> NextQuestions:
    return next_questions(call.study, _rater(call), now=call.now)


def _answer(call: Call[AnswerSent]) -> Kept:
    said = call.body
    sent = Submission(said.token, said.values, said.request, said.active_ms)
    receipt, after = submit(call.study, _rater(call), sent, now=call.now)
    return Kept(receipt.is_surplus, receipt.is_repeated, receipt.paid, receipt.verdict, after)


def _undo(call: Call[Repeatable]) -> NextQuestions:
    return undo(call.study, _rater(call), request=call.body.request, now=call.now)


def _alive(call: Call[None]) -> Held:
    return Held(heartbeat(call.study, _rater(call), now=call.now))


def _leave(call: Call[None]) -> Released:
    return Released(release(call.study, _rater(call), now=call.now))


def _completion(call: Call[None]) -> Completion:
    waiting = next_questions(call.study, _rater(call), now=call.now).waiting
    person = rater_by_id(call.study, _rater(call))
    found = completion(call.study, person, waiting.reason if waiting else None)
    if found is None:
        raise MissingError("there is no completion code: no platform, or no answer yet.")
    return found


def _answers(call: Call[None]) -> list[OwnAnswer]:
    return own_answers(call.study, _rater(call))


def _contest(call: Call[Objection]) -> None:
    said = call.body
    contest(call.study, _rater(call), said.token, said.reason, now=call.now)


def _rater(call: Call[Any]) -> int:
    if call.access.rater is None:
        raise DeniedError("this token is no rater's.")
    return call.access.rater


def _rate(
    name: str, method: str, path: str, summary: str, answer: Any, gives: Any = None, **more: Any
) -> Operation:
    return Operation(name, method, f"/rating{path}", summary, RATE, answer, gives, **more)


OPERATIONS = [
    _rate("rating", "GET", "", "How the rater stands.", _self, Self),
    _rate("instructions", "GET", "/instructions", "What to do.", _instructions, Guideline),
    _rate(
        "agree",
        "POST",
        "/agreement",
        "Agree to the instructions, which comes before any question.",
        _agree,
        Self,
        body=Agreed,
    ),
    _rate(
        "turn", "GET", "/turn", "The question to answer now, and one ahead.", _turn, NextQuestions
    ),
    _rate(
        "answer",
        "POST",
        "/answers",
        "Keep an answer; the same request sent twice is kept once.",
        _answer,
        Kept,
        body=AnswerSent,
    ),
    _rate("own_answers", "GET", "/answers", "The rater's last ones.", _answers, list[OwnAnswer]),
    _rate(
        "undo", "POST", "/undo", "Take back the last answer.", _undo, NextQuestions, body=Repeatable
    ),
    _rate("alive", "POST", "/heartbeat", "Hold the questions for longer.", _alive, Held),
    _rate(
        "completion",
        "GET",
        "/completion",
        "The code for the platform that the rater comes from.",
        _completion,
        Completion,
    ),
    _rate("leave", "POST", "/release", "Give back all questions.", _leave, Released),
    _rate(
        "contest",
        "POST",
        "/contests",
        "Stand by an answer; an administrator will decide.",
        _contest,
        body=Objection,
    ),
]
