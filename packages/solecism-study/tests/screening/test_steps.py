"""Screening: who comes through, who does not, and what is stored of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select

from screened import WHOLE, arrive, pass_all
from solecism.errors import ConflictError, InputError
from solecism_study.people.raters import rater_by_id
from solecism_study.people.removal import remove_rater
from solecism_study.screening.admission import exclude, funnel, ids_of_study, n_excluded
from solecism_study.screening.steps import answer_step, current_step
from solecism_study.store.tables import screenings
from solecism_study.study import Study
from solecism_study.work.assignment import next_questions
from studies import START, work

Made = Callable[..., Study]


def reason(study: Study, rater: int) -> str | None:
    waiting = next_questions(study, rater, now=START).waiting
    return waiting.reason if waiting else None


def test_work_begins_after_all_steps(study_of: Made) -> None:
    study = study_of(screening=WHOLE)
    ann = arrive(study, "ann", now=START)
    assert reason(study, ann) == "screening"
    steps = []
    for values in ({"language": "English", "age": "30"}, {"q1": "on", "q2": "in"}):
        step = current_step(study, ann)
        assert step is not None
        steps.append(step.name)
        assert answer_step(study, ann, values, now=START).state == "screening"
    assert steps == ["questions", "test"]
    assert answer_step(study, ann, {"q1": "canaryword"}, now=START).state == "active"
    assert current_step(study, ann) is None
    assert next_questions(study, ann, now=START).current is not None
    with pytest.raises(ConflictError, match="over"):
        answer_step(study, ann, {}, now=START)


def test_practice_comes_after_screening(sqlite_study: Made) -> None:
    study = sqlite_study(screening=WHOLE, n_practice=1)
    assert pass_all(study, arrive(study, "ann", now=START), now=START).state == "practice"


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"age": "30"}, "please answer this: Your first language"),
        ({"language": "Latin", "age": "30"}, "please answer this"),
        ({"language": "English", "age": "thirty"}, "whole number"),
        ({"language": "English", "age": "99999999999999"}, "whole number"),
    ],
)
def test_answers_that_do_not_fit_are_asked_again(
    sqlite_study: Made, values: dict[str, str], problem: str
) -> None:
    study = sqlite_study(screening=WHOLE)
    ann = arrive(study, "ann", now=START)
    with pytest.raises(InputError, match=problem):
        answer_step(study, ann, values, now=START)
    assert reason(study, ann) == "screening"


@pytest.mark.parametrize("values", [("Welsh", "30"), ("English", "17"), ("German", "100")])
def test_others_are_screened_out_and_their_answers_are_not_stored(
    sqlite_study: Made, values: tuple[str, str]
) -> None:
    study = sqlite_study(screening=WHOLE)
    ann = arrive(study, "ann", now=START)
    language, age = values
    state = answer_step(study, ann, {"language": language, "age": age}, now=START).state
    assert state == "screened-out"
    assert reason(study, ann) == "screened-out"
    with study.database.read() as connection:
        assert connection.execute(select(screenings.c.answers)).scalars().all() in ([], [None])


def test_a_test_below_the_bar_ends_it(sqlite_study: Made) -> None:
    study = sqlite_study(screening=WHOLE)
    ann = arrive(study, "ann", now=START)
    answer_step(study, ann, {"language": "English", "age": "30"}, now=START)
    assert answer_step(study, ann, {"q1": "of", "q2": "in"}, now=START).state == "screened-out"
    assert funnel(study, now=START).reasons == {"test": 1}
    assert funnel(study, now=START).quotas[0].n_taken == 0


def test_the_check_of_understanding_has_two_tries(sqlite_study: Made) -> None:
    study = sqlite_study(screening=WHOLE)
    for name, second, state in (
        ("ann", "canaryword", "active"),
        ("bea", "the text", "screened-out"),
    ):
        rater = arrive(study, name, now=START)
        answer_step(study, rater, {"language": "English", "age": "50"}, now=START)
        answer_step(study, rater, {"q1": "on", "q2": "at"}, now=START)
        assert answer_step(study, rater, {"q1": "the text"}, now=START).state == "screening"
        step = current_step(study, rater)
        assert step is not None
        assert (step.name, step.n_tries, step.is_again) == ("comprehension", 1, True)
        assert answer_step(study, rater, {"q1": second}, now=START).state == state


def test_whoever_is_on_the_list_does_not_come_in(study_of: Made) -> None:
    study = study_of()
    assert exclude(study, ["bea", " cy ", "", "bea"], source="list", now=START, actor="boss") == 2
    assert exclude(study, ["bea", "dee"], source="list", now=START, actor="boss") == 1
    assert n_excluded(study) == 3
    assert reason(study, arrive(study, "cy", now=START)) == "screened-out"
    assert reason(study, arrive(study, "ann", now=START)) is None
    assert rater_by_id(study, 1).state == "excluded"


def test_the_raters_of_another_study_are_those_who_answered(sqlite_study: Made) -> None:
    study = sqlite_study()
    work(study, arrive(study, "ann", now=START), n=1)
    arrive(study, "bea", now=START)
    work(study, arrive(study, "simulated 1", now=START, origin="simulated"), n=1)
    assert ids_of_study(study) == ["ann"]


def test_removed_raters_give_their_places_back(sqlite_study: Made) -> None:
    study = sqlite_study(screening=WHOLE)
    ann, bea, cy = (arrive(study, name, now=START) for name in ("ann", "bea", "cy"))
    assert pass_all(study, ann, now=START, language="German").state == "active"
    work(study, ann, n=1)
    german = {"language": "German", "age": "30"}
    assert answer_step(study, bea, german, now=START).state == "full"
    remove_rater(study, ann, reason="test", now=START, actor="boss")
    assert answer_step(study, cy, german, now=START).state == "screening"
    counts = funnel(study, now=START)
    assert counts.states == {"dismissed": 1, "full": 1, "screening": 1}
    assert [one.n_taken for one in counts.quotas] == [0, 1]
