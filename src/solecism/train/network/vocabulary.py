"""The vocabulary of pieces: those of a pretrained encoder that texts have, or a new one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from solecism.detect.network.pieces import SPECIAL, Pieces

_WORD = re.compile(r"\w+|[^\w\s]")


def piece_counts(lines: Iterable[str], pieces: Pieces) -> Counter[int]:
    """The count of each piece in the lines, by its number."""
    words: Counter[str] = Counter()
    for line in lines:
        words.update(_WORD.findall(line.lower()))
    counts: Counter[int] = Counter()
    for word, n in words.items():
        for number in pieces.of(word):
            counts[number] += n
    return counts


def chosen(vocabulary: Sequence[str], counts: Mapping[int, int], *, size: int) -> list[int]:
    """The numbers of `size` pieces: the special ones, ASCII letters, and the most frequent.

    >>> chosen([*SPECIAL, "a", "dog", "cat"], {6: 1, 7: 5}, size=7)
    [0, 1, 2, 3, 4, 5, 7]
    """
    first = [vocabulary.index(piece) for piece in SPECIAL]
    kept = dict.fromkeys(first)
    letters = (n for n, piece in enumerate(vocabulary) if _is_letter(piece))
    frequent = sorted(counts, key=lambda number: (-counts[number], number))
    for number in (*letters, *frequent):
        if len(kept) >= size:
            break
        kept.setdefault(number)
    return [*first, *sorted(set(kept) - set(first))]


def from_text(lines: Iterable[str], *, size: int) -> list[str]:
    """A vocabulary of `size` pieces for a network from scratch: letters and frequent words."""
    words = Counter(word for line in lines for word in _WORD.findall(line.lower()))
    letters = sorted({letter for word in words for letter in word if letter.isascii()})
    pieces = dict.fromkeys([*SPECIAL, *letters, *(f"##{letter}" for letter in letters)])
    for word in sorted(words, key=lambda word: (-words[word], word)):
        if len(pieces) >= size:
            break
        pieces.setdefault(word)
    return list(pieces)


def _is_letter(piece: str) -> bool:
    return len(piece.removeprefix("##")) == 1 and piece.isascii()
