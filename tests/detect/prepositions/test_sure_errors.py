"""Errors with prepositions that are certain, and what only looks like them."""

from __future__ import annotations

import pytest

from solecism.detect.prepositions.sure_errors import sure_errors
from solecism.language.annotate import annotate


def found(text: str) -> list[tuple[str, str]]:
    return [
        (flag.site.partition(":")[2], flag.suggestions[0].text)
        for sentence in annotate(text, "t")
        for flag in sure_errors(sentence, "mine")
    ]


@pytest.mark.parametrize(
    ("text", "site", "word"),
    [
        ("He went to outside.", "2-3:preposition", ""),
        ("They came to outside.", "2-3:preposition", ""),
        ("She wants to go to abroad and study.", "4-5:preposition", ""),
        ("We are fond beer.", "3-3:preposition", "of"),
        ("My sister is really fond cooking.", "5-5:preposition", "of"),
    ],
)
def test_the_papers_examples_and_their_like_are_found(text: str, site: str, word: str) -> None:
    assert found(text) == [(site, word)]


@pytest.mark.parametrize(
    "text",
    [
        "He went to outside experts.",
        "They went outside.",
        "We came to the inside of the house.",
        "These are fond memories.",
        "We are fond of beer.",
        "She gave him a fond look.",
        "It is time to go.",
    ],
)
def test_good_sentences_are_left_alone(text: str) -> None:
    assert found(text) == []
