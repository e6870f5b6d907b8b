"""Words as the numbers that the features of the span parser are made of."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

import numpy as np

from solecism.numeric.arrays import Ints
from solecism.parse.grammar.signature import signatures
from solecism.parse.spans.loops import PADDING
from solecism.parse.spelling import treebank_spelling

_NUMBER = "0"
# What a span may hold: verbs, commas, conjunctions, and words that open a clause.
_CONTENTS = (
    frozenset(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD")),
    frozenset((",",)),
    frozenset(("CC",)),
    frozenset(("WDT", "WP", "WRB", "WP$", ":")),
)


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """The words of a sentence with their views, with empty places on either side."""

    n_words: int
    words: Ints
    views: Ints


def encode(words: Sequence[str], known: Set[str]) -> Encoded:
    """The numbers of the words; those that are not `known` go by what they look like."""
    spelled = treebank_spelling(words)
    views = np.zeros((len(words) + 2 * PADDING, 4), dtype=np.int64)
    for place, word in enumerate(spelled):
        is_first = not place
        class_, shape, ending, short = _looks(word, is_first)
        name = crc32(word.lower().encode()) if word.lower() in known else class_
        views[place + PADDING] = name, ending, short, shape
    return Encoded(len(words), np.ascontiguousarray(views[:, 0]), views)


def counts_of(tags: Sequence[str]) -> Ints:
    """How many words before each place are of each of the kinds that a span may hold."""
    counts = np.zeros((len(_CONTENTS), len(tags) + 1), dtype=np.int64)
    for number, kind in enumerate(_CONTENTS):
        counts[number, 1:] = np.cumsum([tag in kind for tag in tags])
    return counts


def padded(numbers: Ints) -> Ints:
    """The numbers, counted from 1, with empty places on either side."""
    return np.pad(numbers + 1, PADDING)


@lru_cache(maxsize=200_000)
def _looks(word: str, is_first: bool) -> tuple[int, int, int, int]:
    """The numbers of what a word looks like, of its case, its last three letters and last two."""
    classes = signatures(word, is_first=is_first)
    finest, case = classes[0], classes[-2]
    letters = _NUMBER if finest == _NUMBER else word.lower()
    names = (f"?{finest}", f"^{case}", letters[-3:], letters[-2:])
    whole, shape, ending, short = (crc32(name.encode()) for name in names)
    return whole, shape, ending, short
