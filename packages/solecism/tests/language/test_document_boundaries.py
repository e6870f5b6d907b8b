"""Several documents in one text are told apart by its layout."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.formats.text import parse
from solecism.language.document_boundaries import documents_in
from solecism.sentence import Sentence

PARAGRAPH = (
    "We went to the sea in the morning, and my sister swam to the island and back. In the evening "
    "all of us were tired, but nobody wanted to go home before it was dark."
)
STORY = f"{PARAGRAPH}\n\n{PARAGRAPH}"


def parts(text: str) -> list[str]:
    """The texts of the documents in a text."""
    every = list(parse(text.splitlines(keepends=True), document="a", file="a"))
    found = list(documents_in(every))
    assert [sentence for each in found for sentence in each] == every
    return ["".join(sentence.text + sentence.after for sentence in each) for each in found]


@pytest.mark.parametrize(
    "between", ["\n\n\n", "\f", "\n\n---\n\n", "\n***\n", "\n* * *\n", "\n\n=====\n", "\n \n\n\n"]
)
def test_documents_are_parted_by_lines_and_white_space(between: str) -> None:
    assert len(parts(between.join([STORY] * 3))) == 3


@pytest.mark.parametrize(
    "heading",
    [
        *("Essay {}", "ESSAY NO. {}", "# Text {}", "Student {}: Kim", "Letter ({})", "Answer {}."),
        *("Student: Kim Hill {}", "**Name:** Kim {}", "Candidate's name: K. H. {}"),
    ],
)
def test_documents_have_headings(heading: str) -> None:
    text = "\n\n".join(f"{heading.format(number)}\n\n{STORY}" for number in (1, 2, 3))
    found = parts(text)
    assert len(found) == 3
    assert found[1].startswith(heading.format(2))


def test_a_heading_may_stand_right_above_its_text() -> None:
    assert len(parts("\n".join(f"Essay {number}\n{STORY}" for number in (1, 2)))) == 2


def test_where_each_line_is_a_paragraph_blank_lines_part_documents() -> None:
    article = "\n".join([PARAGRAPH] * 6)
    assert len(parts("\n\n".join([article] * 4))) == 4


@pytest.mark.parametrize(
    "text",
    [
        STORY,
        "\n\n".join([PARAGRAPH] * 8),
        "\n".join([PARAGRAPH] * 8),
        f"My holiday\n\n{STORY}\n\nI wrote essay 2 on Monday. Student: a person who learns.",
        f"1. First\n\n{STORY}\n\n2. Second\n\n{STORY}",
        "Name: Kim\nDate: Monday\n\n\nMy holiday\n\n" + STORY,
        "",
    ],
)
def test_one_document_is_not_divided(text: str) -> None:
    assert len(parts(text)) == bool(text)


@given(st.text(alphabet="ab.\n\f-*1 "))
def test_nothing_is_lost(text: str) -> None:
    parts(text)


def test_no_sentences_are_no_documents() -> None:
    empty: list[Sentence] = []
    assert list(documents_in(empty)) == []
