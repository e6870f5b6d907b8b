"""What the spelling of a word tells the tagger."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solecism.language.tagger import (
    N_AFFIX_BUCKETS,
    N_SHAPES,
    affix_buckets,
    normal_form,
    shape,
    signs,
)


def in_cases(word: str) -> st.SearchStrategy[str]:
    return st.sampled_from([word, word.capitalize(), word.upper()])


@given(st.text())
def test_features_of_any_word_are_within_their_tables(word: str) -> None:
    assert all(0 <= number < N_SHAPES for number in shape(word))
    buckets = affix_buckets(normal_form(word))
    assert buckets
    assert all(0 <= bucket < N_AFFIX_BUCKETS for bucket in buckets)


@given(st.text() | st.text(alphabet="abcwxyz", min_size=1).flatmap(in_cases))
def test_the_short_way_for_common_words_gives_what_the_long_way_gives(word: str) -> None:
    assert shape(word)[:-1] == signs(word)


def test_words_that_end_alike_share_buckets() -> None:
    shared = set(affix_buckets("walking")) & set(affix_buckets("talking"))
    assert len(shared) == 5


def test_capitals_digits_and_apostrophes_leave_the_normal_form() -> None:
    assert normal_form("O’Neill’s") == "o'neill's"
    assert normal_form("2026") == normal_form("1987") == "0000"
