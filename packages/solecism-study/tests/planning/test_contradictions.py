"""What a study cannot do although its design says so, each in a line with what to change."""

from __future__ import annotations

from typing import Any

import pytest

from solecism import sample_key as keys
from solecism.sample_key import Key, Stratum
from solecism_study.configuration import (
    Batch,
    Configuration,
    Control,
    Expected,
    Pay,
    Stopping,
)
from solecism_study.item import PRACTICE
from solecism_study.people.platforms import platform_named
from solecism_study.planning.contradictions import contradictions, doubts
from solecism_study.planning.planned_study import PlannedStudy, planned_from_items
from solecism_study.screening.rater_rules import Quota, Screening, ScreeningQuestion
from studies import control_items, data_items

LANGUAGE = ScreeningQuestion(
    name="language", ask="Which?", options=("English", "other"), accept=("English",)
)
FEW_PLACES = Screening(
    questions=(LANGUAGE,), quotas=(Quota(where={"language": "English"}, places=4),)
)
IMPOSSIBLE = "".join(
    keys.format(Key("mine", "paper", 1, (Stratum("a", True, 90), Stratum("b", False, 9)), ()))
)


def planned(
    *, n_items: int = 60, n_gold: int = 0, n_practice: int = 0, key: str | None = None, **more: Any
) -> PlannedStudy:
    whole = [
        *data_items(n_items),
        *control_items(n_gold // 2),
        *(item for item in control_items(n_gold, answer="ok")[n_gold // 2 :]),
        *control_items(n_practice, pool=PRACTICE),
    ]
    given = {"name": "plan", "task": "extraneous", "seed": 7, **more}
    return planned_from_items(Configuration(**given), whole, key=key)


def test_a_sound_design_has_none() -> None:
    study = planned(n_gold=20, control=Control(share=0.25), n_judgments=3)
    assert contradictions(study) == []
    assert doubts(study) == []


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        # The defaults, and thirty items: three control items, and a fourth for some.
        ({"n_items": 30, "n_gold": 10}, "after 4 wrong answers to them at the earliest, but some"),
        ({"n_items": 36, "n_gold": 10}, "meets at least 3 of them"),
        ({"n_gold": 12, "most_each": 30}, "meets at least 3 of them, and maybe no more"),
        ({"n_items": 90, "n_gold": 2}, "meets at least 2 of them, and maybe no more"),
        ({"n_gold": 12, "expected": Expected(n_raters=60)}, "is asked 3 questions and meets at m"),
        ({"n_gold": 12, "control": Control(share=0, least=0)}, "There are 12 control items, but"),
        ({"n_practice": 5, "most_each": 5}, "the practice round has 5 already"),
        ({"batches": (Batch(name="b", size=20),), "most_each": 20}, "for the other 40"),
        ({"expected": Expected(n_raters=2)}, "Each item needs 3 different raters"),
        ({"expected": Expected(n_raters=5), "most_each": 30}, "6 are needed. Expect more raters"),
        ({"screening": FEW_PLACES, "most_each": 30}, "have 4 places, but 6 raters are needed"),
        ({"batches": (Batch(name="b", size=5, after=60),), "most_each": 60}, "Lower its `after`"),
        ({"pay": Pay(price=10_000, budget=1_790_000)}, "180 answers cost 1.80 USD with fees"),
        ({"order": "gain"}, "the study has no key of a sample"),
        ({"stopping": Stopping(width=0.2, figure="recall")}, "the study has no key of a sample"),
        ({"key": IMPOSSIBLE, "expected": Expected(recall=0.1)}, "a recall of 0.1 cannot be"),
    ],
)
def test_each_is_one_line_with_what_to_change(settings: dict[str, Any], told: str) -> None:
    [line] = contradictions(planned(**settings))
    assert told in line
    assert line.endswith(".")


@pytest.mark.parametrize(
    ("n_items", "least"), [(37, 4), (30, 3), (30, 0)], ids=["more items", "fewer needed", "none"]
)
def test_enough_control_items_or_none_that_remove_are_no_contradiction(
    n_items: int, least: int
) -> None:
    assert not contradictions(planned(n_items=n_items, n_gold=10, control=Control(least=least)))


def test_a_budget_that_is_just_enough_is_no_contradiction() -> None:
    assert contradictions(planned(pay=Pay(price=10_000, budget=1_800_000))) == []


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (
            {"task": "usage", "n_gold": 20, "most_each": 45},
            "A rater who guesses is removed with probability",
        ),
        ({"stopping": Stopping(width=0.01)}, "will probably not end early"),
        ({"platform": platform_named("sona"), "access": "platform"}, "nothing is paid"),
        ({"key": IMPOSSIBLE}, "State in [analysis] what you expect"),
    ],
)
def test_what_is_doubtful_does_not_stop_a_study(settings: dict[str, Any], told: str) -> None:
    study = planned(**settings)
    assert contradictions(study) == []
    assert any(told in line for line in doubts(study))


def test_control_items_of_one_kind_do_not_expose_who_always_says_so() -> None:
    whole = [*data_items(60), *control_items(18), *control_items(20, answer="ok")[18:]]
    configuration = Configuration(name="p", task="extraneous", seed=1, control=Control(share=0.25))
    [line] = doubts(planned_from_items(configuration, whole))
    assert line.startswith("A rater who always answers 'error' is removed with probability 0%")
    assert "right for 18 of 20 control items" in line
