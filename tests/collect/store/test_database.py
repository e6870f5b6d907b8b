"""Work that the database breaks off is tried again."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from sqlalchemy import update

from solecism.collect.store.database import DeadlockError, retried
from solecism.collect.store.tables import openings
from solecism.collect.study import Study

Made = Callable[..., Study]


def test_two_who_wait_for_one_another_both_get_through(study_of: Made) -> None:
    study = study_of(n_items=2)
    meeting = threading.Barrier(2)
    tried: set[int] = set()

    @retried
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

    @retried
    def never() -> None:
        tries.append(1)
        raise DeadlockError("again")

    with pytest.raises(DeadlockError):
        never()
    assert 1 < len(tries) < 10
