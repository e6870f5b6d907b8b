"""The writer's own words in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from solecism.errors import InputError
from solecism_write.settings import Dictionary


def test_words_are_kept_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    words = Dictionary(str(path))
    assert words.add("Solecism")
    assert words.add("naïveté")
    assert path.read_text(encoding="utf-8") == "Solecism\nnaïveté\n"
    again = Dictionary(str(path))
    assert again.words == ["Solecism", "naïveté"]
    assert again.remove("solecism")
    assert path.read_text(encoding="utf-8") == "naïveté\n"


def test_a_word_that_cannot_be_written_is_not_added(tmp_path: Path) -> None:
    words = Dictionary(str(tmp_path / "missing" / "words.txt"))
    with pytest.raises(InputError):
        words.add("Solecism")
    assert words.words == []


def test_a_file_that_is_no_text_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=r"words\.txt"):
        Dictionary(str(path))
