"""API operations on withdrawal, erasure and retention."""

from __future__ import annotations

from msgspec import Struct

from solecism.collect.people.administrators import PEOPLE
from solecism.collect.people.completions import Completion
from solecism.serve.api.operation import Call, Operation
from solecism.serve.api.raters import RaterName
from solecism.serve.api.rating import own_rater, rating_operation
from solecism.serve.http.body import Reason
from solecism.serve.study.withdrawals import erase_rater, erase_those_due, withdraw_rater


class Withdrawal(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the rater's answers are erased as well as their id and times."""

    with_answers: bool


class Erasure(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether answers are erased as well, and the reason that the log keeps."""

    with_answers: bool
    reason: Reason


class ErasedRaters(Struct, frozen=True):
    """How many raters were erased."""

    n_erased: int


class Withdrawn(Struct, frozen=True):
    """The completion code of a rater who withdrew, where they came from a platform."""

    completion: Completion | None = None


def _withdraw(call: Call[Withdrawal]) -> Withdrawn:
    with_answers = call.body.with_answers
    return Withdrawn(withdraw_rater(call.serving, own_rater(call), with_answers=with_answers))


def _erase(call: Call[Erasure]) -> RaterName:
    erased = erase_rater(
        call.serving,
        call.text("rater"),
        with_answers=call.body.with_answers,
        actor=call.actor,
        reason=call.body.reason,
    )
    return RaterName(erased.pseudonym)


def _apply_retention(call: Call[None]) -> ErasedRaters:
    return ErasedRaters(erase_those_due(call.serving, actor=call.actor))


OPERATIONS = [
    rating_operation(
        "withdraw",
        "POST",
        "/withdrawal",
        "Withdraw for good: id and times are erased, answers on demand. The token ends.",
        _withdraw,
        Withdrawn,
        body=Withdrawal,
    ),
    Operation(
        "erase",
        "POST",
        "/raters/{rater}/erasure",
        "Erase a rater, by pseudonym or by their own id; the result is their new pseudonym.",
        PEOPLE,
        _erase,
        RaterName,
        body=Erasure,
    ),
    Operation(
        "apply_retention",
        "POST",
        "/retention",
        "Erase the ids and times that the study has kept for long enough.",
        PEOPLE,
        _apply_retention,
        ErasedRaters,
    ),
]
