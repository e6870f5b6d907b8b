"""Operations on people: raters, invitations, administrators and tokens."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from solecism.collect.money.payments import Identity, Payment, identities, payments
from solecism.collect.people.administrators import (
    MANAGE,
    MIN_PASSWORD,
    PEOPLE,
    READ,
    Administrator,
    add_administrator,
    all_administrators,
    remove_administrator,
)
from solecism.collect.people.raters import join, rater_by_pseudonym
from solecism.collect.people.removal import reinstate_rater, remove_rater
from solecism.collect.people.tokens import all_tokens, make_token, revoke_token
from solecism.collect.status.progress import RaterProgress, progress
from solecism.errors import MissingError
from solecism.serve.api.bodies import Name, Reason
from solecism.serve.api.operation import Call, Operation
from solecism.serve.study.invitations import Invited, invited
from solecism.serve.study.rights import check_giving, check_role

PROGRAM = "program"
"""The origin of raters whom a program brings in."""

_DAY = 86_400_000
Scope = Literal["read", "export", "manage", "people", "rate"]
Days = Annotated[int, Meta(ge=1, le=3650)]


class NewRater(Struct, frozen=True, forbid_unknown_fields=True):
    """A rater by the name that the program knows them by, which nobody else is told."""

    name: Name


class Named(Struct, frozen=True):
    """A rater's pseudonym."""

    rater: str


class Why(Struct, frozen=True, forbid_unknown_fields=True):
    """The reason that the log gives."""

    reason: Reason


class PaidAlready(Struct, frozen=True):
    """What the platform pays to each rater by itself, in millionths: a bonus is the rest."""

    paid_already: Annotated[int, Meta(ge=0, le=10**15)] = 0


class Changed(Struct, frozen=True):
    """How many of a rater's answers are void, or count again."""

    n_judgments: int


