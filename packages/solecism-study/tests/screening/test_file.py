"""The file of rules: what it may say, and how mistakes in it are told."""

from __future__ import annotations

from importlib.resources import files

import pytest

from solecism.errors import InputError
from solecism_study.screening.rater_rules import parse_rules

QUESTION = '[[question]]\nname = "age"\nask = "Age?"\n'
CHOICE = '[[question]]\nname = "home"\nask = "Where?"\noptions = ["a", "b"]\n'


def test_the_bundled_example_is_read() -> None:
    text = files("solecism").joinpath("examples", "raters.toml").read_text()
    rules = parse_rules(text, file="raters.toml")
    screening = rules.screening
    assert screening is not None
    assert [one.name for one in screening.questions] == ["language", "age"]
    assert screening.comprehension is not None
    assert screening.comprehension.tries == 2
    assert rules.signs is not None
    assert rules.signs.names == ("fast", "same", "device")


def test_a_check_of_understanding_has_two_tries_unless_said_otherwise() -> None:
    asked = '[[comprehension.question]]\nask = "2?"\noptions = ["1", "2"]\nright = "2"\n'
    screening = parse_rules(f"[comprehension]\n{asked}", file="f").screening
    assert screening is not None
    assert screening.comprehension is not None
    assert (screening.comprehension.tries, screening.comprehension.bar) == (2, 1.0)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[test", r"f:1: is not valid TOML"),
        ("[tests]", "tests is not known here. Did you mean test"),
        (QUESTION, "at least two options"),
        (CHOICE + 'accept = ["c"]', "accepts 'c', not an option"),
        (CHOICE + "least = 3", "least and most are for"),
        (CHOICE + CHOICE, "same name"),
        (CHOICE + '[[quota]]\nwhere = {age = "3"}\nplaces = 1', "which is not asked"),
        (CHOICE + '[[quota]]\nwhere = {home = "c"}\nplaces = 1', "nobody can answer"),
        ('[[quota]]\nwhere = {home = "c"}\nplaces = 1', "no question"),
        ('[[test.question]]\nask="?"\noptions=["a","b"]\nright="c"', "not an option"),
        ('[signs]\nremove = ["fast"]', "not declared"),
        (
            "[limits]\nitem_seconds = 0",
            "limits.item_seconds is 0. Give a whole number from 1 to 1,000,000.",
        ),
    ],
)
def test_mistakes_are_told_with_the_name_of_the_file(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as told:
        parse_rules(text, file="f")
    assert str(told.value).startswith("f:")
