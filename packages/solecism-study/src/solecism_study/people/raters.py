"""Raters: who has joined, how much they have done, and whether they may continue.

A new rater begins excluded, before screening, in practice, or active.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlalchemy import Connection, bindparam, exists, insert, literal, select, update

from solecism.errors import DeniedError, InputError, MissingError
from solecism.formats.crowd.pseudonyms import pseudonym
from solecism_study import audit_log
from solecism_study.item import PRACTICE
from solecism_study.keyed_hashes import signature
from solecism_study.store.database import ResultRows, execute, execute_later
from solecism_study.store.tables import exclusions, openings, raters
from solecism_study.study import Study, current_guideline_version

State = Literal[
    "screening",
    "screened-out",
    "full",
    "excluded",
    "practice",
    "active",
    "unqualified",
    "removed",
    "dismissed",
    "withdrawn",
    "revoked",
]
"""The state of a rater.

Before work: in screening, screened out by it, or turned away because all places of a quota are
taken or because they are on the list of exclusions. Later: removed by the test on control items or
by a declared sign, dismissed by an administrator, withdrawn at their own request, or revoked with
their invitation, while their answers still count.
"""

REMOVED: tuple[State, ...] = ("removed", "dismissed")
SIMULATED = "simulated"
"""The origin of simulated raters, who are marked as such wherever they appear."""

MAX_EXTERNAL = 200

_BY_ID = select(raters).where(raters.c.id == bindparam("which"))
BY_ID_LOCKED = _BY_ID.with_for_update(key_share=True)
_CHANGEABLE = (
    "state",
    "consented",
    "n_served",
    "n_answered",
    "n_control",
    "n_right",
    "staged",
    "last",
    "chain",
    "head",
)
_SAVE = (
    update(raters)
    .where(raters.c.id == bindparam("which"))
    .values({name: bindparam(f"new_{name}") for name in _CHANGEABLE})
)


@dataclass(frozen=True, slots=True)
class Rater:
    """A rater, who is known to others by pseudonym only.

    `n_served` counts the items that they were given, `n_control` the control items among their
    answers and `n_right` the right ones of those. `staged` is when they last answered at the first
    of several stages, `last` at any stage. `chain` and `head` are the number and the hash of their
    last entry in the log.
    """

    id: int
    pseudonym: str
    origin: str
    external: str
    state: State
    joined: int
    consented: int | None
    n_served: int
    n_answered: int
    n_control: int
    n_right: int
    staged: int | None
    last: int | None
    chain: int
    head: str


def join(study: Study, *, origin: str, external: str, now: int) -> Rater:
    """Return the rater with this id at their origin; they join now if they are new.

    Raises DeniedError for somebody who was erased.
    """
    if not external or len(external) > MAX_EXTERNAL or not external.isprintable():
        raise InputError(f"the rater's id must have 1 to {MAX_EXTERNAL} printable characters.")
    known = raters.c.origin == origin, raters.c.external == external
    with study.database.read() as connection:
        row = connection.execute(select(raters).where(*known)).first()
    if row is not None:
        return _rater(row)
    check_not_erased(study, external)
    with study.database.write() as connection:
        # On PostgreSQL two may join at once: the lock on the study's row makes one of them wait.
        connection.execute(audit_log.LOCK_STUDY)
        row = connection.execute(select(raters).where(*known)).first()
        if row is not None:
            return _rater(row)
        return join_in(connection, study, origin=origin, external=external, now=now)


def check_not_erased(study: Study, external: str) -> None:
    """Raise DeniedError for an id that was erased from the study: it is not stored again."""
    known = exclusions.c.digest == erased_digest(study, external)
    with study.database.read() as connection:
        if connection.execute(select(exclusions.c.digest).where(known)).first():
            raise DeniedError(
                "you have withdrawn from this study, or your part in it is over, and your id was "
                "erased. It is not stored again, so you cannot take part twice."
            )


def join_in(connection: Connection, study: Study, *, origin: str, external: str, now: int) -> Rater:
    """Add a rater who is known to be new, within a transaction."""
    state = first_state(connection, study, origin=origin, external=external)
    name = pseudonym(f"{origin}\x1f{external}", study.secret)
    row = {"pseudonym": name, "origin": origin, "external": external, "joined": now}
    made = insert(raters).returning(raters.c.id)
    number = int(connection.execute(made, {**row, "state": state}).scalar_one())
    detail = {"rater": name, "chain": number, "state": state, "salt": audit_log.salt()}
    audit_log.append(connection, at=now, actor=name, action="join", detail=detail)
    return rater_in(connection, number)


def rater_by_id(study: Study, number: int) -> Rater:
    """Return the rater of this number; MissingError where there is none."""
    with study.database.read() as connection:
        return rater_in(connection, number)


def rater_by_pseudonym(study: Study, name: str) -> Rater:
    """Return the rater of this pseudonym; MissingError where there is none."""
    with study.database.read() as connection:
        row = connection.execute(select(raters).where(raters.c.pseudonym == name)).first()
    if row is None:
        raise MissingError(f"there is no rater {name!r}.")
    return _rater(row)


def all_raters(study: Study) -> list[Rater]:
    """Return all raters in the order in which they joined."""
    with study.database.read() as connection:
        return [_rater(row) for row in connection.execute(select(raters).order_by(raters.c.id))]


def rater_in(connection: Connection, number: int, *, is_locked: bool = False) -> Rater:
    """Return the rater as this transaction sees them, locked against other changes on demand."""
    return rater_from(
        execute(connection, BY_ID_LOCKED if is_locked else _BY_ID, {"which": number}), number
    )


def rater_from(result: ResultRows, number: int) -> Rater:
    """Return the rater in the result of a query for this number; MissingError where it is empty."""
    row = result.first()
    if row is None:
        raise MissingError(f"there is no rater number {number}.")
    return Rater(*row)


def consent(study: Study, number: int, *, now: int) -> Rater:
    """Record that a rater agrees to the current guideline; return the rater."""
    with study.database.write() as connection:
        rater = rater_in(connection, number, is_locked=True)
        version = current_guideline_version(connection)
        if rater.consented == version:
            return rater
        rater = log_rater(connection, rater, now=now, action="consent", detail={"version": version})
        rater = replace(rater, consented=version)
        save_rater(connection, rater)
        return rater


def set_state(
    connection: Connection, rater: Rater, state: State, *, now: int, actor: str, reason: str
) -> Rater:
    """Log a rater's new state and its reason; return the rater, to be saved."""
    detail = {"rater": rater.pseudonym, "from": rater.state, "to": state, "reason": reason}
    audit_log.append(connection, at=now, actor=actor, action="state", detail=detail)
    return replace(rater, state=state)


