"""Words split into pieces of the network's vocabulary (WordPiece: the longest match first)."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

PADDING, UNKNOWN, START, END, MASK = "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"
SPECIAL = (PADDING, UNKNOWN, START, END, MASK)
N_CASES = 4
_LOWER, _TITLE, _UPPER, _MIXED = range(N_CASES)
CONTINUED = "##"
# Longer words are cut, so that none costs much more than others.
_MAX_LETTERS, _MAX_PIECES = 60, 8
_MAX_CACHED = 1 << 15


class Pieces:
    """A vocabulary of pieces, in lower case and without accents.

    >>> pieces = Pieces([*SPECIAL, "an", "##no", "##y", "cafe", "-", "e", "##e"])
    >>> [pieces.vocabulary[number] for number in pieces.of("Annoy")], pieces.of("café-e")
    (['an', '##no', '##y'], (8, 9, 10))
    """

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self.vocabulary = tuple(vocabulary)
        self._numbers = {piece: number for number, piece in enumerate(self.vocabulary)}
        self.padding, self.unknown, self.start, self.end, self.mask = (
            self._numbers[piece] for piece in SPECIAL
        )
        self._known: dict[str, tuple[int, ...]] = {}

    def __len__(self) -> int:
        return len(self.vocabulary)

    def of(self, word: str) -> tuple[int, ...]:
        """The numbers of a word's pieces, at least one."""
        numbers = self._known.get(word)
        if numbers is None:
            numbers = tuple(self._split(word))[:_MAX_PIECES] or (self.unknown,)
            if len(self._known) < _MAX_CACHED:
                self._known[word] = numbers
        return numbers

    def _split(self, word: str) -> list[int]:
        numbers: list[int] = []
        for part in _parts(word[:_MAX_LETTERS]):
            numbers += self._longest(part)
        return numbers

    def _longest(self, part: str) -> list[int]:
        numbers: list[int] = []
        start = 0
        while start < len(part):
            for end in range(len(part), start, -1):
                piece = part[start:end] if not start else CONTINUED + part[start:end]
                if piece in self._numbers:
                    numbers.append(self._numbers[piece])
                    start = end
                    break
            else:
                return [self.unknown]
        return numbers


def case_of(word: str) -> int:
    """The case of a word: lower, title, upper or mixed, by number.

    >>> [case_of(word) for word in ("dog", "Dog", "DOG", "iPad", "I", "7")]
    [0, 1, 2, 3, 1, 0]
    """
    if word.islower() or not any(map(str.isalpha, word)):
        return _LOWER
    if word[:1].isupper() and (len(word) == 1 or word[1:].islower()):
        return _TITLE
    return _UPPER if word.isupper() else _MIXED


def _parts(word: str) -> list[str]:
    """The word in lower case without accents, cut before and after every sign."""
    plain = unicodedata.normalize("NFD", word.lower())
    parts: list[str] = [""]
    for letter in plain:
        category = unicodedata.category(letter)
        if category == "Mn" or letter.isspace():
            continue
        if category[0] in "PS" or "\u4e00" <= letter <= "\u9fff":
            parts += [letter, ""]
        else:
            parts[-1] += letter
    return [part for part in parts if part]
