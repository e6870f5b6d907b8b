"""What is said about the change from the first draft to the last."""

from __future__ import annotations

import pytest

from class_texts import checked_draft, student, text
from solecism.classroom.class_summary import RateChange, change_of, describe_change
from solecism.classroom.classroom import CheckedDraft, Student
from solecism.classroom.drafts import StudentDraft


def change(*drafts: tuple[int, int]) -> RateChange:
    result = change_of(student("Anna", *drafts))
    assert result is not None
    return result


def test_a_change_that_chance_hardly_explains_is_named() -> None:
    fewer = change((20, 400), (15, 400), (5, 400))
    assert fewer.direction == "fewer"
    assert describe_change(fewer) == (
        "From 50 findings per 1,000 words (1 March 2026) to 12 (19 March 2026). Chance alone would "
        "hardly explain this: the true change is probably between 31% fewer and 93% fewer."
    )
    more = change((5, 400), (20, 400))
    assert more.direction == "more"
    assert "probably between 46% more and 14 times as many" in describe_change(more)


def test_few_words_show_no_change() -> None:
    unclear = change((4, 100), (2, 100))
    assert unclear.direction == "unclear"
    assert describe_change(unclear) == (
        "From 40 findings per 1,000 words (1 March 2026) to 20 (10 March 2026). Chance alone may "
        "explain this: the true change may be anything from 95% fewer to 3 times as many."
    )


def test_a_draft_without_findings_is_no_proof() -> None:
    assert change((3, 100), (0, 100)).direction == "unclear"
    assert "to any number more." in describe_change(change((0, 100), (3, 100)))
    assert describe_change(change((0, 100), (0, 120))).endswith(
        "Nothing was found in either draft."
    )


def test_longer_drafts_count_for_more() -> None:
    assert change((10, 100), (10, 400)).direction == "fewer"


def test_one_draft_with_text_is_no_change() -> None:
    empty = CheckedDraft(StudentDraft("Anna", "a.txt", "a.txt"), problem="is empty")
    one = Student("Anna", (*student("Anna", (1, 400)).drafts, empty))
    assert change_of(one) is None
    assert describe_change(None).startswith("Fewer than two drafts have 100 words")


def test_a_short_draft_is_not_compared() -> None:
    drafts = student("Anna", (40, 400), (20, 96), (5, 400)).drafts
    assert change_of(Student("Anna", drafts[:2])) is None
    compared = change_of(Student("Anna", drafts))
    assert compared is not None
    assert (compared.first, compared.last) == (drafts[0], drafts[2])


@pytest.mark.parametrize(
    ("numbers", "note"),
    [((1, 2), "order is that of their numbers."), ((1, None), "order is that of the file names.")],
)
def test_an_order_that_is_not_by_date_is_said(numbers: tuple[int | None, ...], note: str) -> None:
    drafts = [
        checked_draft(StudentDraft("Anna", "a", f"{number}.txt", number=number), text(1, 100))
        for number in numbers
    ]
    assert describe_change(change_of(Student("Anna", tuple(drafts)))).endswith(note)
