"""Errors with prepositions that are certain, and what only looks like them."""

from __future__ import annotations

import pytest

from solecism.detect.certain_errors import preposition_flags
from solecism.detect.registry import is_available, loader
from solecism.language.annotate import annotate


def found(text: str) -> list[tuple[str, str]]:
    return [
        (flag.site.partition(":")[2], flag.suggestions[0].text)
        for sentence in annotate(text, "t")
        for flag in preposition_flags(sentence, "mine")
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


@pytest.mark.skipif(not is_available(), reason="the network is not installed")
def test_the_cascade_finds_the_papers_examples() -> None:
    text = "He went to outside. They came to outside. We are fond beer."
    flags = loader("cascade")().flags(annotate(text, "t"))
    found = {flag.site: flag.suggestions[0].text for flag in flags if flag.error}
    assert found == {
        "t.1:2-3:preposition": "",
        "t.2:2-3:preposition": "",
        "t.3:3-3:preposition": "of",
    }
