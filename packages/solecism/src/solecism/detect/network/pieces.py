"""Words in pieces of a network's vocabulary, as numbers.

A vocabulary without scores has WordPieces: in lower case and without accents, the longest match
first. One with scores has unigram pieces, those of SentencePiece (Kudo 2018): as they are written,
and of all ways to cut a word the likeliest. A word after a space has the mark of a space before it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

PADDING, UNKNOWN, START, END, MASK = "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"
SPECIAL = (PADDING, UNKNOWN, START, END, MASK)
CONTINUED = "##"
SPACE = "▁"
# Longer words are cut, so that none costs much more than others.
_MAX_LETTERS, _MAX_PIECES = 60, 8
_MAX_CACHED = 1 << 15
# A letter that is no piece costs this much more than the least likely piece.
_UNKNOWN_COST = 10.0


class Pieces:
    """A vocabulary of pieces; `scores` are the log probabilities of unigram pieces.

    >>> pieces = Pieces([*SPECIAL, "an", "##no", "##y", "cafe", "-", "e", "##e"])
    >>> [pieces.vocabulary[number] for number in pieces.of("Annoy")], pieces.of("café-e")
    (['an', '##no', '##y'], (8, 9, 10))
    >>> pieces = Pieces([*SPECIAL, "▁An", "no", "▁A", "nno", "y"], [0] * 5 + [-2, -3, -1, -6, -3])
    >>> [pieces.vocabulary[number] for number in pieces.of("Annoy")]
    ['▁An', 'no', 'y']
    """

    def __init__(self, vocabulary: Sequence[str], scores: Sequence[float] = ()) -> None:
        self.vocabulary, self.scores = tuple(vocabulary), tuple(scores)
        self._numbers = {piece: number for number, piece in enumerate(self.vocabulary)}
        self.padding, self.unknown, self.start, self.end, self.mask = (
            self._numbers[piece] for piece in SPECIAL
        )
        self._known: dict[str, tuple[int, ...]] = {}
        if self.scores:
            self._n_longest = max(map(len, self.vocabulary))
            self._unknown_score = min(self.scores) - _UNKNOWN_COST
            # No text is a special piece.
            self._unigrams = {
                piece: number for piece, number in self._numbers.items() if piece not in SPECIAL
            }

    def __len__(self) -> int:
        return len(self.vocabulary)

    def of(self, word: str) -> tuple[int, ...]:
        """The numbers of a word's pieces, at least one."""
        numbers = self._known.get(word)
        if numbers is None:
            numbers = tuple(self._split(word[:_MAX_LETTERS]))[:_MAX_PIECES] or (self.unknown,)
            if len(self._known) < _MAX_CACHED:
                self._known[word] = numbers
        return numbers

    def of_piece(self, piece: str) -> tuple[int, ...]:
        """The numbers of what a piece of another vocabulary of this kind consists of."""
        if piece in self._numbers:
            return (self._numbers[piece],)
        if self.scores:
            return tuple(self._likeliest(piece))
        return self.of(piece.removeprefix(CONTINUED))

    def _split(self, word: str) -> list[int]:
        if not self.scores:
            return [number for part in _parts(word) for number in self._longest(part)]
        text = _compatible(word)
        return self._likeliest(SPACE + text if has_space_before(word) else text)

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

    def _likeliest(self, text: str) -> list[int]:
        """The pieces with the greatest sum of scores (Viterbi); unknown letters are joined."""
        known, scores = self._unigrams, self.scores
        # The best sum up to each letter, and the beginning and the number of the last piece.
        best: list[tuple[float, int, int]] = [(0.0, 0, self.unknown)]
        for end in range(1, len(text) + 1):
            start = end - 1
            found = (best[start][0] + self._unknown_score, start, self.unknown)
            if text[start:end] in known:
                found = (-float("inf"), start, self.unknown)
            for start in range(max(0, end - self._n_longest), end):
                number = known.get(text[start:end])
                if number is not None and best[start][0] + scores[number] > found[0]:
                    found = (best[start][0] + scores[number], start, number)
            best.append(found)
        numbers: list[int] = []
        end = len(text)
        while end:
            _, end, number = best[end]
            if number != self.unknown or numbers[-1:] != [self.unknown]:
                numbers.append(number)
        return numbers[::-1]


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


# Words that are written without a space before them, and signs of which such words consist.
_CLITICS = {"n't", "'s", "'m", "'re", "'ve", "'ll", "'d", "s'"}
_CLOSING = frozenset(".,;:!?)]}%'…’”»")


def has_space_before(word: str) -> bool:
    """Whether a word usually has a space before it: not a comma, nor "n't".

    >>> [has_space_before(word) for word in ("dog", "n't", "N’T", ".", "...", "(", "-")]
    [True, False, False, False, False, True, True]
    """
    return word.lower().replace("’", "'") not in _CLITICS and not _CLOSING.issuperset(word)


# The category of letters that only say how others look.
_FORMAT = "Cf"


def _compatible(word: str) -> str:
    """The word as SentencePiece reads it: compatible letters are one (NFKC)."""
    if word.isascii():
        return word
    compatible = unicodedata.normalize("NFKC", word).strip()
    seen = (each for each in compatible if unicodedata.category(each) != _FORMAT)
    return "".join(seen).replace(" ", SPACE)
