"""API operations on access: tokens and administrators."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from solecism_study.people.administrators import (
    MIN_PASSWORD,
    PEOPLE,
    Administrator,
    add_administrator,
    all_administrators,
    all_tokens,
    check_grant,
    check_role_grant,
    make_token,
    remove_administrator,
    revoke_token,
)
from solecism_study.people.raters import rater_by_pseudonym
from solecism_study.people.sessions import ADMINISTRATOR
from solecism_study.serve.api.operation import Call, Operation
from solecism_study.serve.http.request_bodies import Days, Name

_DAY = 86_400_000
Scope = Literal["read", "export", "manage", "people", "rate"]


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """The scopes and validity of a new token; one with the scope to rate belongs to a rater."""

    name: Name
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=5)]
    days: Days | None = None
    rater: Annotated[str, Meta(min_length=1, max_length=100, pattern="^[^\x00]+$")] | None = None


class TokenText(Struct, frozen=True):
    """The text of a new token, which is shown only once."""

    token: str


class TokenView(Struct, frozen=True):
    """A token without its text, of which only a hash is stored."""

    id: int
    name: str
    scopes: list[str]
    expires: int | None
    is_revoked: bool


class NewAdministrator(Struct, frozen=True, forbid_unknown_fields=True):
    """A new administrator, who can log in."""

    name: Name
    password: Annotated[str, Meta(min_length=MIN_PASSWORD, max_length=1000)]
    role: Literal["viewer", "manager", "owner"]


def _tokens(call: Call[None]) -> list[TokenView]:
    return [
        TokenView(one.id, one.name, sorted(one.scopes), one.expires, one.is_revoked)
        for one in all_tokens(call.study)
    ]


def _make_token(call: Call[NewToken]) -> TokenText:
    body = call.body
    check_grant(call.access.scopes, body.scopes)
    rater = rater_by_pseudonym(call.study, body.rater).id if body.rater else None
    expires = call.now + body.days * _DAY if body.days else None
    text = make_token(
        call.study,
        body.name,
        set(body.scopes),
        now=call.now,
        expires=expires,
        rater=rater,
        actor=call.actor,
    )
    return TokenText(text)


def _revoke_token(call: Call[None]) -> None:
    revoke_token(call.study, call.number("token"), now=call.now, actor=call.actor)


def _administrators(call: Call[None]) -> list[Administrator]:
    return all_administrators(call.study)


def _add_administrator(call: Call[NewAdministrator]) -> None:
    body = call.body
    check_role_grant(call.access.scopes, body.role)
    add_administrator(
        call.study, body.name, body.password, role=body.role, now=call.now, actor=call.actor
    )


def _remove_administrator(call: Call[None]) -> None:
    number = call.number("administrator")
    remove_administrator(call.study, number, now=call.now, actor=call.actor)
    call.serving.sessions.end_all(ADMINISTRATOR, number)


OPERATIONS = [
    Operation("tokens", "GET", "/tokens", "All tokens.", PEOPLE, _tokens, list[TokenView]),
    Operation(
        "make_token",
        "POST",
        "/tokens",
        "Make a token with no more scopes than the one that asks; its text is shown once.",
        PEOPLE,
        _make_token,
        TokenText,
        body=NewToken,
        status=201,
    ),
    Operation(
        "revoke_token", "DELETE", "/tokens/{token:int}", "Revoke a token.", PEOPLE, _revoke_token
    ),
    Operation(
        "administrators",
        "GET",
        "/administrators",
        "All administrators.",
        PEOPLE,
        _administrators,
        list[Administrator],
    ),
    Operation(
        "add_administrator",
        "POST",
        "/administrators",
        "Add an administrator.",
        PEOPLE,
        _add_administrator,
        body=NewAdministrator,
    ),
    Operation(
        "remove_administrator",
        "DELETE",
        "/administrators/{administrator:int}",
        "Remove an administrator; the last owner cannot be removed.",
        PEOPLE,
        _remove_administrator,
    ),
]
