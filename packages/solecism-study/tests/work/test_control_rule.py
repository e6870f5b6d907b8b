"""The rule by which control items remove raters: in figures, in words, and whether it can work."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from scipy.special import betaincc

from solecism_study.configuration import Configuration, Control
from solecism_study.people.raters import rater_by_id
from solecism_study.study import Study
from solecism_study.work.control_rule import (
    control_plan,
    fails_control,
    p_above,
    rule_in_words,
)
from studies import control_items, new_rater, say, work

Made = Callable[..., Study]


@pytest.mark.parametrize("bar", [0.3, 0.5, 0.7, 0.95])
def test_the_posterior_is_that_of_the_beta_distribution(bar: float) -> None:
    for n in (0, 1, 5, 40):
        for n_right in range(n + 1):
            expected = float(betaincc(1 + n_right, 1 + n - n_right, bar))
            assert p_above(bar, n_right=n_right, n=n) == pytest.approx(expected, abs=1e-12)


def test_nobody_fails_before_the_least_number_of_control_items() -> None:
    assert not fails_control(Control(least=4), n_right=0, n=3)
    assert fails_control(Control(least=4), n_right=0, n=4)
    assert not fails_control(Control(least=4), n_right=4, n=4)
    assert not fails_control(Control(least=0), n_right=0, n=400)


def test_a_rater_fails_where_the_posterior_above_the_bar_is_below_the_doubt() -> None:
    control = Control(bar=0.7, doubt=0.05, least=4)
    for n in range(4, 30):
        for n_right in range(n + 1):
            p = float(betaincc(1 + n_right, 1 + n - n_right, 0.7))
            assert fails_control(control, n_right=n_right, n=n) == (p < 0.05)


@pytest.mark.parametrize("bar", [0.02, 0.4, 0.7, 0.95])
@pytest.mark.parametrize("least", [1, 4])
def test_so_many_wrong_answers_are_needed_as_the_rule_asks_for(bar: float, least: int) -> None:
    control = Control(bar=bar, least=least)
    needed = control_plan(
        _configured(control=control), control_items(9), n_data=9, n_practice=0
    ).n_needed
    assert needed is not None
    assert fails_control(control, n_right=0, n=needed)
    assert not fails_control(control, n_right=0, n=needed - 1)


@pytest.mark.parametrize(
    ("n_items", "n_gold", "n_practice", "settings"),
    [
        (30, 20, 0, {}),
        (19, 20, 0, {"control": Control(share=0.1, least=0)}),
        (28, 20, 3, {"control": Control(share=0.25, least=0)}),
        (30, 20, 2, {"control": Control(share=0.25, least=0), "most_each": 17}),
    ],
)
def test_every_rater_meets_as_many_control_items_as_are_foretold(
    sqlite_study: Made, n_items: int, n_gold: int, n_practice: int, settings: dict[str, object]
) -> None:
    study = sqlite_study(
        n_items=n_items, n_gold=n_gold, n_practice=n_practice, n_judgments=6, **settings
    )
    plan = control_plan(
        study.configuration, control_items(n_gold), n_data=n_items, n_practice=n_practice
    )
    met = []
    for number in range(6):
        rater = new_rater(study, f"rater{number}")
        work(study, rater, answers=say("error"))
        met.append(rater_by_id(study, rater).n_control)
    assert min(met) >= plan.n_met
    assert min(met) <= plan.n_met + 1


def test_the_rule_is_said_with_its_least_number() -> None:
    assert rule_in_words(Control(least=4)) == (
        "A rater is removed once they have answered 4 control items and the probability that their "
        "accuracy is above 70% is below 5%: at the earliest after 4 wrong answers."
    )
    assert "at the earliest after 2 wrong answers" in rule_in_words(Control(least=1))
    assert rule_in_words(Control(least=0)) == "Control items remove nobody in this study."


def _configured(**settings: object) -> Configuration:
    plain = {"name": "test", "task": "extraneous", "seed": 7}
    return Configuration(**{**plain, **settings})  # type: ignore[arg-type]  # checked as it is read


@pytest.mark.parametrize(("n_data", "n_met"), [(7, 1), (8, 1), (9, 2), (12, 2), (13, 3)])
def test_a_control_item_that_would_come_last_is_not_met(n_data: int, n_met: int) -> None:
    configured = _configured(control=Control(share=0.2, least=0))
    plan = control_plan(configured, control_items(9), n_data=n_data, n_practice=0)
    assert plan.n_met == n_met
