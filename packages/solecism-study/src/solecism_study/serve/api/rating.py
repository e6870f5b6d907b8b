"""API operations of a rater, with a token that belongs to one rater and sees nothing of others."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from solecism.errors import ConflictError, DeniedError, MissingError
from solecism_study.people.administrators import RATE
from solecism_study.people.platforms import Completion, completion
from solecism_study.people.raters import consent, rater_by_id
from solecism_study.serve.api.operation import Call, Operation
from solecism_study.serve.http.request_bodies import ActiveMilliseconds, Reason, ShortText
from solecism_study.study import Guideline, current_guideline
from solecism_study.work.assignment import next_questions, release_leases
from solecism_study.work.control_items import Verdict, contest
from solecism_study.work.judgment_rows import MAX_REQUEST, MIN_REQUEST
from solecism_study.work.lease import NextQuestions, heartbeat
from solecism_study.work.own_progress import Earnings, OwnAnswer, earnings, own_answers
from solecism_study.work.submission import Submission, submit, undo

RequestKey = Annotated[
    str, Meta(min_length=MIN_REQUEST, max_length=MAX_REQUEST, pattern="^[\x20-\x7e]+$")
]

_SHOWN_STATES = {"dismissed": "removed", "excluded": "screened-out"}


class RaterStatus(Struct, frozen=True):
    """A rater's state, the versions agreed to and current, and the earnings so far."""

    state: str
    agreed: int | None
    guideline: int
    earnings: Earnings


class Agreement(Struct, frozen=True, forbid_unknown_fields=True):
    """The version of the instructions that a rater has read and agrees to."""

    version: int


class NewAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer: its values per field, and a key that stays the same if the request is repeated."""

    token: ShortText
    request: RequestKey
    values: Annotated[dict[ShortText, list[ShortText]], Meta(max_length=30)]
    active_ms: ActiveMilliseconds | None = None


class AnswerReceipt(Struct, frozen=True):
    """How an answer was counted and paid, and the rater's next questions.

    `paid` is in millionths of the currency; only practice answers have a verdict.
    """

    is_surplus: bool
    is_repeated: bool
    paid: int
    verdict: Verdict | None
    turn: NextQuestions


class UndoRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A key that stays the same if the request is repeated."""

    request: RequestKey


class LeaseExpiry(Struct, frozen=True):
    """Until when the rater's questions are reserved; None where there are none."""

    until: int | None


class Released(Struct, frozen=True):
    """How many questions were released, and the platform's code for who stops early."""

    n_released: int
    completion: Completion | None = None


class NewContest(Struct, frozen=True, forbid_unknown_fields=True):
    """A rater's reason why their answer to the question of this token is right."""

    token: ShortText
    reason: Reason


def _status(call: Call[Any]) -> RaterStatus:
    rater = rater_by_id(call.study, own_rater(call))
    version = current_guideline(call.study).version
    # A rater is not told whether control items or an administrator removed them.
    state = _SHOWN_STATES.get(rater.state, rater.state)
    return RaterStatus(state, rater.consented, version, earnings(call.study, rater.id))


def _instructions(call: Call[None]) -> Guideline:
    return current_guideline(call.study)


def _agree(call: Call[Agreement]) -> RaterStatus:
    if call.body.version != current_guideline(call.study).version:
        raise ConflictError(
            "this is not the current version of the instructions. Read that one first."
        )
    consent(call.study, own_rater(call), now=call.now)
    return _status(call)


def _turn(call: Call[None]) -> NextQuestions:
    return next_questions(call.study, own_rater(call), now=call.now)


def _submit_answer(call: Call[NewAnswer]) -> AnswerReceipt:
    body = call.body
    sent = Submission(body.token, body.values, body.request, body.active_ms)
    receipt, after = submit(call.study, own_rater(call), sent, now=call.now)
    return AnswerReceipt(
        receipt.is_surplus, receipt.is_repeated, receipt.paid, receipt.verdict, after
    )


def _undo_answer(call: Call[UndoRequest]) -> NextQuestions:
    return undo(call.study, own_rater(call), request=call.body.request, now=call.now)


def _renew_leases(call: Call[None]) -> LeaseExpiry:
    return LeaseExpiry(heartbeat(call.study, own_rater(call), now=call.now))


def _release_questions(call: Call[None]) -> Released:
    n = release_leases(call.study, own_rater(call), now=call.now)
    rater = rater_by_id(call.study, own_rater(call))
    return Released(n, completion(call.study, rater, None, now=call.now))


def _completion(call: Call[None]) -> Completion:
    waiting = next_questions(call.study, own_rater(call), now=call.now).waiting
    rater = rater_by_id(call.study, own_rater(call))
    code = completion(call.study, rater, waiting, now=call.now) if waiting else None
    if code is None:
        raise MissingError("there is no completion code: no platform, or there is work left.")
    return code


def _own_answers(call: Call[None]) -> list[OwnAnswer]:
    return own_answers(call.study, own_rater(call), now=call.now)


def _contest(call: Call[NewContest]) -> None:
    token, reason = call.body.token, call.body.reason
    contest(call.study, own_rater(call), token, reason, now=call.now)


def own_rater(call: Call[Any]) -> int:
    """The number of the rater to whom the token of a call belongs."""
    if call.access.rater is None:
        raise DeniedError("this token does not belong to a rater.")
    return call.access.rater


def rating_operation(
    name: str, method: str, path: str, summary: str, handler: Any, result: Any = None, **more: Any
) -> Operation:
    """An operation of raters, with their own token."""
    return Operation(name, method, f"/rating{path}", summary, RATE, handler, result, **more)


OPERATIONS = [
    rating_operation(
        "rating", "GET", "", "The rater's own status and earnings.", _status, RaterStatus
    ),
    rating_operation(
        "instructions",
        "GET",
        "/instructions",
        "The current instructions.",
        _instructions,
        Guideline,
    ),
    rating_operation(
        "agree",
        "POST",
        "/agreement",
        "Agree to the instructions, which is needed before the first question.",
        _agree,
        RaterStatus,
        body=Agreement,
    ),
    rating_operation(
        "turn", "GET", "/turn", "The question to answer now, and one ahead.", _turn, NextQuestions
    ),
    rating_operation(
        "answer",
        "POST",
        "/answers",
        "Save an answer; a repeated request is saved once.",
        _submit_answer,
        AnswerReceipt,
        body=NewAnswer,
    ),
    rating_operation(
        "own_answers",
        "GET",
        "/answers",
        "The rater's own last answers.",
        _own_answers,
        list[OwnAnswer],
    ),
    rating_operation(
        "undo",
        "POST",
        "/undo",
        "Undo the last answer.",
        _undo_answer,
        NextQuestions,
        body=UndoRequest,
    ),
    rating_operation(
        "alive",
        "POST",
        "/heartbeat",
        "Keep the questions reserved for longer.",
        _renew_leases,
        LeaseExpiry,
    ),
    rating_operation(
        "completion",
        "GET",
        "/completion",
        "The completion code for the rater's platform.",
        _completion,
        Completion,
    ),
    rating_operation(
        "leave", "POST", "/release", "Release all reserved questions.", _release_questions, Released
    ),
    rating_operation(
        "contest",
        "POST",
        "/contests",
        "Contest how an answer was graded; an administrator will decide.",
        _contest,
        body=NewContest,
    ),
]
