"""Annotated sentences as columns of numbers, many sentences one after another.

Words, lemmas and tags are looked up once per type; the rest is array arithmetic, so that a word
costs a fraction of a microsecond.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from solecism.language.block import Block, block_of
from solecism.language.tagging.word_types import TypeTable
from solecism.locate import preposition
from solecism.locate.noun_roles import Roles, resolved, roles
from solecism.locate.preposition_choice import choice_of
from solecism.numeric.arrays import Bools, Ints
from solecism.sentence import Sentence

REACH = 3
_CHOICE_BITS, _IS_WORD = 8, 1 << 7
_DIGITS = re.compile(r"[\d.,:/]*\d[\d.,:/]*")
_YEAR = re.compile(r"1\d{3}|20\d\d")
_QUOTES = str.maketrans("‘’“”", "''\"\"")

_Number = TypeVar("_Number", bound=np.generic)
Hashes = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Places of words, with three empty places before, between and after sentences.

    `words`, `lemmas` and `tags` are hashes, 0 where there is no word; `choices` has the number of
    the preposition that a word can be; `is_located` where `sites.located` finds a preposition,
    one of the 34 or not; `roles` has the role of a word in a noun phrase; `sentences` the number of
    the sentence of a place. Phrases are in order, by their first place, the place after the last,
    and that of the head.
    """

    words: Hashes
    lemmas: Hashes
    tags: Hashes
    choices: npt.NDArray[np.uint8]
    is_located: npt.NDArray[np.bool_]
    roles: Roles
    sentences: npt.NDArray[np.int32]
    starts: Ints
    phrase_begins: Ints
    phrase_ends: Ints
    phrase_heads: Ints
    is_verbal: npt.NDArray[np.bool_]


def tag_hash(tag: str) -> int:
    """The number that stands for a tag.

    >>> tag_hash("IN") == tag_hash("IN") != tag_hash("TO")
    True
    """
    return zlib.crc32(tag.encode()) | 1


def normal(word: str) -> str:
    """A word in lower case with straight quotes; one form for all years, one for other numbers.

    >>> normal("May"), normal("1,200"), normal("1987"), normal("O’Neill")
    ('may', '0', '0000', "o'neill")
    """
    if word.isascii() and word.isalpha():
        return word.lower()
    if _YEAR.fullmatch(word):
        return "0000"
    return _DIGITS.sub("0", word.translate(_QUOTES).lower())


def _word_numbers(words: Sequence[str]) -> npt.NDArray[np.uint64]:
    """A word's hash, and in the lowest bits which preposition it can be, and whether any."""
    return np.array([_word_number(word) for word in words], dtype=np.uint64)


def _word_number(word: str) -> int:
    mark = _IS_WORD if preposition.is_word(word) else 0
    hashed = zlib.crc32(normal(word).encode()) | 1
    return hashed << _CHOICE_BITS | mark | choice_of(word)


# Detectors ask for those of a few words again and again.
@lru_cache(4_096)
def lemma_hash(lemma: str) -> int:
    """The number that stands for a lemma.

    >>> lemma_hash("House") == lemma_hash("house") != lemma_hash("houses")
    True
    """
    return zlib.crc32(normal(lemma).encode()) | 1


def _lemma_hashes(lemmas: Sequence[str]) -> Hashes:
    return np.array([lemma_hash(lemma) for lemma in lemmas], dtype=np.uint32)


_WORDS = TypeTable(_word_numbers, np.array(0, dtype=np.uint64))
_LEMMAS = TypeTable(_lemma_hashes, np.array(0, dtype=np.uint32))


def columns(sentences: Sequence[Sentence]) -> Columns:
    """The columns of sentences that have tags, lemmas and chunks."""
    return _columns(block_of(sentences))


# The detectors of several kinds of error use the columns of the same sentences.
@lru_cache(1)
def _columns(block: Block) -> Columns:
    lengths = block.lengths
    n_gaps = np.repeat(np.arange(1, len(lengths) + 1) * REACH, lengths)
    at = np.arange(len(block.words)) + n_gaps
    size = len(block.words) + (len(lengths) + 1) * REACH
    words = _spread(_WORDS.rows(block.types)[block.words], at, size)
    low = words.astype(np.uint8)
    tag_hashes, is_tagged = _of_tags(tuple(block.tag_names))
    numbers = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths + REACH)
    phrases = block.phrases
    return Columns(
        words=(words >> np.uint64(_CHOICE_BITS)).astype(np.uint32),
        lemmas=_spread(_LEMMAS.rows(block.lemma_types)[block.lemmas], at, size),
        tags=_spread(tag_hashes[block.tags], at, size),
        choices=low & np.uint8(_IS_WORD - 1),
        is_located=_spread(is_tagged[block.tags], at, size) & (low >= _IS_WORD),
        roles=resolved(_spread(roles(block), at, size)),
        sentences=np.append(numbers, np.full(REACH, -1, dtype=np.int32)),
        starts=np.cumsum(lengths + REACH) - lengths,
        phrase_begins=at[phrases.begins],
        phrase_ends=at[phrases.ends - 1] + 1,
        phrase_heads=at[phrases.heads],
        is_verbal=phrases.is_verbal,
    )


@lru_cache(16)
def _of_tags(names: tuple[str, ...]) -> tuple[Hashes, Bools]:
    """The hash of each tag, and whether it is one that prepositions have."""
    return (
        np.array([tag_hash(name) for name in names], dtype=np.uint32),
        np.array([name in preposition.TAGS for name in names], dtype=bool),
    )


def _spread(values: npt.NDArray[_Number], at: Ints, size: int) -> npt.NDArray[_Number]:
    """The values with empty places between the sentences."""
    spread = np.zeros(size, dtype=values.dtype)
    spread[at] = values
    return spread
