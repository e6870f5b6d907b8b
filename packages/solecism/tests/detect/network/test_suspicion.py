"""Signs of wrong verbs are seen, and ordinary sentences are left alone."""

from __future__ import annotations

import pytest

from solecism.detect.certain_errors import is_suspicious
from solecism.language.annotate import annotate
from solecism.sentence import from_words


@pytest.mark.parametrize(
    "text",
    [
        "He go to school.",
        "They goes to school.",
        "The teachers says that it is late.",
        "She can goes home.",
    ],
)
def test_a_verb_that_does_not_fit_is_seen(text: str) -> None:
    assert any(is_suspicious(sentence) for sentence in annotate(text, "a"))


@pytest.mark.parametrize(
    "text",
    [
        "He goes to school.",
        "They go to school, and we can stay.",
        "The teachers say that it is late.",
        "She did not come home.",
        "It has rained, and the old man is asleep.",
    ],
)
def test_a_verb_that_fits_is_left_alone(text: str) -> None:
    assert not any(is_suspicious(sentence) for sentence in annotate(text, "a"))


def test_words_without_tags_show_nothing() -> None:
    assert not is_suspicious(from_words("a.1", ["He", "go"]))
    assert not is_suspicious(from_words("a.1", []))
