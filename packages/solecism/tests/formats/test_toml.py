"""TOML: a table, or one line that says where it is wrong."""

from __future__ import annotations

import pytest

from solecism.errors import InputError
from solecism.formats import toml


def test_a_table_is_read() -> None:
    assert toml.parse('[study]\nraters = 4\nname = "essays"', file="f") == {
        "study": {"raters": 4, "name": "essays"}
    }


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a = 1\nb = ", r"^f:2: is not valid TOML: Invalid value\.$"),
        ("a = 1\nb = '", r"^f:2: is not valid TOML: [^()]*\.$"),
        ("a = 2026-02-31", r"^f:1: is not valid TOML: "),
        ("a = " + "[" * 50_000, r"^f: is nested too deeply to be read\.$"),
        ("a = " + "9" * 5_000, r"^f: has a number with too many digits\.$"),
    ],
)
def test_what_is_wrong_is_one_line(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        toml.parse(text, file="f")
