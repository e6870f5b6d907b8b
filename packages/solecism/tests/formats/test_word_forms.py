"""Lines of word forms, and what they refuse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from solecism.errors import FormatError
from solecism.formats import word_forms
from solecism.language.lemmas import WordForms

EXAMPLE = """\
city,noun,cities

burn,verb,burned/burnt,,burning,burns
go,verb,went,gone,going,goes
funny,adj,funnier,funniest
the,det,the
"""


def read(lines: list[str]) -> list[WordForms]:
    return list(word_forms.parse(lines, file="forms.csv"))


def test_forms_are_read_with_their_tags() -> None:
    found = read(strategies.lines(EXAMPLE))
    assert found[0] == WordForms("city", "NNS", ("cities",))
    assert [(entry.tag, entry.spellings) for entry in found if entry.lemma == "burn"] == [
        ("VBD", ("burned", "burnt")),
        ("VBN", ("burned", "burnt")),
        ("VBG", ("burning",)),
        ("VBZ", ("burns",)),
    ]
    assert [entry.spellings for entry in found if entry.tag == "VBN"][1] == ("gone",)
    assert [entry.tag for entry in found if entry.lemma == "funny"] == ["JJR", "JJS"]


def test_other_kinds_of_words_are_left_out() -> None:
    assert "the" not in {entry.lemma for entry in read(strategies.lines(EXAMPLE))}


@pytest.mark.parametrize("line", ["city", "city,noun", "cities city"])
def test_a_line_without_forms_is_told_with_its_number(line: str) -> None:
    with pytest.raises(FormatError, match=rf"^forms.csv:2: '{line}' is not a lemma, its kind"):
        read(["city,noun,cities\n", f"{line}\n"])


@given(strategies.mutated(EXAMPLE) | st.lists(strategies.ANY_TEXT))
def test_any_lines_give_forms_or_our_error(lines: list[str]) -> None:
    try:
        found = read(lines)
    except FormatError:
        return
    assert all(entry.spellings for entry in found)
