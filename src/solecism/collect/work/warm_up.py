"""A rehearsal: somebody made up joins, is asked and answers, and all of it is undone.

The first answer over a new connection to PostgreSQL takes ten times as long as the next: the
server reads its catalogue and plans every statement. No rater should have to wait for that.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from sqlalchemy import Connection

from solecism.collect.people.raters import join_in, save_rater
from solecism.collect.study import Study
from solecism.collect.work.assignment import next_questions_in
from solecism.collect.work.lease import lock_rater
from solecism.collect.work.submission import Submission, submit_in
from solecism.errors import InputError

_ORIGIN = "rehearsal"


def warm_up(study: Study, *, n_connections: int, now: int) -> None:
    """Have so many connections on which answers have been tried out, if that is of use."""
    if not study.database.is_sqlite:
        study.database.warm_up(
            lambda connection: _answer_once(connection, study, now), n_connections
        )


def _answer_once(connection: Connection, study: Study, now: int) -> None:
    rater = join_in(connection, study, origin=_ORIGIN, external=_ORIGIN, now=now)
    save_rater(connection, replace(rater, consented=1, state="active"))
    person, standing = lock_rater(connection, rater.id, reserves_number=True)
    found = next_questions_in(connection, study, person, now=now, standing=standing)
    if found.current is None:
        return
    asked = [field for field in found.current.question.fields if field.options and not field.when]
    first = {field.name: [field.options[0].value] for field in asked}
    person, standing = lock_rater(connection, rater.id, reserves_number=True)
    sent = Submission(found.current.token, first, f"{_ORIGIN} of an answer")
    # A task may want more than its first options: then this is as far as it goes.
    with suppress(InputError):
        _, person = submit_in(connection, study, person, standing, sent, now)
        next_questions_in(connection, study, person, now=now)
