"""Text that can be shown: control characters and half characters are escaped."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solecism.system.display_text import visible, well_formed


@given(st.text(alphabet=st.characters(codec=None, exclude_categories=())))
def test_any_text_becomes_one_line_that_can_be_written(text: str) -> None:
    shown = visible(text)
    assert shown.encode().decode() == shown
    assert len(f"{shown}|".splitlines()) == 1
    assert "\x1b" not in shown
    well_formed(text).encode()


def test_letters_of_all_languages_and_emoji_stay() -> None:
    text = "naïve 日本語 العربية हिन्दी 👩\u200d🏫"
    assert visible(text) == well_formed(text) == text
