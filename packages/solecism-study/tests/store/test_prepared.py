"""Statements that wait for others keep their order, and what goes wrong is told."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from solecism_study.store.database import execute, execute_all, execute_later, retry_on_deadlock
from solecism_study.store.tables import documents, openings
from solecism_study.study import Study

Made = Callable[..., Study]
_ADD = insert(documents)
_BODIES = select(documents.c.body).order_by(documents.c.name)
_RAISE = (
    update(openings)
    .where(openings.c.id == bindparam("which"))
    .values(wanted=openings.c.wanted + 1)
    .returning(openings.c.wanted)
)


def document(name: str) -> dict[str, str]:
    return {"name": name, "body": f"about {name}"}


def send_all(study: Study, *names: str) -> None:
    with study.database.write() as connection:
        for name in names:
            if name == "broken":
                raise KeyError(name)
            execute_later(connection, _ADD, document(name))


def bodies(study: Study) -> list[str]:
    with study.database.read() as connection:
        return [row.body for row in execute(connection, _BODIES, {}).rows]


def test_what_is_sent_is_there_for_what_is_run_after_it(study_of: Made) -> None:
    study = study_of()
    with study.database.write() as connection:
        execute_later(connection, _ADD, document("a"))
        execute_later(connection, _ADD, document("b"))
        assert [row.body for row in execute(connection, _BODIES, {}).rows] == ["about a", "about b"]


def test_what_is_sent_last_is_kept_with_the_commit(study_of: Made) -> None:
    study = study_of()
    with study.database.write() as connection:
        execute_later(connection, _ADD, document("a"))
    assert bodies(study) == ["about a"]


def test_sqlalchemys_own_statements_come_after_what_was_sent(study_of: Made) -> None:
    study = study_of()
    with study.database.write() as connection:
        execute_later(connection, _ADD, document("a"))
        assert connection.execute(_BODIES).scalars().all() == ["about a"]


def test_several_results_come_in_the_order_of_their_statements(study_of: Made) -> None:
    study = study_of(n_items=2)
    with study.database.write() as connection:
        execute_later(connection, _ADD, document("a"))
        first, second, third = execute_all(
            connection, (_RAISE, {"which": 1}), (_BODIES, {}), (_RAISE, {"which": 1})
        )
    assert (first.first().wanted, third.first().wanted) == (4, 5)
    assert (first.rowcount, [row.body for row in second.rows]) == (1, ["about a"])


@pytest.mark.parametrize("n_after", [0, 3])
def test_a_statement_that_fails_undoes_all_and_is_told(study_of: Made, n_after: int) -> None:
    study = study_of()
    with pytest.raises(IntegrityError, match=r"(?i)unique"):
        send_all(study, "a", "a", *(f"b{number}" for number in range(n_after)))
    assert bodies(study) == []
    with study.database.write() as connection:
        execute_later(connection, _ADD, document("c"))
    assert bodies(study) == ["about c"]


def test_nothing_is_sent_of_what_was_broken_off(study_of: Made) -> None:
    study = study_of()
    with pytest.raises(KeyError):
        send_all(study, "a", "broken")
    assert bodies(study) == []


def test_two_whose_last_statements_wait_for_one_another_both_get_through(study_of: Made) -> None:
    study = study_of(n_items=2)
    meeting = threading.Barrier(2)
    tried: list[int] = []

    @retry_on_deadlock
    def change(first: int, second: int) -> None:
        # On SQLite one is in after the other: they cannot meet.
        meets = first not in tried and not study.database.is_sqlite
        tried.append(first)
        with study.database.write() as connection:
            execute(connection, _RAISE, {"which": first})
            if meets:
                meeting.wait()
            execute_later(connection, _RAISE, {"which": second})
            execute_later(connection, _ADD, document(f"of {first}"))

    threads = [threading.Thread(target=change, args=pair) for pair in ((1, 2), (2, 1))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert bodies(study) == ["about of 1", "about of 2"]
    assert len(tried) >= (2 if study.database.is_sqlite else 3)
