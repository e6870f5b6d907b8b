"""Appraise XML."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.errors import FormatError
from solecism.formats import rankings
from solecism.formats.rankings import parse_appraise
from solecism.judgment import Ranking

XML = """<?xml version="1.0" encoding="UTF-8"?>
<appraise-results>
<error-correction-ranking-result id="x">
  <ranking-item src-id="12" id="1" user="ann">
    <translation system="T5 PIE" rank="1" />
    <translation system="BART" rank="3" />
  </ranking-item>
  <ranking-item src-id="13" id="2" user="bob">
    <translation rank="2" system="PIE"/>
    <translation rank="1" system="BART"/>
  </ranking-item>
</error-correction-ranking-result>
</appraise-results>
"""


def parsed(text: str) -> list[Ranking]:
    return list(parse_appraise(text.splitlines(keepends=True), file="r.xml"))


def test_several_names_in_one_attribute_are_a_tie_of_the_same_output() -> None:
    assert parsed(XML) == [
        Ranking("12", "ann", {"T5": 1, "PIE": 1, "BART": 3}, (("T5", "PIE"),)),
        Ranking("13", "bob", {"PIE": 2, "BART": 1}),
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ('rank="3"', 'rank="third"', 6, "the rank 'third' is not a whole number"),
        ('rank="3"', 'rank="0"', 7, "the rank of 'BART' is 0"),
        ('system="BART" rank="3"', 'system="PIE" rank="3"', 6, "'PIE' is ranked twice"),
        ('system="BART" rank="3"', 'rank="3"', 6, "without the name of a system"),
        ('user="ann"', "", 4, "without user"),
        ("appraise-results", "results", 2, "the document is <results>"),
        ("</appraise-results>", "", 14, "not well-formed XML"),
        (
            "<appraise-results>",
            '<!DOCTYPE x [<!ENTITY a "b">]>\n<appraise-results>',
            2,
            "declares the entity 'a'",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, line: int, problem: str) -> None:
    with pytest.raises(FormatError, match=problem) as error:
        parsed(XML.replace(old, new))
    assert error.value.line == line


def test_an_item_with_one_system_says_nothing() -> None:
    assert len(parsed(XML.replace('    <translation rank="1" system="BART"/>\n', ""))) == 1


@given(st.text(max_size=30), st.integers(0, len(XML)))
def test_any_text_gives_rankings_or_one_error(noise: str, place: int) -> None:
    with suppress(FormatError):
        assert all(len(one.ranks) > 1 for one in parsed(XML[:place] + noise + XML[place:]))


def test_published_files_are_read(shared_data: Path) -> None:
    counts = {}
    for name in ("gjg15/judgments", "seeda/judgments_edit"):
        path = shared_data / "ranking" / f"{name}.xml.xz"
        counts[name] = sum(1 for _ in rankings.read(str(path)))
    assert counts == {"gjg15/judgments": 2306, "seeda/judgments_edit": 600}
