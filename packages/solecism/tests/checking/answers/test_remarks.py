"""Remarks and changes by characters of the whole text."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from solecism.checking.answers.word_comments import make_answer
from solecism.checking.suggested_edits import apply_changes, fixed_text
from word_documents import checked_text


def commented(text: str) -> list[str]:
    return [text[each.start : each.end] for each in make_answer(checked_text(text)).remarks]


def test_a_remark_is_on_the_words_in_question() -> None:
    assert commented("All is well.\n\n  I depend of you. We discuss about it.") == ["of", "about"]


def test_a_remark_on_a_missing_word_is_on_the_word_after_the_gap() -> None:
    assert commented("Now I listen music.") == ["music"]


def test_a_remark_has_a_title_and_whole_sentences() -> None:
    [remark] = make_answer(checked_text("Let us discuss about it.")).remarks
    assert remark.title == "Unneeded preposition"
    assert all(line[0].isupper() or line[0] in '"7' for line in remark.lines)
    assert [line[-1] for line in remark.lines] == [".", ".", "."]
    assert remark.lines[1:] == ("Leave it out (70%).", "70% sure.")


PARTS = [
    "I depend of you.",
    "We listen music",
    "Let us discuss about it!",
    "\n\n",
    " ",
    "\n",
    "Yes.",
]


@settings(max_examples=30)
@given(st.lists(st.sampled_from(PARTS), max_size=8).map("".join))
def test_the_changes_are_those_of_fix(text: str) -> None:
    checked = checked_text(text)
    assert apply_changes(text, make_answer(checked).changes) == "".join(fixed_text(checked))
