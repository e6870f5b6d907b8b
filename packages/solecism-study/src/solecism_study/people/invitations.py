"""Invitations: signed links by which one rater joins until a given time, and their revocation.

A link may also be for somebody from a platform, with their id there: platforms that send each
person to a URL of their own get these. Nobody can make one up or change the id in it. A revoked
link no longer opens the study, and its rater gets no questions; answers that were given stay as
they are. A new invitation to the same name makes it good again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from solecism.errors import DeniedError, InputError
from solecism_study import audit_log
from solecism_study.keyed_hashes import decode_from_url, encode_for_url, is_signed, signature
from solecism_study.people.raters import Rater, State, rater_in, save_rater, set_state
from solecism_study.people.sessions import RATER
from solecism_study.store.tables import browsers, raters, revocations, sessions
from solecism_study.study import Study
from solecism_study.work.assignment import release_leases

INVITATION = "invitation"
_BROKEN = "this link is incomplete. Copy the whole link from your invitation."
_MAX_LENGTH = 2000
_MAX_NAME = 200
_PARTS = ("name", "expires", "issued", "origin", "is_vouched")


@dataclass(frozen=True, slots=True)
class Invitation:
    """The name of the rater who is invited, until when, and when (milliseconds since 1970).

    `origin` is the platform, for links with an id there. `is_vouched` says that the platform itself
    has just confirmed who follows the link.
    """

    name: str
    expires: int
    issued: int = 0
    origin: str = INVITATION
    is_vouched: bool = False


def invite(
    study: Study,
    name: str,
    *,
    expires: int,
    issued: int = 0,
    origin: str = INVITATION,
    is_vouched: bool = False,
) -> str:
    """Return the signed part of a link for the rater of this name, or id on a platform.

    A revocation of the name ends all invitations issued before it.
    """
    if not name or len(name) > _MAX_NAME or not name.isprintable():
        raise InputError(
            f"{name[:40]!r} is not a valid name. Give 1 to {_MAX_NAME} printable characters."
        )
    more = () if origin == INVITATION else (origin, is_vouched)
    body = encode_for_url(msgspec.json.encode([name, expires, issued, *more]))
    return f"{body}.{signature(study.secret, INVITATION, body)}"


def read_invitation(study: Study, text: str, *, now: int) -> Invitation:
    """Return the invitation of a link; DeniedError where it is forged, incomplete or expired."""
    body, _, signed = text[:_MAX_LENGTH].partition(".")
    if not is_signed(study.secret, INVITATION, body, signed):
        raise DeniedError(_BROKEN)
    try:
        # Links of earlier versions do not say when they were issued.
        parts = msgspec.json.decode(decode_from_url(body), type=list[str | int | bool])
        invitation = msgspec.convert(dict(zip(_PARTS, parts, strict=False)), Invitation)
    except (ValueError, msgspec.DecodeError) as error:
        raise DeniedError(_BROKEN) from error
    if invitation.expires <= now:
        raise DeniedError("this invitation has expired. Ask for a new one.")
    return invitation


REVOKED: State = "revoked"
_MAX_NAMES = 1000


def revoke_invitations(study: Study, names: Sequence[str], *, now: int, actor: str) -> int:
    """Revoke all invitations to these names so far; return how many raters had come by them.

    The log records how many, not for whom.
    """
    wanted = list(dict.fromkeys(names))
    if not 1 <= len(wanted) <= _MAX_NAMES:
        raise InputError(f"these are {len(wanted)} names. Revoke 1 to {_MAX_NAMES} at a time.")
    revoked_raters: list[int] = []
    with study.database.write() as connection:
        connection.execute(audit_log.LOCK_STUDY)
        for name in wanted:
            rater = _rater_named(connection, name)
            state = None if rater is None or rater.state == REVOKED else rater.state
            connection.execute(insert(revocations), {"name": name, "at": now, "state": state})
            if rater is not None and state is not None:
                reason = "invitation revoked"
                revoked = set_state(connection, rater, REVOKED, now=now, actor=actor, reason=reason)
                save_rater(connection, revoked)
                _sign_out(connection, rater)
                revoked_raters.append(rater.id)
        audit_log.append(
            connection, at=now, actor=actor, action="revoke-invitations", detail={"n": len(wanted)}
        )
    for number in revoked_raters:
        release_leases(study, number, now=now)
    return len(revoked_raters)


def check_not_revoked(study: Study, invitation: Invitation) -> None:
    """Raise DeniedError where an invitation was issued before the last revocation of its name."""
    query = select(func.max(revocations.c.at)).where(revocations.c.name == invitation.name)
    with study.database.read() as connection:
        revoked = connection.execute(query).scalar()
    if revoked is not None and invitation.issued <= revoked:
        raise DeniedError("this invitation was revoked. Ask for a new one.")


def restore_invited(study: Study, number: int, *, now: int) -> None:
    """Give a rater who comes by a new invitation the state that they had before a revocation."""
    with study.database.write() as connection:
        rater = rater_in(connection, number, is_locked=True)
        if rater.state != REVOKED or rater.origin != INVITATION:
            return
        query = select(revocations.c.state).where(
            revocations.c.name == rater.external, revocations.c.state.is_not(None)
        )
        before = connection.execute(query.order_by(revocations.c.id.desc())).scalars().first()
        state: State = next((one for one in get_args(State) if one == before), "active")
        restored = set_state(
            connection, rater, state, now=now, actor=rater.pseudonym, reason="invited again"
        )
        save_rater(connection, restored)


def _sign_out(connection: Connection, rater: Rater) -> None:
    """End the rater's sessions, and let them come with another browser where they come again."""
    whose = sessions.c.kind == RATER, sessions.c.subject == rater.id
    connection.execute(delete(sessions).where(*whose))
    connection.execute(delete(browsers).where(browsers.c.rater == rater.id))


def _rater_named(connection: Connection, name: str) -> Rater | None:
    query = select(raters.c.id).where(raters.c.origin == INVITATION, raters.c.external == name)
    number = connection.execute(query).scalar()
    return None if number is None else rater_in(connection, number, is_locked=True)
