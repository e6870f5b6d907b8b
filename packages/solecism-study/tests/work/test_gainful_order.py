"""Items asked where the estimate gains most, and a study that stops when recall is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from solecism import sample_key as keys
from solecism.errors import InputError
from solecism.sample_key import Key, KeyItem, Stratum
from solecism_study.configuration import Configuration, Stopping
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.status.progress import progress
from solecism_study.status.results import stop_if_precise
from solecism_study.study import Study
from solecism_study.work.assignment import next_questions
from solecism_study.work.gainful_order import GainfulOrder, refresh_order
from solecism_study.work.lease import Lease
from studies import START, answer, data_items, new_rater, work

Made = Callable[..., Study]
ITEMS = data_items(40)
SURE = {one.site for one in ITEMS[:20]}
"""Flagged items, which are all errors; the others are errors now and then, and many more."""

KEY = Key(
    "mine",
    "paper",
    1,
    (Stratum("flagged", True, 100), Stratum("other", False, 2000)),
    tuple(KeyItem(one.site, "flagged" if one.site in SURE else "other") for one in ITEMS),
)


def study_with_key(made: Made, **settings: Any) -> Study:
    documents = {"key": "".join(keys.format(KEY))}
    return made(items=ITEMS, n_judgments=1, documents=documents, **settings)


def site_of(study: Study, lease: Lease) -> str:
    text = lease.question.passage.before + lease.question.passage.target
    return next(item.site for item in study.all_items() if item.before + item.target == text)


def truth(study: Study) -> Callable[[Lease], dict[str, list[str]]]:
    """Flagged items are errors, and every third of the others is."""

    def answers(lease: Lease) -> dict[str, list[str]]:
        site = site_of(study, lease)
        number = int(site.split(".")[1].split(":")[0])
        return {"answer": ["error" if site in SURE or number % 3 == 0 else "ok"]}

    return answers


def n_other_among_first(study: Study, n: int) -> int:
    """How many of the first answers are about items without a flag, gains always being recent."""
    rater, answers = new_rater(study), truth(study)
    for number in range(n):
        now = START + number * 60_000
        lease = next_questions(study, rater, now=now).current
        assert lease is not None
        answer(study, rater, lease, now=now + 1000, values=answers(lease))
    return sum(one.site not in SURE for one in recorded_judgments(study))


def test_items_come_from_the_stratum_where_the_estimate_gains_most(sqlite_study: Made) -> None:
    # As many items have a flag as not, so that 12 of 24 would be usual in random order. In the
    # corpus twenty times as many have none, and whether these are errors is the less certain.
    assert n_other_among_first(study_with_key(sqlite_study, order="gain"), 24) > 16


def test_gains_are_computed_again_after_half_a_minute(study_of: Made) -> None:
    study = study_with_key(study_of, order="gain")
    refresh_order(study, now=START)
    order = study.gainful_order
    assert order is not None
    before = list(order.gains)
    work(study, new_rater(study), answers=truth(study), now=START, n=6)
    refresh_order(study, now=START + 29_000)
    assert order.gains == before
    refresh_order(study, now=START + 30_000)
    assert order.gains != before


def test_without_a_key_or_by_default_items_come_in_random_order(sqlite_study: Made) -> None:
    for study in (sqlite_study(order="gain"), study_with_key(sqlite_study)):
        refresh_order(study, now=START)
        assert study.gainful_order is None


def test_a_study_stops_when_recall_is_known_and_finishes_what_is_begun(study_of: Made) -> None:
    rule = Stopping(width=0.99, figure="recall", fixed_share=1.0)
    study = study_with_key(study_of, stopping=rule, order="gain")
    assert stop_if_precise(study, now=START).n_closed == 0
    work(study, new_rater(study), answers=truth(study), n=16)
    stopped = stop_if_precise(study, now=START)
    assert (stopped.share.name, stopped.n_closed) == ("recall", 24 - 2)
    assert stopped.share.interval.method.startswith("anytime")
    [stage] = progress(study, now=START).stages
    assert (stage.n_wanted, stage.n_answered) == (18, 16)


def test_a_study_goes_on_until_recall_is_known(sqlite_study: Made) -> None:
    narrow = study_with_key(sqlite_study, stopping=Stopping(width=0.001, figure="recall"))
    work(narrow, new_rater(narrow), answers=truth(narrow))
    assert stop_if_precise(narrow, now=START).n_closed == 0


def test_a_majority_needs_an_odd_number_of_raters() -> None:
    with pytest.raises(InputError, match="2 raters may be divided"):
        Configuration(
            name="x",
            task="extraneous",
            seed=1,
            n_judgments=2,
            stopping=Stopping(width=0.1, figure="recall"),
        )


def test_items_of_no_stratum_come_last_and_those_with_the_largest_gain_first() -> None:
    order = GainfulOrder(KEY, {1: 0, 2: 1, 3: 0}, [0.2, 0.5], START)
    assert sorted([9, 1, 2, 3], key=order.rank) == [2, 1, 3, 9]
