"""API operations on raters: status, removal, invitations, payments, withdrawal and erasure."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from solecism.errors import MissingError
from solecism_study.people.administrators import MANAGE, PEOPLE, READ
from solecism_study.people.invitations import revoke_invitations
from solecism_study.people.payments import Identity, Payment, identities, payments
from solecism_study.people.platforms import Completion
from solecism_study.people.raters import join, rater_by_pseudonym
from solecism_study.people.reminders import DueRater, due_raters, record_reminders
from solecism_study.people.removal import reinstate_rater, remove_rater
from solecism_study.serve.api.operation import Call, Operation
from solecism_study.serve.api.rating import own_rater, rating_operation
from solecism_study.serve.http.request_bodies import Days, Name, Reason
from solecism_study.serve.study_raters import (
    InvitationLink,
    PageNumber,
    RaterReport,
    erase_due_raters,
    erase_rater,
    make_invitation_links,
    rater_report,
    withdraw_rater,
)
from solecism_study.status.progress import RaterProgress, progress

PROGRAM = "program"
"""The origin of raters that a program added."""


class NewRater(Struct, frozen=True, forbid_unknown_fields=True):
    """A rater by the name that the program uses for them, which is not shown to others."""

    name: Name


class RaterName(Struct, frozen=True):
    """A rater's pseudonym."""

    rater: str


class LogReason(Struct, frozen=True, forbid_unknown_fields=True):
    """The reason that is recorded in the log."""

    reason: Reason


class PaidAlready(Struct, frozen=True):
    """What the platform pays to each rater for each stage, in millionths of the currency.

    A bonus is the rest. With a `stage`, counted from 1, only the payments for it are returned.
    """

    paid_already: Annotated[int, Meta(ge=0, le=10**15)] = 0
    stage: Annotated[int, Meta(ge=1, le=9)] | None = None


class ChangedJudgments(Struct, frozen=True):
    """How many of a rater's judgments were voided, or count again."""

    n_judgments: int


class NewInvitations(Struct, frozen=True, forbid_unknown_fields=True):
    """The names of the raters to invite, and for how many days their links are valid."""

    names: Annotated[list[Name], Meta(min_length=1, max_length=1000)]
    days: Days = 30


class RevokedNames(Struct, frozen=True, forbid_unknown_fields=True):
    """The names whose invitations are revoked."""

    names: Annotated[list[Name], Meta(min_length=1, max_length=1000)]


class RevokedRaters(Struct, frozen=True):
    """How many raters had come by these invitations, and get no more questions."""

    n_raters: int


class RemindedIds(Struct, frozen=True, forbid_unknown_fields=True):
    """The ids of raters who were reminded of their second stage."""

    ids: Annotated[list[Name], Meta(min_length=1, max_length=10_000)]


class Reminded(Struct, frozen=True):
    """How many of them were due, and are recorded as reminded."""

    n_raters: int


class AnswersPage(Struct, frozen=True):
    """Which page of a rater's answers, of 50 each, the newest first."""

    page: PageNumber = 1


def _raters(call: Call[None]) -> tuple[RaterProgress, ...]:
    return progress(call.study, now=call.now).raters


def _rater(call: Call[None]) -> RaterProgress:
    pseudonym = call.text("rater")
    for one in _raters(call):
        if one.pseudonym == pseudonym:
            return one
    raise MissingError(f"there is no rater {pseudonym!r}.")


def _report(call: Call[None]) -> RaterReport:
    rater = rater_by_pseudonym(call.study, call.text("rater"))
    return rater_report(call.request, rater, page=call.query.page)


def _add_rater(call: Call[NewRater]) -> RaterName:
    rater = join(call.study, origin=PROGRAM, external=call.body.name, now=call.now)
    return RaterName(rater.pseudonym)


def _remove_rater(call: Call[LogReason]) -> ChangedJudgments:
    rater = rater_by_pseudonym(call.study, call.text("rater")).id
    reason = call.body.reason
    n = remove_rater(call.study, rater, reason=reason, now=call.now, actor=call.actor)
    return ChangedJudgments(n)