def log_rater(
    connection: Connection, rater: Rater, *, now: int, action: str, detail: dict[str, Any]
) -> Rater:
    """Add an entry to a rater's chain in the log; return the rater, to be saved."""
    number, head = audit_log.append_for_rater(
        connection,
        rater=rater.id,
        number=rater.chain,
        previous=rater.head,
        at=now,
        actor=rater.pseudonym,
        action=action,
        detail={**detail, "salt": audit_log.salt()},
    )
    return replace(rater, chain=number, head=head)


def save_rater(connection: Connection, rater: Rater) -> None:
    """Save the changes of a rater whom this transaction has locked."""
    values = {f"new_{name}": getattr(rater, name) for name in _CHANGEABLE}
    execute_later(connection, _SAVE, {"which": rater.id, **values})


def _rater(row: Any) -> Rater:
    return Rater(**row._mapping)


# These are no people who come to take part, or they were asked elsewhere.
_NOT_SCREENED = frozenset({"simulated", "import", "warm-up"})
_HAS_PRACTICE = select(exists().where(openings.c.pool == literal(PRACTICE)))


def first_state(
    connection: Connection, study: Study, *, origin: str, external: str
) -> Literal["excluded", "screening", "practice", "active"]:
    """Return the state of a rater who joins now."""
    if origin not in _NOT_SCREENED:
        known = exclusions.c.digest == excluded_digest(study, external)
        if connection.execute(select(exclusions.c.digest).where(known)).first():
            return "excluded"
        if study.configuration.screening:
            return "screening"
    return working_state(connection)


def working_state(connection: Connection) -> Literal["practice", "active"]:
    """Return the state in which work begins: practice where there are practice items."""
    return "practice" if connection.execute(_HAS_PRACTICE).scalar() else "active"


def excluded_digest(study: Study, external: str) -> str:
    """Return the keyed hash by which the list of exclusions knows an id."""
    return signature(study.secret, "excluded", external)


def erased_digest(study: Study, external: str) -> str:
    """Return the keyed hash by which the same list knows the id of somebody who was erased."""
    return signature(study.secret, "erased", external)
