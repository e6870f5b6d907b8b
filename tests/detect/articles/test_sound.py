"""*a* and *an* by sound."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.articles.sound import sure_article


@pytest.mark.parametrize(
    ("word", "article"),
    [("hour", "an"), ("university", "a"), ("apple", "an"), ("house", "a"), ("useful", "a")],
)
def test_the_sound_decides(word: str, article: str) -> None:
    assert sure_article(word) == article


@pytest.mark.parametrize("word", ["FBI", "8", "historic", "herb", "U.S.", "x", "'"])
def test_what_is_read_in_several_ways_is_left_alone(word: str) -> None:
    assert sure_article(word) == ""


@given(st.text())
def test_any_word_gets_an_article_or_none(word: str) -> None:
    assert sure_article(word) in ("", "a", "an")
