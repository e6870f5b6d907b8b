"""What an administrator changes while a study runs: open or closed, guidelines, raters."""

from __future__ import annotations

from sqlalchemy import update

from solecism.collect.guidelines import add_guideline
from solecism.collect.log import audit
from solecism.collect.people.raters import GONE, rater_in, save, set_state
from solecism.collect.store.tables import studies
from solecism.collect.study import Study
from solecism.collect.work.voiding import restore, void_removed
from solecism.errors import ConflictError


def set_open(study: Study, *, is_open: bool, now: int, actor: str) -> None:
    """Give out questions from now on, or none; answers to those given out are still taken."""
    with study.database.write() as connection:
        connection.execute(update(studies).values(is_open=is_open))
        action = "open" if is_open else "close"
        audit.note(connection, at=now, actor=actor, action=action, detail={})


def change_guideline(study: Study, text: str, *, consent: str = "", now: int, actor: str) -> int:
    """Make this the guideline from now on; its version."""
    with study.database.write() as connection:
        return add_guideline(connection, text, consent=consent, now=now, actor=actor)


def remove_rater(study: Study, rater: int, *, reason: str, now: int, actor: str) -> int:
    """Send a rater away; how many of their answers are void and asked for again."""
    with study.database.write() as connection:
        person = rater_in(connection, rater, is_locked=True)
        if person.state in GONE:
            raise ConflictError("this rater is removed already.")
        save(
            connection,
            set_state(connection, person, "dismissed", now=now, actor=actor, reason=reason),
        )
    return void_removed(study, now=now)


def reinstate_rater(study: Study, rater: int, *, reason: str, now: int, actor: str) -> int:
    """Take a rater back; how many of their answers count again."""
    with study.database.write() as connection:
        person = rater_in(connection, rater, is_locked=True)
        if person.state not in (*GONE, "unqualified"):
            raise ConflictError("this rater was not removed.")
        save(
            connection, set_state(connection, person, "active", now=now, actor=actor, reason=reason)
        )
    return restore(study, rater, now=now)
