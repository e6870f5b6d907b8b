"""Warming up connections: a dummy rater joins and answers, and all of it is rolled back.

The first answer over a new connection to PostgreSQL takes ten times as long as the next ones: the
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

_ORIGIN = "warm-up"


def warm_up(study: Study, *, n_connections: int, now: int) -> None:
    """Open connections, and submit an answer on each that is rolled back; not for SQLite."""
    if not study.database.is_sqlite:
        study.database.warm_up(
            lambda connection: _answer_once(connection, study, now), n_connections
        )


def _answer_once(connection: Connection, study: Study, now: int) -> None:
    rater = join_in(connection, study, origin=_ORIGIN, external=_ORIGIN, now=now)
    save_rater(connection, replace(rater, consented=1, state="active"))
    person, work = lock_rater(connection, rater.id, reserves_number=True)
    questions = next_questions_in(connection, study, person, now=now, work=work)
    if questions.current is None:
        return
    shown = [
        field for field in questions.current.question.fields if field.options and not field.when
    ]
    first = {field.name: [field.options[0].value] for field in shown}
    person, work = lock_rater(connection, rater.id, reserves_number=True)
    sent = Submission(questions.current.token, first, f"{_ORIGIN} of an answer")
    # A task may not accept its first options alone; then this is as far as it goes.
    with suppress(InputError):
        _, person = submit_in(connection, study, person, work, sent, now)
        next_questions_in(connection, study, person, now=now)
