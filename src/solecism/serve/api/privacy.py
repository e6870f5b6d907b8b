"""API operations on withdrawal, erasure and retention."""

from __future__ import annotations

from msgspec import Struct

from solecism.collect.people.administrators import PEOPLE
from solecism.collect.people.withdrawal import apply_retention, find_rater, withdraw
from solecism.serve.api.operation import Call, Operation
from solecism.serve.api.raters import RaterName
from solecism.serve.api.rating import own_rater, rating_operation
from solecism.serve.http.body import Reason


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


def _withdraw(call: Call[Withdrawal]) -> None:
    withdraw(call.study, own_rater(call), with_answers=call.body.with_answers, now=call.now)


def _erase(call: Call[Erasure]) -> RaterName:
    rater = find_rater(call.study, call.text("rater"))
    erased = withdraw(
        call.study,
        rater.id,
        with_answers=call.body.with_answers,
        now=call.now,
        actor=call.actor,
        reason=call.body.reason,
    )
    return RaterName(erased.pseudonym)


def _apply_retention(call: Call[None]) -> ErasedRaters:
    return ErasedRaters(apply_retention(call.study, now=call.now, actor=call.actor))


OPERATIONS = [
    rating_operation(
        "withdraw",
        "POST",
        "/withdrawal",
        "Withdraw for good: id and times are erased, answers on demand. The token ends.",
        _withdraw,
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