class Invitees(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is invited, and for how many days their links hold."""

    names: Annotated[list[Name], Meta(min_length=1, max_length=1000)]
    days: Days = 30


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """What a token may do, for how long; one that may rate does so as its rater."""

    name: Name
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=5)]
    days: Days | None = None
    rater: Annotated[str, Meta(min_length=1, max_length=100, pattern="^[^\x00]+$")] | None = None


class Shown(Struct, frozen=True):
    """The text of a token, which is shown once."""

    token: str


class TokenView(Struct, frozen=True):
    """A token without its text, which nobody knows any more."""

    id: int
    name: str
    scopes: list[str]
    expires: int | None
    is_revoked: bool


class NewAdministrator(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who may log in."""

    name: Name
    password: Annotated[str, Meta(min_length=MIN_PASSWORD, max_length=1000)]
    role: Literal["viewer", "manager", "owner"]


def _raters(call: Call[None]) -> tuple[RaterProgress, ...]:
    return progress(call.study, now=call.now).raters


def _rater(call: Call[None]) -> RaterProgress:
    wanted = call.text("rater")
    for one in _raters(call):
        if one.pseudonym == wanted:
            return one
    raise MissingError(f"there is no rater {wanted!r}.")


def _join(call: Call[NewRater]) -> Named:
    rater = join(call.study, origin=PROGRAM, external=call.body.name, now=call.now)
    return Named(rater.pseudonym)


def _remove(call: Call[Why]) -> Changed:
    rater = rater_by_pseudonym(call.study, call.text("rater")).id
    reason = call.body.reason
    n = remove_rater(call.study, rater, reason=reason, now=call.now, actor=call.actor)
    return Changed(n)


def _reinstate(call: Call[Why]) -> Changed:
    rater = rater_by_pseudonym(call.study, call.text("rater")).id
    reason = call.body.reason
    n = reinstate_rater(call.study, rater, reason=reason, now=call.now, actor=call.actor)
    return Changed(n)


def _invite(call: Call[Invitees]) -> list[Invited]:
    return invited(call.request, call.body.names, days=call.body.days, actor=call.actor)


def _payments(call: Call[None]) -> list[Payment]:
    return payments(call.study, now=call.now, paid_already=call.query.paid_already)


def _identities(call: Call[None]) -> list[Identity]:
    return identities(call.study, now=call.now, actor=call.actor)


def _tokens(call: Call[None]) -> list[TokenView]:
    return [
        TokenView(one.id, one.name, sorted(one.scopes), one.expires, one.is_revoked)
        for one in all_tokens(call.study)
    ]


def _new_token(call: Call[NewToken]) -> Shown:
    said = call.body
    check_giving(call.access.scopes, said.scopes)
    rater = rater_by_pseudonym(call.study, said.rater).id if said.rater else None
    expires = call.now + said.days * _DAY if said.days else None
    text = make_token(
        call.study,
        said.name,
        set(said.scopes),
        now=call.now,
        expires=expires,
        rater=rater,
        actor=call.actor,
    )
    return Shown(text)


def _revoke(call: Call[None]) -> None:
    revoke_token(call.study, call.number("token"), now=call.now, actor=call.actor)


def _administrators(call: Call[None]) -> list[Administrator]:
    return all_administrators(call.study)


def _new_administrator(call: Call[NewAdministrator]) -> None:
    said = call.body
    check_role(call.access.scopes, said.role)
    add_administrator(
        call.study, said.name, said.password, role=said.role, now=call.now, actor=call.actor
    )


def _remove_administrator(call: Call[None]) -> None:
    remove_administrator(call.study, call.number("administrator"), now=call.now, actor=call.actor)


OPERATIONS = [
    Operation("raters", "GET", "/raters", "All raters.", READ, _raters, tuple[RaterProgress, ...]),
    Operation(
        "join",
        "POST",
        "/raters",
        "Bring in a rater, new or known; they work with a token of their own.",
        MANAGE,
        _join,
        Named,
        body=NewRater,
        status=201,
    ),
    Operation("rater", "GET", "/raters/{rater}", "One rater.", READ, _rater, RaterProgress),
    Operation(
        "remove_rater",
        "POST",
        "/raters/{rater}/removal",
        "Send a rater away: their answers are void and asked for again.",
        MANAGE,
        _remove,
        Changed,
        body=Why,
    ),
    Operation(
        "reinstate_rater",
        "POST",
        "/raters/{rater}/reinstatement",
        "Take a rater back: their answers count again where there is room.",
        MANAGE,
        _reinstate,
        Changed,
        body=Why,
    ),
    Operation(
        "invite",
        "POST",
        "/invitations",
        "Links that let raters in.",
        MANAGE,
        _invite,
        list[Invited],
        body=Invitees,
        status=201,
    ),
    Operation(
        "payments",
        "GET",
        "/payments",
        "Who is owed what, by their own ids and without pseudonyms.",
        PEOPLE,
        _payments,
        list[Payment],
        query=PaidAlready,
    ),
    Operation(
        "identities",
        "POST",
        "/identities",
        "Whose pseudonyms they are; the log keeps that you asked.",
        PEOPLE,
        _identities,
        list[Identity],
    ),
    Operation("tokens", "GET", "/tokens", "All tokens.", PEOPLE, _tokens, list[TokenView]),
    Operation(
        "make_token",
        "POST",
        "/tokens",
        "A new token that may do no more than the one that asks; it is shown once.",
        PEOPLE,
        _new_token,
        Shown,
        body=NewToken,
        status=201,
    ),
    Operation(
        "revoke_token", "DELETE", "/tokens/{token:int}", "Let a token do nothing.", PEOPLE, _revoke
    ),
    Operation(
        "administrators",
        "GET",
        "/administrators",
        "Who may log in.",
        PEOPLE,
        _administrators,
        list[Administrator],
    ),
    Operation(
        "add_administrator",
        "POST",
        "/administrators",
        "Let somebody log in.",
        PEOPLE,
        _new_administrator,
        body=NewAdministrator,
    ),
    Operation(
        "remove_administrator",
        "DELETE",
        "/administrators/{administrator:int}",
        "Let somebody log in no more; one owner stays.",
        PEOPLE,
        _remove_administrator,
    ),
]
