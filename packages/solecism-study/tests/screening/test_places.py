"""Quotas are exact: under races, and when places are held, lost and taken by others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from screened import arrive, quota_of
from solecism.errors import ConflictError
from solecism_study.people.raters import rater_by_id
from solecism_study.screening.admission import fitting_quotas, funnel
from solecism_study.screening.rater_rules import Quota, Screening
from solecism_study.screening.steps import answer_step
from solecism_study.study import Study
from solecism_study.work.assignment import next_questions
from solecism_study.work.submission import Submission, submit
from studies import MINUTE, START, work

Made = Callable[..., Study]
ENGLISH = {"language": "English"}


def test_a_race_for_places_never_exceeds_the_quota(study_of: Made) -> None:
    study = study_of(screening=quota_of(5))
    raters = [arrive(study, f"rater {number}", now=START) for number in range(16)]

    def come(rater: int) -> str:
        return answer_step(study, rater, ENGLISH, now=START).state

    with ThreadPoolExecutor(8) as pool:
        states = Counter(pool.map(come, raters))
    assert states == {"active": 5, "full": 11}
    assert funnel(study, now=START).quotas[0].n_taken == 5


def test_a_place_without_an_answer_is_lost_after_a_while(study_of: Made) -> None:
    study = study_of(screening=quota_of(1))
    ann, bea, cy = (arrive(study, name, now=START) for name in ("ann", "bea", "cy"))
    later = START + 31 * MINUTE
    assert answer_step(study, ann, ENGLISH, now=START).state == "active"
    held = next_questions(study, ann, now=START).current
    assert held is not None
    assert answer_step(study, bea, ENGLISH, now=START + MINUTE).state == "full"
    assert answer_step(study, cy, ENGLISH, now=later).state == "active"
    sent = Submission(held.token, {"answer": ["ok"]}, "late answer")
    with pytest.raises(ConflictError, match="all places"):
        submit(study, ann, sent, now=later)
    waiting = next_questions(study, ann, now=later).waiting
    assert waiting is not None
    assert waiting.reason == "quota"
    assert rater_by_id(study, ann).state == "full"
    work(study, cy, now=later)
    assert funnel(study, now=later + 999 * MINUTE).quotas[0].n_taken == 1


def test_a_place_that_nobody_took_is_held_again(sqlite_study: Made) -> None:
    study = sqlite_study(screening=quota_of(1))
    ann, bea = (arrive(study, name, now=START) for name in ("ann", "bea"))
    answer_step(study, ann, ENGLISH, now=START)
    later = START + 31 * MINUTE
    assert next_questions(study, ann, now=later).current is not None
    assert answer_step(study, bea, ENGLISH, now=later).state == "full"


def test_quotas_go_by_all_their_answers() -> None:
    from screened import AGE, LANGUAGE

    quotas = (
        Quota(where={"language": "English", "age": "18-39"}, places=1),
        Quota(where={"age": "40-"}, places=1),
        Quota(where={"age": "50"}, places=1),
    )
    screening = Screening(questions=(LANGUAGE, AGE), quotas=quotas)
    assert fitting_quotas(screening, {"language": "English", "age": "39"}) == [0]
    assert fitting_quotas(screening, {"language": "German", "age": "39"}) == []
    assert fitting_quotas(screening, {"language": "German", "age": "50"}) == [1, 2]
