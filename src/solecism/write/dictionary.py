"""The writer's own words, which are never called misspelt; they may be kept in a file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from threading import Lock

from solecism.detect.detector import MISSPELLING
from solecism.errors import InputError
from solecism.finding import Finding
from solecism.formats import files

MAX_WORDS = 100_000
MAX_LETTERS = 100


class Dictionary:
    """Words in order of their addition, read from a file if there is one, and written to it.

    Words are the same whatever their case. Without a file they are forgotten with the process.
    """

    def __init__(self, path: str | None = None) -> None:
        self._path = path
        self._lock = Lock()
        self._words: dict[str, str] = {}
        if path is not None and Path(path).exists():
            for line in files.read_lines(path):
                if word := line.strip():
                    self._words[word.casefold()] = word

    @property
    def words(self) -> list[str]:
        """All words in order."""
        return list(self._words.values())

    def __contains__(self, word: str) -> bool:
        return word.casefold() in self._words

    def add(self, word: str) -> bool:
        """Add a word and write the file; false if the word is there already."""
        with self._lock:
            if word in self:
                return False
            if len(self._words) >= MAX_WORDS:
                raise InputError(f"the dictionary is full: it has {MAX_WORDS:,} words.")
            self._write({**self._words, checked(word).casefold(): word})
            return True

    def remove(self, word: str) -> bool:
        """Remove a word and write the file; false if there is no such word."""
        with self._lock:
            if word not in self:
                return False
            kept = {key: each for key, each in self._words.items() if key != word.casefold()}
            self._write(kept)
            return True

    def _write(self, words: dict[str, str]) -> None:
        if self._path is not None:
            files.write_text(self._path, (f"{word}\n" for word in words.values()))
        self._words = words

    def allows(self, finding: Finding, more: Iterable[str] = ()) -> bool:
        """Whether a finding is to be shown: no misspelling of a word that is here or in `more`."""
        if finding.kind != MISSPELLING:
            return True
        own = finding.text.casefold()
        return own not in self._words and all(own != word.casefold() for word in more)


def checked(word: str) -> str:
    """The word itself; InputError if it is empty, too long or not one word.

    >>> checked("Solecism")
    'Solecism'
    """
    if not word or word.split() != [word]:
        raise InputError(f"{word!r} is not a word: a word is not empty and has no spaces.")
    if len(word) > MAX_LETTERS or not word.isprintable():
        raise InputError(f"a word has at most {MAX_LETTERS} letters, all of which can be shown.")
    return word
