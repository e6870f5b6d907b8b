"""General rules, told where nothing more special is known."""

from __future__ import annotations

import pytest

from solecism.checking.general_reasons import general_reason
from solecism.checking.word_context import word_context
from solecism.finding import CheckedSentence, Place
from solecism.language.annotate import annotate
from solecism.site import Flag, Suggestion


def told(text: str, span: str, new: str) -> str | None:
    """The general reason for a change of the words of a span."""
    [sentence] = annotate(text, "a")
    flag = Flag(f"a.1:{span}:edit", "x", True, "wrong-word", 0.9, (Suggestion(new, 0.9),))
    [found] = CheckedSentence("a.txt", Place(1, 0), sentence, (flag,)).findings
    return general_reason(word_context(found))


@pytest.mark.parametrize(
    ("text", "span", "new", "part"),
    [
        ("She bought make up there.", "3-3", "-", "joined by a hyphen"),
        ("It is nice is n't it?", "3-3", ",", "a short question"),
        ("I know that if we mix them the class will win.", "7-7", ",", 'a clause with "if"'),
        ("She is ten years old I do not know.", "5-5", ",", "a second sentence"),
        ("Thank you for informing that I won.", "4-4", "me", '"informing me"'),
        ("It is the best thing for.", "6-6", "us", '"for us"'),
        ("People like to stay big cities.", "4-4", "in", '"stay in big cities"'),
        ("I want an opportunity for show you.", "4-5", "to", '"to show"'),
        ("If it will rain, we stay.", "2-3", "", 'after "if"'),
        ("Yesterday the boy, went home.", "3-4", "", "between a subject and its verb"),
        ("He went because of of it.", "3-4", "", "written twice"),
        ("We spend hours to park.", "3-5", "parking", None),
    ],
)
def test_general_rules(text: str, span: str, new: str, part: str | None) -> None:
    reason = told(text, span, new)
    assert reason is None if part is None else part in (reason or "")


def test_a_subject_and_a_phrase_without_a_verb_are_no_clause() -> None:
    assert "clause" not in (told("After lunch we left.", "2-2", ",") or "")
