"""Annotated sentences as columns of numbers, many sentences side by side.

Words, lemmas and tags are looked up once a type; all that follows is array arithmetic, so that a
word costs a fraction of a microsecond.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt

from solecism.errors import InputError
from solecism.locate import preposition
from solecism.locate.preposition_choice import choice_of
from solecism.sentence import Sentence

REACH = 3
_GAP = (0,) * REACH
_MAX_TYPES = 300_000
_CHOICE_BITS, _IS_WORD = 8, 1 << 7
_DIGITS = re.compile(r"[\d.,:/]*\d[\d.,:/]*")
_YEAR = re.compile(r"1\d{3}|20\d\d")
_QUOTES = str.maketrans("‘’“”", "''\"\"")

Integers = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Places of words with three empty places before, between and after sentences.

    `words`, `lemmas` and `tags` are hashes, 0 where no word is; `choices` the number of the
    preposition that a word can be; `is_located` where `sites.located` finds a preposition, of
    the 34 or not; `sentences` the number of the sentence a place belongs to.
    Phrases are in order, by their first place, the place after the last, and that of the head.
    """

    words: Hashes
    lemmas: Hashes
    tags: Hashes
    choices: npt.NDArray[np.uint8]
    is_located: npt.NDArray[np.bool_]
    sentences: npt.NDArray[np.int32]
    starts: Integers
    phrase_begins: Integers
    phrase_ends: Integers
    phrase_heads: Integers
    is_verbal: npt.NDArray[np.bool_]


def tag_hash(tag: str) -> int:
    """The number that stands for a tag.

    >>> tag_hash("IN") == tag_hash("IN") != tag_hash("TO")
    True
    """
    return zlib.crc32(tag.encode()) | 1


def normal(word: str) -> str:
    """A word in small letters, with straight quotes, all years alike and all other numbers.

    >>> normal("May"), normal("1,200"), normal("1987"), normal("O’Neill")
    ('may', '0', '0000', "o'neill")
    """
    if _YEAR.fullmatch(word):
        return "0000"
    return _DIGITS.sub("0", word.translate(_QUOTES).lower())


class _Words(dict[str, int]):
    """A word's hash, and in the lowest bits which preposition it can be, and whether any."""

    def __missing__(self, word: str) -> int:
        if len(self) >= _MAX_TYPES:
            self.clear()
        hashed = zlib.crc32(normal(word).encode()) | 1
        mark = _IS_WORD if preposition.is_word(word) else 0
        self[word] = number = hashed << _CHOICE_BITS | mark | choice_of(word)
        return number


class _Tags(dict[str, int]):
    def __missing__(self, tag: str) -> int:
        self[tag] = number = tag_hash(tag)
        return number


_WORDS, _TAGS = _Words(), _Tags()


def columns(sentences: Sequence[Sentence]) -> Columns:
    """The columns of sentences that have tags, lemmas and chunks."""
    for sentence in sentences:
        if len(sentence.tags) != len(sentence.words) or len(sentence.lemmas) != len(sentence.words):
            raise InputError(f"{sentence.id}: has no tags or lemmas. Annotate the sentences first.")
    lengths = np.array([len(sentence.words) for sentence in sentences], dtype=np.int64)
    starts = np.cumsum(lengths + REACH) - lengths
    words = _column([sentence.words for sentence in sentences], _WORDS)
    lemmas = _column([sentence.lemmas for sentence in sentences], _WORDS)
    tags = _column([sentence.tags for sentence in sentences], _TAGS)
    begins, ends, heads, is_verbal = _phrases(sentences, starts)
    low = words.astype(np.uint8)
    is_tagged = np.isin(tags, [tag_hash(tag) for tag in preposition.TAGS])
    numbers = np.repeat(np.arange(len(sentences), dtype=np.int32), lengths + REACH)
    return Columns(
        words=(words >> np.uint64(_CHOICE_BITS)).astype(np.uint32),
        lemmas=(lemmas >> np.uint64(_CHOICE_BITS)).astype(np.uint32),
        tags=tags.astype(np.uint32),
        choices=low & np.uint8(_IS_WORD - 1),
        is_located=is_tagged & (low >= _IS_WORD),
        sentences=np.append(numbers, np.full(REACH, -1, dtype=np.int32)),
        starts=starts,
        phrase_begins=begins,
        phrase_ends=ends,
        phrase_heads=heads,
        is_verbal=is_verbal,
    )


def _column(values: Sequence[Sequence[str]], numbers: dict[str, int]) -> npt.NDArray[np.uint64]:
    look_up = numbers.__getitem__
    parts = chain.from_iterable(chain(_GAP, map(look_up, each)) for each in values)
    return np.fromiter(chain(parts, _GAP), dtype=np.uint64)


def _phrases(
    sentences: Sequence[Sentence], starts: Integers
) -> tuple[Integers, Integers, Integers, npt.NDArray[np.bool_]]:
    """Begins, ends and heads as places, and which phrases are verbal."""
    counts = [len(sentence.chunks) for sentence in sentences]
    chunks = [chunk for sentence in sentences for chunk in sentence.chunks]
    shift = np.repeat(starts, counts)
    return (
        np.array([chunk.start for chunk in chunks], dtype=np.int64) + shift,
        np.array([chunk.end for chunk in chunks], dtype=np.int64) + shift,
        np.array([chunk.head for chunk in chunks], dtype=np.int64) + shift,
        np.array([chunk.label == "VP" for chunk in chunks], dtype=bool),
    )
