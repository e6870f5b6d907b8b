"""What a platform sends back, beside what the study knows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from solecism.errors import InputError
from solecism_study.configuration import Pay
from solecism_study.people.platform_review import Standing, Submission, cents_of, review
from solecism_study.people.platforms import completion, platform_named
from solecism_study.people.raters import consent, join, rater_by_id
from solecism_study.people.sessions import Sessions
from solecism_study.serve.service import Service
from solecism_study.serve.study_raters import withdraw_rater
from solecism_study.study import Study
from solecism_study.work.assignment import next_questions
from studies import START, work

Made = Callable[..., Study]
MTURK = platform_named("mturk")
ANN, BEA, CEM = "A0000000ANN", "A0000000BEA", "A0000000CEM"


def come(study: Study, worker: str) -> int:
    rater = join(study, origin="mturk", external=worker, now=START)
    return consent(study, rater.id, now=START).id


def code_of(study: Study, rater: int) -> str:
    """The code of a rater who has done all there is, or stops."""
    waiting = next_questions(study, rater, now=START).waiting
    shown = completion(study, rater_by_id(study, rater), waiting, now=START)
    assert shown is not None
    return shown.code


def submitted(
    worker: str, code: str, standing: Standing = "awaiting", bonuses: int = 0
) -> Submission:
    return Submission(f"S{worker}", worker, code, standing, bonuses)


def paid_study(made: Made, price: int = 33_500) -> Study:
    """Three questions for each rater: together a fraction of a cent more than ten cents."""
    return made(n_items=3, platform=MTURK, access="platform", pay=Pay(price=price))


def test_a_code_counts_only_for_the_person_who_was_shown_it(sqlite_study: Made) -> None:
    study = paid_study(sqlite_study)
    codes = {}
    for worker in (ANN, BEA):
        rater = come(study, worker)
        work(study, rater)
        codes[worker] = code_of(study, rater)
    assert codes[ANN] != codes[BEA]
    found = review(
        study,
        [submitted(ANN, codes[ANN]), submitted(BEA, codes[ANN]), submitted(CEM, codes[BEA])],
        stage=1,
        reward=10,
    )
    assert [one.outcome for one in found.submissions] == ["complete", "wrong code", "unknown"]
    assert [one.submission.worker for one in found.to_approve(["complete"])] == [ANN]
    assert [one.earned for one in found.submissions] == [100_500, 100_500, 0]


@pytest.mark.parametrize(
    ("standing", "before", "bonus"),
    [
        ("awaiting", 0, 0),
        ("approved", 0, 1),
        ("approved", 1, 0),
        ("approved", 9, 0),
        ("rejected", 0, 11),
        ("returned", 0, 11),
        ("returned", 4, 7),
        ("other", 0, 0),
    ],
)
def test_the_bonus_is_what_was_earned_beyond_what_was_paid_in_whole_cents(
    sqlite_study: Made, standing: Standing, before: int, bonus: int
) -> None:
    study = paid_study(sqlite_study)
    rater = come(study, ANN)
    work(study, rater)
    given = submitted(ANN, code_of(study, rater), standing, before)
    [one] = review(study, [given], stage=1, reward=10).submissions
    assert one.bonus == bonus


def test_who_has_earned_something_and_handed_in_nothing_is_named(sqlite_study: Made) -> None:
    study = paid_study(sqlite_study)
    for worker in (ANN, BEA):
        work(study, come(study, worker), n=1)
    come(study, CEM)
    found = review(study, [submitted(ANN, "")], stage=1, reward=10)
    assert [one.outcome for one in found.submissions] == ["no code"]
    assert found.absent == [(BEA, 33_500)]


def test_who_withdrew_is_known_by_the_code_alone(sqlite_study: Made) -> None:
    study = paid_study(sqlite_study)
    rater = come(study, ANN)
    work(study, rater, n=2)
    shown = withdraw_rater(
        Service(study, lambda: START, Sessions(study)), rater, with_answers=False
    )
    assert shown is not None
    [one] = review(study, [submitted(ANN, shown.code, "approved")], stage=1, reward=5).submissions
    assert (one.outcome, one.earned, one.bonus) == ("withdrawn", 67_000, 2)
    [other] = review(study, [submitted(ANN, "GUESS")], stage=1, reward=5).submissions
    assert (other.outcome, other.bonus) == ("unknown", 0)


@pytest.mark.parametrize("same", ["submission", "worker"])
def test_nobody_is_paid_for_two_submissions(sqlite_study: Made, same: str) -> None:
    first = Submission("S1", ANN, "", "approved")
    second = (
        Submission("S1", BEA, "", "approved")
        if same == "submission"
        else Submission("S2", ANN, "", "approved")
    )
    with pytest.raises(InputError, match=f"the {same} .* is there 2 times"):
        review(paid_study(sqlite_study), [first, second], stage=1, reward=10)


def test_a_reward_has_whole_cents() -> None:
    with pytest.raises(InputError, match="whole cents"):
        cents_of(1_505_000, "--reward")
