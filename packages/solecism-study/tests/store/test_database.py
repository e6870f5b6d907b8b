"""Work that is broken off is tried again, and the database is kept in shape."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import update

from solecism.errors import InputError
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.store import database
from solecism_study.store.database import FILE, DeadlockError, check_writable, retry_on_deadlock
from solecism_study.store.tables import openings
from solecism_study.study import Study
from studies import START, make_study, new_rater, work

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


def test_sqlites_log_is_emptied_into_the_database_when_it_is_large(
    scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = make_study(str(scratch / "study"), n_items=300)
    log = scratch / "study" / f"{FILE}-wal"
    monkeypatch.setattr(database, "_MAX_LOG_BYTES", 200_000)
    study.database._log_limit = 200_000
    ann = new_rater(study)
    sizes = []
    for number in range(100):
        work(study, ann, n=1, now=START + number * 2000)
        sizes.append(log.stat().st_size)
    assert sizes.count(0) > 2
    assert max(sizes) < 300_000
    study.close()


def test_a_reader_in_the_way_does_not_stop_writers(
    scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = make_study(str(scratch / "study"), n_items=50)
    monkeypatch.setattr(database, "_CHECKPOINT_MS", 1)
    study.database._log_limit = 0
    ann = new_rater(study)
    with study.database.read() as connection:
        connection.exec_driver_sql("BEGIN")
        connection.exec_driver_sql("SELECT count(*) FROM items").all()
        work(study, ann, n=5)
        connection.exec_driver_sql("ROLLBACK")
    assert len(list(recorded_judgments(study))) == 5
    study.close()


def test_a_small_log_is_left_alone(scratch: Path) -> None:
    study = make_study(str(scratch / "study"))
    log = scratch / "study" / f"{FILE}-wal"
    before = (scratch / "study" / FILE).read_bytes()
    new_rater(study)
    assert log.stat().st_size > 0
    assert (scratch / "study" / FILE).read_bytes() == before
    study.close()


def test_a_read_only_folder_is_told(scratch: Path) -> None:
    make_study(str(scratch / "study")).close()
    check_writable(str(scratch / "study"))
    scratch.chmod(0o755)
    (scratch / "study").chmod(0o555)
    # An administrator of the machine may write everywhere, so somebody else tries it.
    user = os.geteuid()
    os.seteuid(65534 if user == 0 else user)
    try:
        with pytest.raises(InputError, match="is read-only, so no answer could be saved"):
            check_writable(str(scratch / "study"))
    finally:
        os.seteuid(user)
        (scratch / "study").chmod(0o755)