def _reinstate_rater(call: Call[LogReason]) -> ChangedJudgments:
    rater = rater_by_pseudonym(call.study, call.text("rater")).id
    reason = call.body.reason
    n = reinstate_rater(call.study, rater, reason=reason, now=call.now, actor=call.actor)
    return ChangedJudgments(n)


def _invite_raters(call: Call[NewInvitations]) -> list[InvitationLink]:
    return make_invitation_links(
        call.request, call.body.names, days=call.body.days, actor=call.actor
    )


def _revoke(call: Call[RevokedNames]) -> RevokedRaters:
    names = call.body.names
    n = revoke_invitations(call.study, names, now=call.now, actor=call.actor)
    call.serving.sessions.invalidate()
    return RevokedRaters(n)


def _due(call: Call[None]) -> list[DueRater]:
    return due_raters(call.study, now=call.now)


def _record(call: Call[RemindedIds]) -> Reminded:
    due = due_raters(call.study, now=call.now)
    reminded = [one.rater for one in due if one.id in call.body.ids]
    record_reminders(call.study, reminded, means="program", now=call.now, actor=call.actor)
    return Reminded(len(reminded))


def _payments(call: Call[None]) -> list[Payment]:
    paid = dict.fromkeys(range(1, len(call.study.task.stages) + 1), call.query.paid_already)
    owed = payments(call.study, paid_already=paid)
    return [one for one in owed if call.query.stage in (None, one.stage)]


def _identities(call: Call[None]) -> list[Identity]:
    return identities(call.study, now=call.now, actor=call.actor)


RATER_OPERATIONS = [
    Operation("raters", "GET", "/raters", "All raters.", READ, _raters, tuple[RaterProgress, ...]),
    Operation(
        "join",
        "POST",
        "/raters",
        "Add a rater, or find one added before; they work with a token of their own.",
        MANAGE,
        _add_rater,
        RaterName,
        body=NewRater,
        status=201,
    ),
    Operation("rater", "GET", "/raters/{rater}", "One rater.", READ, _rater, RaterProgress),
    Operation(
        "rater_report",
        "GET",
        "/raters/{rater}/report",
        "One rater's answers, times, and agreement with others and with control items.",
        READ,
        _report,
        RaterReport,
        query=AnswersPage,
    ),
    Operation(
        "remove_rater",
        "POST",
        "/raters/{rater}/removal",
        "Remove a rater: their answers are voided and collected again.",
        MANAGE,
        _remove_rater,
        ChangedJudgments,
        body=LogReason,
    ),
    Operation(
        "reinstate_rater",
        "POST",
        "/raters/{rater}/reinstatement",
        "Reinstate a rater: their answers count again where they are still needed.",
        MANAGE,
        _reinstate_rater,
        ChangedJudgments,
        body=LogReason,
    ),
    Operation(
        "invite",
        "POST",
        "/invitations",
        "Make invitation links for raters.",
        MANAGE,
        _invite_raters,
        list[InvitationLink],
        body=NewInvitations,
        status=201,
    ),
    Operation(
        "revoke_invitations",
        "POST",
        "/invitations/revocation",
        "Revoke all invitations of these names so far.",
        MANAGE,
        _revoke,
        RevokedRaters,
        body=RevokedNames,
    ),
    Operation(
        "due",
        "GET",
        "/reminders",
        "The raters whose second stage is open, by their own id, to be reminded.",
        PEOPLE,
        _due,
        list[DueRater],
    ),
    Operation(
        "record_reminders",
        "POST",
        "/reminders",
        "Record that raters were reminded, so that they are left out for two days.",
        PEOPLE,
        _record,
        Reminded,
        body=RemindedIds,
    ),
    Operation(
        "payments",
        "GET",
        "/payments",
        "What each person is owed, by their own id and without pseudonyms.",
        PEOPLE,
        _payments,
        list[Payment],
        query=PaidAlready,
    ),
    Operation(
        "identities",
        "POST",
        "/identities",
        "The person behind each pseudonym; the log records the request.",
        PEOPLE,
        _identities,
        list[Identity],
    ),
]


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
    return ErasedRaters(erase_due_raters(call.serving, actor=call.actor))


PRIVACY_OPERATIONS = [
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
