"""What is rehearsed leaves no trace."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from rater_pages import TASKS, item_for
from solecism_study.configuration import UNIT, Pay
from solecism_study.log_verification import verify_study
from solecism_study.store.tables import metadata
from solecism_study.study import Study
from solecism_study.work.submission import warm_up
from studies import START, new_rater, work

Made = Callable[..., Study]


def counts(study: Study) -> dict[str, int]:
    with study.database.read() as connection:
        return {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in metadata.sorted_tables
        }


@pytest.mark.parametrize("task", TASKS)
def test_a_rehearsal_changes_nothing_and_raters_go_on(task: str, study_of: Made) -> None:
    items = [item_for(task, number) for number in range(2)]
    pay = Pay(price=UNIT // 10, budget=10 * UNIT)
    study = study_of(task=task, items=items, n_judgments=1, pay=pay)
    before = counts(study)
    warm_up(study, n_connections=3, now=START)
    assert counts(study) == before
    assert verify_study(study).problems == ()


def test_a_study_with_nothing_left_can_be_rehearsed(study_of: Made) -> None:
    study = study_of(n_items=1, n_judgments=1)
    work(study, new_rater(study))
    before = counts(study)
    warm_up(study, n_connections=2, now=START)
    assert counts(study) == before
