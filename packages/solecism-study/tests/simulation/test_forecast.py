"""A forecast of what is left: from what is there already, and by raters who are simulated."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rater_pages import study_for
from solecism_study.configuration import Batch, Control, Pay
from solecism_study.people.removal import remove_rater
from solecism_study.screening.rater_rules import Limits
from solecism_study.status.forecast import Forecast, forecast
from solecism_study.status.progress import progress
from solecism_study.study import Study
from solecism_study.work.assignment import next_questions
from solecism_study.work.submission import Submission, submit
from studies import START, new_rater, say, work

Made = Callable[..., Study]


def ahead(study: Study, *, n_raters: int = 10, seconds: float | None = None) -> Forecast:
    """The forecast for a study as it is now."""
    return forecast(study, progress(study, now=START), n_raters=n_raters, seconds=seconds)


def answered(study: Study, n: int) -> Study:
    """The study after so many answers of raters who answer up to 180 times each."""
    for number in range(0, n, 180):
        work(study, new_rater(study, f"rater {number}"), answers=say("ok"), n=min(180, n - number))
    return study


@pytest.fixture
def made(sqlite_study: Made) -> Callable[..., Study]:
    """Makes a study of 540 judgments: 180 items, three judgments per item."""

    def make(**settings: Any) -> Study:
        return sqlite_study(n_items=180, n_judgments=3, **settings)

    return make


def test_all_is_left_of_a_study_that_has_not_begun(made: Made) -> None:
    found = ahead(made())
    assert found.n_left == found.judgments == 540
    assert (found.judgments.interval.low, found.judgments.interval.high) == (540, 540)


def test_after_400_of_540_answers_140_are_left(made: Made) -> None:
    found = ahead(answered(made(pay=Pay(price=10_000)), 400), seconds=36.0)
    assert found.n_left == found.judgments == 140
    assert found.cost == 140 * 10_000


def test_nothing_is_left_of_a_complete_study(made: Made) -> None:
    pay = Pay(price=10_000, budget=540 * 10_000)
    found = ahead(answered(made(pay=pay), 540))
    figures = (found.judgments, found.hours, found.longest, found.cost)
    assert [found.n_left, *map(float, figures)] == [0] * 5
    assert (found.cost.interval.low, found.cost.interval.high) == (0, 0)
    assert found.is_within_budget


def test_nothing_is_left_of_a_complete_study_with_control_items(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=6, n_judgments=2, n_gold=4, control=Control(share=0.5))
    for name in ("ann", "bea"):
        work(study, new_rater(study, name), answers=say("error"))
    found = ahead(study)
    assert (found.n_left, float(found.judgments), float(found.hours)) == (0, 0, 0)


def test_careless_raters_waste_no_more_than_what_is_left_to_judge(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=6, n_judgments=1, n_gold=4, control=Control(share=0.5))
    assert ahead(study, n_raters=3).judgments.interval.high <= (6 + 3 * 6) / 0.5


def test_what_is_left_is_paid_from_what_is_left_of_the_budget(made: Made) -> None:
    pay = Pay(price=10_000, budget=540 * 10_000)
    assert ahead(made(pay=pay)).is_within_budget
    little = answered(made(pay=Pay(price=10_000, budget=500 * 10_000)), 400)
    assert not ahead(little).is_within_budget


def test_the_pace_is_the_one_measured_unless_another_is_given(made: Made) -> None:
    study = made()
    assert (ahead(study).seconds, ahead(study).is_measured) == (12.0, False)
    answered(study, 20)
    measured = progress(study, now=START).seconds_per_judgment
    assert (ahead(study).seconds, ahead(study).is_measured) == (measured, True)
    assert (ahead(study, seconds=36.0).seconds, ahead(study, seconds=36.0).is_measured) == (
        36.0,
        False,
    )


def test_hours_follow_from_the_pace(made: Made) -> None:
    study = made()
    slow, quick = ahead(study, seconds=36.0), ahead(study, seconds=12.0)
    assert slow.hours == pytest.approx(3 * quick.hours)
    assert 540 * 12 / 3600 * 0.5 < quick.hours < 540 * 12 / 3600 * 1.5


def test_every_rater_still_has_to_judge_the_batches(sqlite_study: Made) -> None:
    batch = Batch(name="first", size=4)
    study = sqlite_study(n_items=10, n_judgments=1, batches=(batch,))
    assert ahead(study, n_raters=5).n_left == 6 + 4 * 5
    work(study, new_rater(study), n=4)
    assert ahead(study, n_raters=5).n_left == 6 + 4 * 5 - 4


def test_every_stage_is_still_to_come(scratch: Path) -> None:
    study = study_for(scratch / "study", "article-number", n_items=5, n_judgments=2)
    assert ahead(study).n_left == ahead(study).judgments == 5 * 2 * 2
    study.close()


def test_a_forecast_says_that_its_raters_are_simulated_and_is_the_same_again(made: Made) -> None:
    study = made(n_gold=4, pay=Pay(price=50_000, fee_share=0.2, budget=100_000_000))
    found = ahead(study)
    assert found == ahead(study)
    assert found.note == "simulated raters"
    assert found.judgments > 540
    assert found.cost == pytest.approx(found.judgments * 60_000)
    assert found.is_within_budget


def test_batches_for_all_raters_do_not_keep_a_complete_study_going(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=40, n_judgments=2, batches=(Batch(name="all", size=10),))
    for name in ("ann", "bea", "cid"):
        work(study, new_rater(study, name), answers=say("ok"))
    assert [stage.n_wanted - stage.n_answered for stage in progress(study, now=START).stages] == [0]
    found = ahead(study, n_raters=20)
    assert (found.n_left, found.n_short, float(found.judgments), float(found.cost)) == (0, 0, 0, 0)


def test_ten_raters_with_five_answers_each_give_fifty(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=500, n_judgments=10, n_gold=20, most_each=5)
    found = ahead(study, n_raters=10)
    assert found.n_left == 5000
    assert float(found.judgments) == found.judgments.interval.high == 50
    assert 4950 <= found.n_short < 5000


def test_those_who_are_there_already_have_less_left_to_give(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=500, n_judgments=10, most_each=5)
    work(study, new_rater(study, "ann"), answers=say("ok"))
    work(study, new_rater(study, "bea"), answers=say("ok"), n=2)
    assert float(ahead(study, n_raters=4).judgments) == 3 + 2 * 5


def test_nobody_judges_an_item_twice_in_a_forecast(sqlite_study: Made) -> None:
    found = ahead(sqlite_study(n_items=30, n_judgments=8), n_raters=4)
    assert found.n_left == 240
    assert float(found.judgments) == 120


def test_control_items_are_judged_beside_the_data(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=6, n_judgments=1, n_gold=4, control=Control(share=0.25))
    assert float(ahead(study, n_raters=1).judgments) == pytest.approx(6 / 0.75)


def test_a_careless_rater_wastes_what_lies_between_the_control_items_they_fail(
    sqlite_study: Made,
) -> None:
    """Nobody passes five control items of this study, so a careless rater makes 20 judgments.

    One of two raters is careless in 19% of the runs: more than the 5% beyond the interval, and
    beyond what the budget must pay for.
    """
    control = Control(share=0.2, bar=0.99, doubt=0.4, least=5)
    for budget, is_enough in ((151, True), (149, False)):
        pay = Pay(price=10_000, budget=budget * 10_000)
        study = sqlite_study(n_items=100, n_judgments=1, n_gold=5, control=control, pay=pay)
        found = ahead(study, n_raters=2)
        ends = found.judgments.interval
        assert (ends.low, ends.high) == pytest.approx((100 / 0.8, (100 + 20) / 0.8))
        assert found.is_within_budget == is_enough


def test_the_hours_of_one_rater_are_as_uncertain_as_their_pace(sqlite_study: Made) -> None:
    """The logarithm of the pace is normal with a deviation of 0.4."""
    hours = ahead(sqlite_study(n_items=100, n_judgments=1), n_raters=1, seconds=36.0).hours
    assert hours == pytest.approx(100 * 36 / 3600 * math.exp(0.4**2 / 2), abs=0.1)
    ends = hours.interval
    assert math.log(ends.high / ends.low) / (2 * 0.4) == pytest.approx(1.645, abs=0.15)


def test_careful_raters_work_the_same_hours(sqlite_study: Made) -> None:
    found = ahead(sqlite_study(n_items=100, n_judgments=5), n_raters=10)
    # Nine of ten are careful on average.
    assert found.hours / 9.5 < found.longest < found.hours / 8.5


def test_what_careless_raters_give_is_still_missing(sqlite_study: Made) -> None:
    """Two raters give five each; in 19% of the runs one of them is careless: 9.05 on average."""
    found = ahead(sqlite_study(n_items=100, n_judgments=10, most_each=5), n_raters=2)
    assert float(found.judgments) == 10
    assert found.n_short == 1000 - 9


def test_the_end_at_the_pace_of_the_last_hour(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=4, n_judgments=3)
    assert ahead(study).hours_at_pace is None
    work(study, new_rater(study), n=3)
    assert ahead(study).hours_at_pace == (12 - 3) / 3


def test_a_limit_of_answers_holds_for_each_stage(scratch: Path) -> None:
    study = study_for(scratch / "study", "article-number", n_items=5, n_judgments=2, most_each=2)
    assert float(ahead(study, n_raters=1).judgments) == 2 * 2
    study.close()


def test_who_was_removed_is_not_at_work_any_more(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=20, n_judgments=10, most_each=5)
    ann = new_rater(study)
    work(study, ann)
    assert float(ahead(study, n_raters=1).judgments) == 0
    remove_rater(study, ann, reason="test", now=START, actor="boss")
    assert float(ahead(study, n_raters=1).judgments) == 5


def test_an_answer_that_came_too_late_counts_towards_the_limit(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=20, n_judgments=10, most_each=5, limits=Limits(item_seconds=30))
    ann = new_rater(study)
    lease = next_questions(study, ann, now=START).current
    assert lease is not None
    late = Submission(lease.token, {"answer": ["ok"]}, "a late answer", 10**7)
    submit(study, ann, late, now=START + 31_000)
    assert progress(study, now=START).n_surplus == 1
    assert float(ahead(study, n_raters=1).judgments) == 5 - 1
