"""Work that is broken off is tried again, and the database is kept in shape."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import update
from studies import make_study, new_rater

from solecism.collect.store import database
from solecism.collect.store.database import FILE, DeadlockError, retry_on_deadlock
from solecism.collect.store.tables import openings
from solecism.collect.study import Study

Made = Callable[..., Study]


def test_two_who_wait_for_one_another_both_get_through(study_of: Made) -> None:
    study = study_of(n_items=2)
    meeting = threading.Barrier(2)
    tried: set[int] = set()

    @retry_on_deadlock
    def change(first: int, second: int) -> None:
        # On SQLite one is in after the other: they cannot meet.
        meets = first not in tried and not study.database.is_sqlite
        tried.add(first)
        with study.database.write() as connection:
            for number in (first, second):
                plain = update(openings).where(openings.c.id == number)
                connection.execute(plain.values(wanted=openings.c.wanted + 1))
                if meets and number == first:
                    meeting.wait()

    threads = [threading.Thread(target=change, args=pair) for pair in ((1, 2), (2, 1))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with study.database.read() as connection:
        wanted = connection.execute(openings.select()).all()
    assert [row.wanted for row in wanted] == [5, 5]


def test_work_is_not_tried_for_ever() -> None:
    tries = []

    @retry_on_deadlock
    def never() -> None:
        tries.append(1)
        raise DeadlockError("again")

    with pytest.raises(DeadlockError):
        never()
    assert 1 < len(tries) < 10


def test_what_sqlites_log_holds_comes_into_the_database_while_it_is_open(
    scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = make_study(str(scratch / "study"))
    new_rater(study)
    path = scratch / "study" / FILE

    def n_raters_without_the_log() -> int:
        copy = shutil.copy(path, scratch / "copy.sqlite")
        with closing(sqlite3.connect(copy)) as connection:
            return int(connection.execute("SELECT count(*) FROM raters").fetchone()[0])

    study.database.checkpoint()
    monkeypatch.setattr(database, "_MAX_LOG_BYTES", 0)
    study.database.checkpoint()
    assert n_raters_without_the_log() == 1
    study.close()


def test_a_small_log_is_left_alone(scratch: Path) -> None:
    study = make_study(str(scratch / "study"))
    study.database.checkpoint()
    log = scratch / "study" / f"{FILE}-wal"
    before = (scratch / "study" / FILE).read_bytes()
    new_rater(study)
    study.database.checkpoint()
    assert log.stat().st_size > 0
    assert (scratch / "study" / FILE).read_bytes() == before
    study.close()
