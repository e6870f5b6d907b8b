"""Suggestions keep to the variety of English that a text is written in."""

from __future__ import annotations

import pytest

import solecism
from solecism.checking.reading import FlaggedSentence
from solecism.checking.varieties import AMERICAN, in_variety
from solecism.sentence import from_words
from solecism.site import Flag, Suggestion


def flagged(text: str, *suggestions: str, error: bool = True) -> FlaggedSentence:
    flag = Flag(
        "a.1:0-1:spelling", "test", error, "spelling", 0.9, tuple(map(Suggestion, suggestions))
    )
    return from_words("a.1", text.split()), (flag,), True


def told(one: FlaggedSentence) -> list[str]:
    return [each.text for each in one[1][0].suggestions]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("collor in the theatre", ["colour", "collar"]),
        ("collor in the theater", ["color", "collar"]),
        ("collor in the house", ["color", "collar", "colour"]),
    ],
)
def test_each_suggestion_is_made_once_in_the_variety_of_the_text(
    text: str, expected: list[str]
) -> None:
    (found,) = in_variety([flagged(text, "color", "collar", "colour")])
    assert told(found) == expected


def test_all_sentences_of_a_text_count() -> None:
    texts = [flagged("collor of it", "color house"), flagged("I like grey harbours .", "x")]
    assert told(in_variety(texts)[0]) == ["colour house"]


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("I live near a theatre in the centter of the town.", "centre"),
        ("I live near a theater in the centter of the town.", "center"),
    ],
)
def test_checks_keep_to_the_variety(text: str, suggestion: str) -> None:
    (finding,) = solecism.check(text, kinds=("spelling",))
    assert finding.suggestions[0] == suggestion


def test_a_variety_that_was_asked_for_counts_more_than_the_text() -> None:
    (found,) = in_variety([flagged("collor in the theatre", "color", "colour")], AMERICAN)
    assert told(found) == ["color"]
