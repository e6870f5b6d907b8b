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
        ({"most_each": 0}, "most_each is 0. Give 1 or more."),
        ({"n_judgments": 1001}, "n_judgments is 1001. Give 1000 or less."),
        ({"control": {"bar": 1.0}}, "control.bar is 1.0. Give less than 1."),
        ({"control": {"bar": 0}}, "control.bar is 0. Give more than 0."),
        ({"seed": "one"}, "seed is 'one'. Give a whole number."),
        ({"most_each": "many"}, "most_each is 'many'. Give a whole number."),
        ({"title": ""}, "title is ''. Give at least 1 character."),
        ({"title": "x" * 201}, "Give at most 200 characters."),
        ({"pay": {"currency": "usd"}}, "pay.currency is 'usd'. Give a text that fits ^[A-Z]{3}$."),
        ({"pay": 3}, "pay is 3. Give named fields."),
        ({"access": "all"}, "access is 'all'. This is none of the values that are possible here."),
        ({"colour": "red"}, "there is no field colour. Leave it out, or check its name."),
        ({"pay": {"cost": 1}}, "pay: there is no field cost."),
        ({"stopping": {}}, "stopping: width is missing. Give it."),
        ({"batches": [{"name": "a", "size": 0}]}, "batches[0].size is 0. Give 1 or more."),
        ({"settings": {"points": 2.5}}, "settings: Give a whole number or a text."),
        ({"limits": True}, "limits is true. Give named fields."),
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
    with pytest.raises(InputError, match=r"^options: --most-each is 0. Give 1 or more.$"):
        decode_configuration(
            '{"name": "demo", "task": "usage", "seed": 1, "most_each": 0}',
            source="options",
            names={"most_each": "--most-each"},
        )
    with pytest.raises(InputError, match=r"^the amendment: -n is 0. Give 1 or more.$"):
        read_as({"n_judgments": 0}, Changes, source="the amendment", names={"n_judgments": "-n"})


def test_what_is_no_json_is_told_as_before() -> None:
    with pytest.raises(InputError, match=r"x.json: is not the configuration of a study"):
        decode_configuration("{", source="x.json")
