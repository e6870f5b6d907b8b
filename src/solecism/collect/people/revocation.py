"""Revocation of invitations: links no longer open the study, and their raters get no questions.

Answers that were given stay as they are. A new invitation to the same name makes it good again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from sqlalchemy import Connection, delete, func, insert, select

from solecism.collect.log import audit
from solecism.collect.people.invitations import ORIGIN, Invitation
from solecism.collect.people.raters import Rater, State, rater_in, save_rater, set_state
from solecism.collect.people.sessions import RATER
from solecism.collect.store.people_tables import revocations
from solecism.collect.store.tables import browsers, raters, sessions
from solecism.collect.study import Study
from solecism.collect.work.assignment import release
from solecism.errors import DeniedError, InputError

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
        connection.execute(audit.LOCK_STUDY)
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
        audit.append(
            connection, at=now, actor=actor, action="revoke-invitations", detail={"n": len(wanted)}
        )
    for number in revoked_raters:
        release(study, number, now=now)
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
        if rater.state != REVOKED or rater.origin != ORIGIN:
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
    query = select(raters.c.id).where(raters.c.origin == ORIGIN, raters.c.external == name)
    number = connection.execute(query).scalar()
    return None if number is None else rater_in(connection, number, is_locked=True)
