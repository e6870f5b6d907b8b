"""A rehearsal: somebody made up joins, is asked and answers, and all of it is undone.

The first answer over a new connection to PostgreSQL takes ten times as long as the next: the
server reads its catalogue and plans every statement. No rater should have to wait for that.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from sqlalchemy import Connection

from solecism.collect.people.raters import join_in, save
from solecism.collect.study import Study
from solecism.collect.work.assignment import next_turn
from solecism.collect.work.lease import at_work
from solecism.collect.work.submission import Sent, submit_in
from solecism.errors import InputError

_ORIGIN = "rehearsal"


def rehearse(study: Study, *, n_connections: int, now: int) -> None:
    """Have so many connections on which answers have been tried out, if that is of use."""
    if not study.database.is_sqlite:
        study.database.try_out(lambda connection: _rehearse(connection, study, now), n_connections)


def _rehearse(connection: Connection, study: Study, now: int) -> None:
    rater = join_in(connection, study, origin=_ORIGIN, external=_ORIGIN, now=now)
    save(connection, replace(rater, consented=1, state="active"))
    person, standing = at_work(connection, rater.id, will_judge=True)
    found = next_turn(connection, study, person, now=now, standing=standing)
    if found.now is None:
        return
    asked = [field for field in found.now.question.fields if field.options and not field.when]
    first = {field.name: [field.options[0].value] for field in asked}
    person, standing = at_work(connection, rater.id, will_judge=True)
    sent = Sent(found.now.token, first, f"{_ORIGIN} of an answer")
    # A task may want more than its first options: then this is as far as it goes.
    with suppress(InputError):
        _, person = submit_in(connection, study, person, standing, sent, now)
        next_turn(connection, study, person, now=now)
