"""What is due with time is done while a study is served."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import func, select

from own_thread import run_in_own_thread
from rater_client import RaterClient
from rater_pages import NOW, item_for, study_for
from solecism_study.configuration import Control, Stopping
from solecism_study.item import CONTROL
from solecism_study.serve.app import keep_study_updated, update_study
from solecism_study.store.tables import assignments, openings
from solecism_study.study import Study

Opened = Callable[..., tuple[Study, Callable[[], RaterClient]]]


def count(study: Study, *conditions: object) -> int:
    with study.database.read() as connection:
        query = select(func.count()).where(*conditions)  # type: ignore[arg-type]  # of columns
        return int(connection.execute(query).scalar_one())


def test_answers_of_a_rater_who_fails_control_items_are_void_after_the_response(
    opened: Opened,
) -> None:
    items = [item_for("extraneous", n) for n in range(3)]
    items += [item_for("extraneous", n, pool=CONTROL, gold={"": ("error",)}) for n in range(3, 6)]
    study, rater = opened(items=items, control=Control(share=0.5, least=2, doubt=0.3))
    ann = rater()
    ann.come_in()
    for _ in range(6):
        if "Your part in this study has ended" in ann.http.get("/work").text:
            break
        ann.answer({"answer": ["ok"]})
    assert "Your part in this study has ended" in ann.http.get("/work").text
    assert count(study, assignments.c.state == "void") > 0
    assert count(study, assignments.c.state.in_(("answered", "leased"))) == 0


def test_a_study_that_is_sure_enough_stops_asking(opened: Opened) -> None:
    rule = Stopping(width=0.9, least=1, fixed_share=0.0)
    study, rater = opened(n_items=6, n_judgments=9, stopping=rule)
    update_study(study, now=NOW)
    assert count(study, openings.c.is_open) == 6
    for _ in range(4):
        ann = rater()
        ann.come_in()
        for number in range(6):
            ann.answer({"answer": ["error" if number == 3 else "ok"]})
    update_study(study, now=NOW)
    assert count(study, openings.c.is_open) == 0


def test_the_updates_end_with_the_study_and_log_nothing(
    scratch: Path, caplog: pytest.LogCaptureFixture
) -> None:
    study = study_for(scratch / "study", "extraneous")
    n_looks = 0

    def clock() -> int:
        nonlocal n_looks
        n_looks += 1
        if n_looks == 3:
            study.close()
        return NOW

    run_in_own_thread(partial(keep_study_updated, study, clock, every=0.0))
    assert n_looks == 3
    assert not caplog.records
