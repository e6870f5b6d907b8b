"""Refusals say what is wrong in plain words, with the value, and never in those of a schema."""

from __future__ import annotations

from typing import Any

import pytest

from solecism.errors import InputError
from solecism_study.configuration import Changes, Configuration, decode_configuration
from solecism_study.refusals import read_as

PLAIN: dict[str, Any] = {"name": "demo", "task": "usage", "seed": 1}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"most_each": 0}, "most_each is 0. Give a whole number from 1 to 1,000,000."),
        ({"n_judgments": 1001}, "n_judgments is 1001. Give a whole number from 1 to 1,000."),
        ({"control": {"bar": 1.0}}, "control.bar is 1.0. Give a number above 0 and below 1."),
        ({"control": {"bar": 0}}, "control.bar is 0. Give a number above 0 and below 1."),
        ({"seed": "one"}, 'seed is "one". Give a whole number from 0 to 9,007,199,254,740,992.'),
        ({"most_each": "many"}, 'most_each is "many". Give a whole number from 1 to 1,000,000.'),
        ({"title": ""}, 'title is "". Give a text in quotation marks of at most 200 characters.'),
        ({"title": "x" * 201}, "Give a text in quotation marks of at most 200 characters."),
        (
            {"pay": {"currency": "usd"}},
            'pay.currency is "usd". Give a text in quotation marks of the form ^[A-Z]{3}$.',
        ),
        ({"pay": 3}, "pay is 3. Give a table."),
        ({"access": "all"}, 'access is "all". Give one of invited, open, platform.'),
        ({"colour": "red"}, "colour is not known here. Known are name, task, seed,"),
        ({"pay": {"cost": 1}}, "pay.cost is not known here. Known are price, fee_share,"),
        ({"stopping": {}}, "stopping.width is missing. Give a number above 0 and below 1."),
        (
            {"batches": [{"name": "a", "size": 0}]},
            "batches[1].size is 0. Give a whole number from 1 to 1,000,000.",
        ),
        (
            {"settings": {"first": "a", "points": 2.5}},
            "settings.points is 2.5. Give a whole number or a text in quotation marks.",
        ),
        ({"limits": True}, "limits is true. Give a table."),
    ],
)
def test_a_configuration_is_refused_in_plain_words(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError) as refused:
        read_as({**PLAIN, **changes}, Configuration, source="demo")
    text = str(refused.value)
    assert text.startswith("demo: ")
    assert told in text
    assert "Expected" not in text
    assert "`" not in text
    assert "$" not in text.replace("{3}$", "")


def test_a_field_has_the_name_that_its_user_knows() -> None:
    with pytest.raises(InputError, match=r"^options: --most-each is 0. Give a whole number"):
        decode_configuration(
            '{"name": "demo", "task": "usage", "seed": 1, "most_each": 0}',
            source="options",
            names={"most_each": "--most-each"},
        )
    with pytest.raises(InputError, match=r"^the amendment: -n is 0. Give a whole number"):
        read_as({"n_judgments": 0}, Changes, source="the amendment", names={"n_judgments": "-n"})


def test_what_is_no_json_is_told_as_before() -> None:
    with pytest.raises(InputError, match=r"x.json: is not the configuration of a study"):
        decode_configuration("{", source="x.json")
