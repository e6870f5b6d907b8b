"""Simulated raters finish every task as people would, and are never taken for people."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rater_pages import NOW, TASKS, item_for, study_for
from solecism.judgment import ERROR
from solecism_study.configuration import Control
from solecism_study.exchange.bundle import methods_paragraph
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.item import CONTROL
from solecism_study.log_verification import verify_study
from solecism_study.people.raters import all_raters, join
from solecism_study.simulation import SimulatedRaters, simulate
from solecism_study.status.progress import progress
from solecism_study.study import Study
from studies import data_items, make_study

# Who always knows the answer is never removed by chance.
CAREFUL = SimulatedRaters(n_raters=4, careless=0.0, accuracy=1.0)


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize("task", TASKS)
def test_every_task_is_finished_by_made_up_raters(task: str, scratch: Path) -> None:
    study = study_for(scratch / "study", task, n_items=4, n_judgments=2)
    simulate(study, CAREFUL, rng=rng(), now=NOW)
    found = progress(study, now=NOW)
    assert all(stage.n_answered == stage.n_wanted for stage in found.stages)
    assert verify_study(study).problems == ()
    study.close()


def test_who_is_careful_knows_the_right_answers(scratch: Path) -> None:
    items = [
        *[item_for("article-number", number) for number in range(8)],
        *[
            item_for("article-number", number, pool=CONTROL, gold=gold)
            for number, gold in enumerate([{"no-context|the plural": ("no",)}] * 3, 20)
        ],
    ]
    study = study_for(scratch / "study", "article-number", items=items, control=Control(share=0.4))
    people = SimulatedRaters(n_raters=3, careless=0.0, accuracy=1.0)
    simulate(study, people, rng=rng(), now=NOW)
    raters = progress(study, now=NOW).raters
    assert sum(one.n_control for one in raters) > 0
    assert all(one.n_right == one.n_control for one in raters)
    study.close()


@pytest.fixture
def checked(scratch: Path) -> Iterator[Study]:
    """A study with control items that tell careless raters soon."""
    control = Control(share=0.5, least=3, doubt=0.2)
    made = make_study(str(scratch / "study"), n_items=30, n_gold=12, control=control)
    yield made
    made.close()


def test_careless_ones_are_removed_and_others_do_their_work_again(checked: Study) -> None:
    people = SimulatedRaters(n_raters=8, careless=0.5, accuracy=1.0)
    found = simulate(checked, people, rng=rng(3), now=NOW)
    assert found.n_removed > 0
    after = progress(checked, now=NOW)
    assert after.n_void > 0
    assert after.stages[0].n_answered == after.stages[0].n_wanted


def test_they_are_marked_wherever_they_appear(checked: Study) -> None:
    simulate(checked, CAREFUL, rng=rng(), now=NOW)
    assert {one.origin for one in all_raters(checked)} == {"simulated"}
    assert all(one.notes["simulated"] == "yes" for one in recorded_judgments(checked))
    found = progress(checked, now=NOW)
    assert all(one.is_simulated for one in found.raters)
    assert "4 of the raters were simulated by a program" in methods_paragraph(
        checked, found, n_problems=0
    )


def test_people_are_not_marked(checked: Study) -> None:
    join(checked, origin="invitation", external="ann", now=NOW)
    found = progress(checked, now=NOW)
    assert not found.raters[0].is_simulated
    assert "simulated" not in methods_paragraph(checked, found, n_problems=0)


def test_it_stops_after_so_many_answers(checked: Study) -> None:
    found = simulate(checked, CAREFUL, rng=rng(), now=NOW, n_answers=7)
    assert found.n_answers == len(list(recorded_judgments(checked))) == 7


def test_shares_of_errors_are_those_asked_for(scratch: Path) -> None:
    study = make_study(str(scratch / "study"), n_items=2, n_judgments=60)
    first, second = (item.site for item in data_items(2))
    people = SimulatedRaters(n_raters=60, careless=0.0, accuracy=1.0)
    simulate(study, people, rng=rng(), now=NOW, shares={first: 1.0, second: 0.0})
    said = list(recorded_judgments(study))
    assert {one.answer for one in said if one.site == first} == {ERROR}
    assert ERROR not in {one.answer for one in said if one.site == second}
    study.close()
