"""Places of findings, and what suggestions do to a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.finding import CheckedSentence, Place
from solecism.flag import Flag, Suggestion
from solecism.language.text.split import sentences
from solecism.sentence import from_words


def checked(text: str, span: str, suggestion: str) -> CheckedSentence:
    [sentence] = sentences(text, "d")
    flag = Flag(f"d.1:{span}:preposition", "me", True, suggestions=(Suggestion(suggestion),))
    return CheckedSentence("d.txt", Place(3, 1), sentence, (flag,))


@pytest.mark.parametrize(
    ("text", "span", "suggestion", "result"),
    [
        ("I depend of you.", "2-3", "on", "I depend on you."),
        ("Of me you depend.", "0-1", "on", "On me you depend."),
        ("We discuss about it.", "2-3", "", "We discuss it."),
        ("It is what we discuss about.", "5-6", "", "It is what we discuss."),
        ("I listen music.", "2-2", "to", "I listen to music."),
    ],
)
def test_a_suggestion_takes_spaces_along(
    text: str, span: str, suggestion: str, result: str
) -> None:
    [finding] = checked(text, span, suggestion).findings
    start, end, words = finding.replacement(finding.flag.suggestions[0])
    assert text[:start] + words + text[end:] == result


def test_a_place_is_found_behind_a_line_end() -> None:
    sentence = from_words("d.1", ["I", "depend", "of"], text="I depend\n of")
    flag = Flag("d.1:2-3:preposition", "me", True)
    [finding] = CheckedSentence("d.txt", Place(3, 1), sentence, (flag,)).findings
    assert finding.place == Place(4, 2)
    assert finding.text == "of"


def test_a_flag_that_says_ok_is_no_finding() -> None:
    [sentence] = sentences("I depend on you.", "d")
    flag = Flag("d.1:2-3:preposition", "me", False, confidence=0.1)
    assert CheckedSentence("d.txt", Place(1, 1), sentence, (flag,)).findings == ()


@given(st.text("a\n\r\u2028", max_size=20), st.text("a\n\r\u2028", max_size=20))
def test_places_add_up(first: str, second: str) -> None:
    start = Place(1, 1)
    assert start.after(first).after(second) == start.after(first + second)
    before = (first + second).split("\n")
    assert start.after(first + second) == Place(len(before), len(before[-1]) + 1)
