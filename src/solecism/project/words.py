"""The words of a project's dictionary, which are not misspelt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from solecism.detect.detector import CAPITALS, MISSPELLING, WRONG_NOUN, WRONG_WORD
from solecism.errors import FormatError
from solecism.finding import Finding
from solecism.language.spelling.dictionary import plain_form
from solecism.project.settings_file import Stamp, read_text

# Kinds of error that say that there is no such word, or that another one was meant.
_ABOUT_WORDS = frozenset((MISSPELLING, CAPITALS, WRONG_WORD, WRONG_NOUN))
_POSSESSIVES = ("'s", "'")
_COMMENT = "#"
LONGEST_WORD = 100


def normalised(words: Iterable[str]) -> frozenset[str]:
    """Words as they are compared: in lower case, without accents, with straight apostrophes."""
    return frozenset(map(plain_form, words))


def is_about_known_word(finding: Finding, words: frozenset[str]) -> bool:
    """Whether a finding calls a word of the dictionary, or its possessive, misspelt."""
    if not words or finding.kind not in _ABOUT_WORDS:
        return False
    plain = plain_form(finding.text)
    return any(
        plain.endswith(ending) and plain.removesuffix(ending) in words
        for ending in ("", *_POSSESSIVES)
    )


@lru_cache(maxsize=16)
def file_words(file: Path, _: Stamp) -> frozenset[str]:
    """The words of a file, one per line; lines that begin with # are comments."""
    return normalised(_lines(file))


def _lines(file: Path) -> Iterator[str]:
    for number, line in enumerate(read_text(file).splitlines(), 1):
        word = line.strip()
        if len(word) > LONGEST_WORD or "\0" in word:
            problem = "is too long for a word. Write one word per line."
            raise FormatError(str(file), number, problem)
        if word and not word.startswith(_COMMENT):
            yield word
