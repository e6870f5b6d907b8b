"""Tampering is noticed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import text

from solecism_study.log_verification import verify_study
from solecism_study.study import Study
from studies import new_rater, work

Made = Callable[..., Study]

TAMPERING = {
    "an answer is changed": 'UPDATE judgments SET answer = \'{"answer":["error"]}\' WHERE id = 2',
    "a judgment is deleted": "DELETE FROM judgments WHERE id = 2",
    "its time is changed": "UPDATE judgments SET at = at + 1 WHERE id = 3",
    "an entry is changed": "UPDATE log SET detail = '{}' WHERE id = 5",
    "an entry is deleted": "DELETE FROM log WHERE id = 5",
    "the last entry of all is deleted": "DELETE FROM log WHERE id = (SELECT max(id) FROM log)",
    "a rater is forgotten": "UPDATE raters SET chain = 0, head = ''",
    "a count is changed": "UPDATE openings SET n_answered = n_answered + 1 WHERE id = 1",
    "an answer is passed over": "UPDATE assignments SET judgment = NULL WHERE judgment = 2",
    "it is another's": "UPDATE assignments SET judgment = 1 WHERE judgment = 2",
    "the configuration is changed": (
        "UPDATE studies SET configuration = replace(configuration, '\"seed\":7', '\"seed\":8')"
    ),
}


@pytest.mark.parametrize("statement", TAMPERING.values(), ids=list(TAMPERING))
def test_whoever_gets_past_the_triggers_is_found_out(sqlite_study: Made, statement: str) -> None:
    study = sqlite_study(n_items=4)
    work(study, new_rater(study))
    assert verify_study(study).problems == ()
    with study.database.write() as connection:
        for table in ("judgments", "log"):
            for event in ("update", "delete"):
                connection.execute(text(f"DROP TRIGGER {table}_no_{event}"))
        connection.exec_driver_sql(statement)
    assert verify_study(study).problems != ()


def test_a_judgment_that_the_log_does_not_know_is_found_out(study_of: Made) -> None:
    study = study_of(n_items=4)
    work(study, new_rater(study), n=2)
    with study.database.write() as connection:
        connection.execute(
            text(
                "INSERT INTO judgments (assignment, item, stage, rater, revision, action, request,"
                " is_surplus, guideline, paid, at) SELECT assignment, item, stage, rater, 9,"
                " action, 'forged', is_surplus, guideline, paid, at FROM judgments WHERE id = 1"
            )
        )
    assert "is not in the log" in verify_study(study).problems[0]
