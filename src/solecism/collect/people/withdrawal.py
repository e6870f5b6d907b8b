"""Withdrawal at a rater's own request, erasure by an administrator, and retention."""

from __future__ import annotations

from sqlalchemy import select

from solecism.collect.people.erasure import erase_in, is_erased
from solecism.collect.people.raters import (
    Rater,
    all_raters,
    rater_by_pseudonym,
    rater_in,
    save_rater,
    set_state,
)
from solecism.collect.people.removal import end_work
from solecism.collect.store.database import retry_on_deadlock
from solecism.collect.store.tables import raters
from solecism.collect.study import Study
from solecism.errors import ConflictError, InputError, MissingError

DAY = 86_400_000
WITHDRAWAL, RETENTION = "withdrawal", "retention"


def withdraw(
    study: Study,
    rater: int,
    *,
    with_answers: bool,
    now: int,
    actor: str | None = None,
    reason: str = WITHDRAWAL,
) -> Rater:
    """End a rater's part in the study and erase who they are; return them as they are now.

    Their answers stay under a new pseudonym, or are erased as well and asked of others. Without an
    `actor` it was the rater who asked for it. Raises ConflictError where they are erased already.
    """
    _end(study, rater, with_answers=with_answers, now=now, actor=actor)
    erase(study, rater, with_answers=with_answers, now=now, actor=actor, reason=reason)
    with study.database.read() as connection:
        return rater_in(connection, rater)


@retry_on_deadlock
def erase(
    study: Study, rater: int, *, with_answers: bool, now: int, actor: str | None, reason: str
) -> str:
    """Erase who a rater is, in one transaction; return their new pseudonym."""
    with study.database.erasing() as connection:
        return erase_in(
            connection,
            study,
            rater,
            with_answers=with_answers,
            now=now,
            actor=actor,
            reason=reason,
        )


@retry_on_deadlock
def _end(study: Study, rater: int, *, with_answers: bool, now: int, actor: str | None) -> None:
    """Let the rater's leases go, and void their answers where these are erased as well."""
    with study.database.write() as connection:
        person = rater_in(connection, rater, is_locked=True)
        if is_erased(person):
            raise ConflictError("this rater is erased already.")
        person = set_state(
            connection,
            person,
            "withdrawn",
            now=now,
            actor=actor or person.pseudonym,
            reason=WITHDRAWAL,
        )
        person = end_work(connection, study, person, voids_answers=with_answers, now=now)
        save_rater(connection, person)


def due_for_erasure(study: Study, *, now: int) -> list[Rater]:
    """Return the raters whose ids and times the study was to keep until now at most."""
    days = study.configuration.retention_days
    if not days:
        return []
    oldest = now - days * DAY
    return [
        rater
        for rater in all_raters(study)
        if not is_erased(rater) and (rater.last or rater.joined) <= oldest
    ]


def apply_retention(study: Study, *, now: int, actor: str) -> int:
    """Erase the ids and times of all raters who are due; return how many there were.

    InputError where the study does not say for how long it keeps them.
    """
    if not study.configuration.retention_days:
        raise InputError(
            "this study does not say for how many days it keeps ids and times. Say it with "
            "`solecism study new --retention`, or erase single raters."
        )
    due = due_for_erasure(study, now=now)
    for rater in due:
        erase(study, rater.id, with_answers=False, now=now, actor=actor, reason=RETENTION)
    return len(due)


def find_rater(study: Study, name: str) -> Rater:
    """Return the rater of this pseudonym, or of this id at their platform or invitation."""
    try:
        return rater_by_pseudonym(study, name)
    except MissingError:
        with study.database.read() as connection:
            query = select(raters.c.id).where(raters.c.external == name)
            numbers = connection.execute(query).scalars().all()
            if len(numbers) != 1:
                problem = "there is no rater" if not numbers else "there are several raters"
                raise MissingError(f"{problem} {name[:60]!r}.") from None
            return rater_in(connection, numbers[0])
