"""Encodings: recognised, and said where they are not UTF-8."""

from __future__ import annotations

import pytest

from solecism.documents.encoding import decode_text, is_binary
from solecism.errors import InputError

WESTERN = "It’s 5 £ – “nice” – for my fiancé in Zürich. We depend of the café."


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16"),
        ("utf-32", "UTF-32"),
        ("cp1252", "Windows-1252"),
        ("mac_roman", "Mac Roman"),
    ],
)
def test_western_text_is_recognised(encoding: str, name: str) -> None:
    text, _, notes = decode_text(WESTERN.encode(encoding), file="essay.txt")
    assert text == WESTERN
    assert notes == (f"essay.txt: was read as {name}, not as UTF-8.",)


@pytest.mark.parametrize("text", ["It’s me.", "a café", "Señor Muñoz, 20°, ½ l", "naïve"])
def test_few_characters_are_enough_for_windows(text: str) -> None:
    assert decode_text(text.encode("cp1252"), file="essay.txt").text == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("My name is Paweł Świątek and I come from Łódź. I’m depending of the bus.", "cp1250"),
        ("My name is Иван Петров, and I live in Москва. I depend of the bus.", "cp1251"),
        ("私の名前は田中です。 I depend of the bus. 東京に住んでいます。", "shift_jis"),
    ],
)
def test_other_languages_are_recognised(text: str, encoding: str) -> None:
    assert decode_text(text.encode(encoding), file="essay.txt").text == text


def test_utf_8_needs_no_note_and_its_mark_is_no_text() -> None:
    assert decode_text("\ufeffcafé".encode(), file="essay.txt") == ("café", "utf-8", ())


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"\xff\xfeI\0 \0d", r"^essay\.txt: is UTF-16, but damaged at byte 7\."),
        (b"\xff\xfeI\0\x00\xd8 \0", r"^essay\.txt: is UTF-16, but damaged at byte 5\."),
        ("caf\u00e9s \u2013 \u201cso\u201d\n".encode() + b"\xff", r"^essay\.txt:2: is not UTF-8"),
        (b"\x89PNG\r\n\x1a\n\xff\xfe", r"^essay\.txt:1: is not UTF-8"),
        (b"one\ntwo\0\n", r"^essay\.txt:2: contains a NUL"),
    ],
)
def test_damaged_text_is_told(data: bytes, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        decode_text(data, file="essay.txt")


def test_pictures_are_binary_and_texts_are_not() -> None:
    assert is_binary(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    for head in (b"text", "text".encode("utf-16-le"), "text".encode("utf-16"), b"%PDF-1.4\0"):
        assert not is_binary(head)
