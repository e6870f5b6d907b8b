"""Line ends that end sentences."""

from __future__ import annotations

import pytest

from solecism.language.sentence_splitter import ends_sentence, is_blank, sentence_ends


@pytest.mark.parametrize(
    ("line", "following", "width"),
    [
        ("Dear Kim,", "thank you for the book.", 23),
        ("hi tom", "how are you doing these days", 28),
        ("Best wishes,", "Anna", 30),
        ("Shopping list:", "- milk", 14),
        ("We need", "1. a tent", 9),
        ("milk", "eggs", 5),
        ("I saw him there.", "he was asleep and did not move", 30),
        ("The history of my town", "My town is very old and has two castles", 300),
        ("look at this", "https://a.example", 20),
    ],
)
def test_letters_lists_and_headings_keep_their_lines(line: str, following: str, width: int) -> None:
    assert ends_sentence(line, following, width)


@pytest.mark.parametrize(
    ("line", "following", "width"),
    [
        ("yesterday I went to the market with my old friend", "Anna and we bought", 52),
        ("yesterday I went to the", "market with my brother and", 26),
    ],
)
def test_wrapped_text_is_one_sentence(line: str, following: str, width: int) -> None:
    assert not ends_sentence(line, following, width)


def test_blank_lines_always_end_a_sentence() -> None:
    assert sentence_ends("we went\n \nto town") == [(7, 10)]


@pytest.mark.parametrize("gap", ["\n\n", "\r\n\r\n", "\n\t\n", "\f", "\u2029", "\r\r"])
def test_blank_lines_are_seen_in_every_manner_of_writing_them(gap: str) -> None:
    assert is_blank(gap)


@pytest.mark.parametrize("gap", ["\n", "\r\n", "\r", "\n  ", "\u2028"])
def test_one_line_end_is_no_blank_line(gap: str) -> None:
    assert not is_blank(gap)
