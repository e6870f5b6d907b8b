"""How soon control items expose a rater, against trying everything that can happen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import permutations, product

import pytest
from scipy.stats import beta
from sqlalchemy import func, select

from solecism_study.configuration import Control
from solecism_study.item import CONTROL
from solecism_study.planning.control_odds import (
    ControlSchedule,
    always,
    p_removed,
    questions_until_half,
    removal_odds,
    same_answer,
)
from solecism_study.store.tables import assignments
from solecism_study.study import Study
from studies import new_rater, say, work

BAR, DOUBT, LEAST = 0.7, 0.05, 4
RULE = Control(bar=BAR, doubt=DOUBT, least=LEAST)


@cache
def is_out(n_right: int, n: int) -> bool:
    """The rule by the posterior itself."""
    return n >= LEAST and bool(beta.sf(BAR, n_right + 1, n - n_right + 1) < DOUBT)


def removed_by(answers: tuple[bool, ...]) -> int | None:
    """After how many of these answers a rater is out."""
    ends = (n for n in range(1, len(answers) + 1) if is_out(sum(answers[:n]), n))
    return next(ends, None)


@pytest.mark.parametrize("p_right", [0.5, 1 / 3, 0.95])
def test_odds_are_those_of_all_sequences_of_answers(p_right: float) -> None:
    whole = [0.0] * 10
    for answers in product((True, False), repeat=9):
        weight = p_right ** sum(answers) * (1 - p_right) ** (9 - sum(answers))
        end = removed_by(answers)
        for n in range(end or 10, 10):
            whole[n] += weight
    assert removal_odds(RULE, always(p_right), 9) == pytest.approx(whole)


def test_one_answer_to_everything_is_right_for_what_is_left_of_the_items() -> None:
    orders = list(permutations((True, True, False, False, False, False)))
    ends = [removed_by(order) for order in orders]
    expected = [sum(end is not None and end <= n for end in ends) / len(orders) for n in range(7)]
    assert removal_odds(RULE, same_answer(2, 6), 6) == pytest.approx(expected)
    assert 0 < expected[4] < expected[6] == 1


@pytest.mark.parametrize(
    ("offset", "n_questions"), [(0, 9), (2, 9), (3, 1), (1, 2), (4, 8), (5, 0)]
)
def test_control_items_met_are_those_of_all_places_in_the_blocks(
    offset: int, n_questions: int
) -> None:
    counts = Counter[int]()
    for places in product(range(4), repeat=4):
        shown = {4 * block + place for block, place in enumerate(places)}
        counts[min(2, len(shown & set(range(offset, offset + n_questions))))] += 1
    schedule = ControlSchedule(4, 2, offset)
    expected = {n: count / 4**4 for n, count in sorted(counts.items())}
    assert schedule.n_met(n_questions) == pytest.approx(expected)


def test_half_are_removed_when_the_probability_says_so() -> None:
    schedule, odds = ControlSchedule(5, 30), removal_odds(RULE, always(0.3), 30)
    half = questions_until_half(schedule, odds, 150)
    assert half is not None
    assert p_removed(schedule, odds, half - 1) < 0.5 <= p_removed(schedule, odds, half)
    assert questions_until_half(schedule, odds, half - 1) is None


def test_a_study_shows_as_many_control_items_as_are_foretold(
    sqlite_study: Callable[..., Study],
) -> None:
    study = sqlite_study(n_items=30, n_gold=4, n_judgments=8, control=Control(share=0.2))
    foretold = ControlSchedule(5, 4).n_met(13)
    query = select(func.count()).where(assignments.c.pool == CONTROL)
    for name in "abcdef":
        rater = new_rater(study, name)
        work(study, rater, n=13, answers=say("error"))
        with study.database.read() as connection:
            n = connection.execute(
                query.where(assignments.c.rater == rater, assignments.c.state == "answered")
            ).scalar_one()
        assert n in foretold
