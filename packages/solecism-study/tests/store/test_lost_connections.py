"""PostgreSQL is stopped in the middle of work: whatever is asked then is told as one thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, event

from databases import new_database
from solecism.errors import StoreError
from solecism_study.log_verification import verify_study
from solecism_study.people.raters import join
from solecism_study.status.progress import progress
from solecism_study.store import database
from solecism_study.study import Study
from solecism_study.work.assignment import next_questions
from solecism_study.work.own_progress import work_estimate
from solecism_study.work.submission import Submission, submit, undo
from studies import START, make_study, new_rater, work

Work = Callable[[Study, int, int], object]


def answered(study: Study, rater: int, number: int) -> object:
    questions = next_questions(study, rater, now=START + number)
    assert questions.current is not None
    sent = Submission(questions.current.token, {"answer": ["ok"]}, f"request-{number:06}")
    return submit(study, rater, sent, now=START + number)


WORKS: dict[str, Work] = {
    "answer": answered,
    "undo": lambda study, rater, number: undo(study, rater, request=f"undo-{number:06}", now=START),
    "join": lambda study, rater, number: join(
        study, origin="test", external=f"eva{number}", now=START
    ),
    "progress": lambda study, rater, number: (progress(study, now=START), work_estimate(study)),
}


class Killer:
    """Ends the connection of whoever sends the statement of this number, or reads its result."""

    def __init__(self, address: str) -> None:
        self.address, self.left = address, -1

    def count(self, connection: Connection) -> None:
        self.left -= 1
        if self.left == 0:
            raw: Any = connection.connection.driver_connection
            with psycopg.connect(self.address, autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s, 5000)", [raw.info.backend_pid])


@pytest.fixture
def killed(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Study, Killer]]:
    """A study in PostgreSQL, and what ends its connections."""
    study = make_study(new_database(postgresql), n_items=200)
    killer = Killer(postgresql)
    start = database._start

    def started(connection: Connection, bound: Any) -> Any:
        killer.count(connection)
        return start(connection, bound)

    monkeypatch.setattr(database, "_start", started)
    event.listen(
        study.database.engine,
        "before_cursor_execute",
        lambda connection, *_: killer.count(connection),
        insert=True,
    )
    yield study, killer
    study.close()


@pytest.mark.parametrize("name", WORKS)
def test_a_lost_connection_is_a_database_that_does_not_answer(
    killed: tuple[Study, Killer], name: str
) -> None:
    study, killer = killed
    ann = new_rater(study)
    work(study, ann, n=60)
    n_lost = 0
    for number in range(1, 60):
        killer.left = number
        try:
            WORKS[name](study, ann, number)
        except StoreError:
            n_lost += 1
        if killer.left > 0:
            break
    else:
        pytest.fail("the work has more statements than were tried")
    assert n_lost > 3
    killer.left = -1
    WORKS[name](study, ann, 100)
    assert verify_study(study).problems == ()


def test_after_a_restart_of_the_server_one_request_fails_and_not_each_connection(
    killed: tuple[Study, Killer], postgresql: str
) -> None:
    study, _ = killed
    ann = new_rater(study)
    with ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(study.database.read())
    name = study.database.engine.url.database
    with psycopg.connect(postgresql, autocommit=True) as other:
        query = "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity "
        counted = other.execute(query + "WHERE datname = %s", [name]).fetchone()
    assert counted == (5,)
    with pytest.raises(StoreError):
        answered(study, ann, 0)
    for number in range(1, 8):
        answered(study, ann, number)
