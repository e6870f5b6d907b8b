"""Annotated sentences as columns of numbers, many sentences one after another.

Words, lemmas and tags are looked up once per type; the rest is array arithmetic, so that a word
costs a fraction of a microsecond. One column is the role of each word in a noun phrase: article,
other determiner, noun in its number. A role depends on the word and its tag alone.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from solecism.language.annotate import SentenceBlock, block_of
from solecism.language.word_types import TypeTable, text_hash
from solecism.locate import sites
from solecism.locate.sites import preposition_number
from solecism.numeric import Bools, Ints, UInts8
from solecism.sentence import Sentence

Roles = UInts8


class Role(IntEnum):
    """The roles: of determiners from A to NUMERAL, of nouns from SINGULAR on."""

    NOTHING = 0
    A = 1
    THE = 2
    THIS = 3
    THESE = 4
    POSSESSIVE = 5
    EACH = 6
    WHICH = 7
    ALL = 8
    SOME = 9
    MANY = 10
    MUCH = 11
    ONE = 12
    NUMBER = 13
    NUMERAL = 14
    ADVERB = 15
    CONJUNCTION = 16
    SINGULAR = 17
    PLURAL = 18
    NAME = 19
    NAMES = 20
    PRONOUN = 21
    ODD = 22
    SMALL_NAME = 23


# The number of the noun that can follow: EACH (*every, another*) has a singular, ALL (*both, half*)
# and SOME (*no, more*) either, MANY (*several*) a plural, MUCH no plural; NUMERAL is a year, a
# decimal or the like, which is not a count.
_ROLE_WORDS = {
    Role.A: "a an",
    Role.THE: "the",
    Role.THIS: "this that",
    Role.THESE: "these those",
    Role.POSSESSIVE: "my your his her its our their whose",
    Role.EACH: "each every another either neither",
    Role.WHICH: "which what whatever whichever such other",
    Role.ALL: "all both half",
    Role.SOME: "some any no more most enough",
    Role.MANY: "many few several fewer various",
    Role.MUCH: "much less little",
    Role.ONE: "one",
    # Indefinite pronouns, most of which the tagger tags as nouns.
    Role.PRONOUN: (
        "someone somebody something everyone everybody everything anyone anybody anything noone "
        "nobody nothing none ones oneself"
    ),
}
_ROLE_OF = {word: role for role, words in _ROLE_WORDS.items() for word in words.split()}
_DETERMINERS = frozenset(range(Role.A, Role.NUMERAL))
_DETERMINING_TAGS = frozenset("DT PDT WDT WP WP$ PRP$ JJ JJR JJS CD".split())
_BY_TAG = {
    **{"POS": Role.POSSESSIVE, "PRP$": Role.POSSESSIVE, "WP$": Role.POSSESSIVE},
    **{"RB": Role.ADVERB, "CC": Role.CONJUNCTION},
    **{"NNP": Role.NAME, "NNPS": Role.NAMES},
    **dict.fromkeys(("PRP", "WP", "EX", "WDT"), Role.PRONOUN),
}
_COMMON = {"NN": Role.SINGULAR, "NNS": Role.PLURAL}
_YEAR_DIGITS = 4


class _Shape(IntEnum):
    """The shapes of words that are not in the lists."""

    SMALL_WORD = 31
    WORD = 32
    CAPITALS = 33
    COUNT = 34
    ONE = 35
    OTHER = 36


_N_SHAPES = 1 + max(_Shape)
_NUMERALS: dict[int, Role] = {
    **dict.fromkeys((_Shape.SMALL_WORD, _Shape.WORD, _Shape.CAPITALS, _Shape.COUNT), Role.NUMBER),
    **{_Shape.ONE: Role.ONE, _Shape.OTHER: Role.NUMERAL},
}


def role(word: str, tag: str) -> Role:
    """The role of a word with this Penn tag.

    >>> role("Those", "DT").name, role("houses", "NNS").name, role("nothing", "NN").name
    ('THESE', 'PLURAL', 'PRONOUN')
    """
    return _role(_shape(word), tag)


def _shape(word: str) -> int:
    """The role that the word has where its tag allows, or its shape."""
    listed = _ROLE_OF.get(word.lower())
    if listed is not None:
        return listed
    if word.replace("-", "").replace("’", "").replace("'", "").isalpha():
        if word.isupper() or len(word) == 1:
            return _Shape.CAPITALS
        return _Shape.SMALL_WORD if word.islower() else _Shape.WORD
    if word == "1":
        return _Shape.ONE
    is_year = word.isdigit() and len(word) == _YEAR_DIGITS
    return _Shape.COUNT if word.replace(",", "").isdigit() and not is_year else _Shape.OTHER


def _role(shape: int, tag: str) -> Role:
    if tag in _COMMON:
        if shape in (Role.PRONOUN, Role.ONE):
            return Role.PRONOUN
        return _COMMON[tag] if shape <= _Shape.WORD else Role.ODD
    if shape in _DETERMINERS and tag in _DETERMINING_TAGS:
        return Role(shape)
    if tag == "NNP" and shape == _Shape.SMALL_WORD:
        return Role.SMALL_NAME
    if tag == "CD":
        return _NUMERALS.get(shape, Role.NUMERAL)
    return _BY_TAG.get(tag, Role.NOTHING)


def resolved(roles: Roles) -> Roles:
    """The roles of words in sequence, with those resolved that depend on neighbours.

    *Little* after a determiner is an adjective (*her little dog*). A name in small letters after
    a determiner is a common noun that the tagger knows as a name (*an apple, the old duke*).
    """
    result = roles.copy()
    is_much = np.flatnonzero(roles == Role.MUCH)
    before = roles[is_much - 1]
    result[is_much[(before >= Role.A) & (before <= Role.POSSESSIVE)]] = Role.NOTHING
    is_small = np.flatnonzero(roles == Role.SMALL_NAME)
    before, second = roles[is_small - 1], roles[is_small - 2]
    is_noun = _is_determiner(before) | ((before == Role.NOTHING) & _is_determiner(second))
    result[is_small] = np.where(is_noun, Role.SINGULAR, Role.NAME)
    return result


def _is_determiner(roles: Roles) -> Bools:
    return np.asarray((roles >= Role.A) & (roles <= Role.NUMERAL))


def _shapes(words: Sequence[str]) -> Roles:
    return np.array([_shape(word) for word in words], dtype=np.uint8)


_SHAPES = TypeTable(_shapes, np.array(0, dtype=np.uint8))


def roles(block: SentenceBlock) -> Roles:
    """The role of every word of annotated sentences."""
    table = _table(tuple(block.tag_names))
    shapes = _SHAPES.rows(block.types).take(block.words)
    roles: Roles = table.take(block.tags.astype(np.intp) * _N_SHAPES + shapes)
    return roles


@lru_cache(16)
def _table(tags: tuple[str, ...]) -> Roles:
    """The role of each tag with each shape, one after another."""
    return np.array([_role(n, tag) for tag in tags for n in range(_N_SHAPES)], dtype=np.uint8)


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


def normalised(word: str) -> str:
    """A word in lower case with straight quotes; one form for all years, one for other numbers.

    >>> normalised("May"), normalised("1,200"), normalised("1987"), normalised("O’Neill")
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
    mark = _IS_WORD if sites.can_be_preposition(word) else 0
    hashed = text_hash(normalised(word)) | 1
    return hashed << _CHOICE_BITS | mark | preposition_number(word)


# Detectors ask for those of a few words again and again.
@lru_cache(4_096)
def lemma_hash(lemma: str) -> int:
    """The number that stands for a lemma.

    >>> lemma_hash("House") == lemma_hash("house") != lemma_hash("houses")
    True
    """
    return text_hash(normalised(lemma)) | 1


def _lemma_hashes(lemmas: Sequence[str]) -> Hashes:
    return np.array([lemma_hash(lemma) for lemma in lemmas], dtype=np.uint32)


_WORDS = TypeTable(_word_numbers, np.array(0, dtype=np.uint64))
_LEMMAS = TypeTable(_lemma_hashes, np.array(0, dtype=np.uint32))


def columns(sentences: Sequence[Sentence]) -> Columns:
    """The columns of sentences that have tags, lemmas and chunks."""
    return _columns(block_of(sentences))


# The detectors of several kinds of error use the columns of the same sentences.
@lru_cache(1)
def _columns(block: SentenceBlock) -> Columns:
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
        np.array([name in sites.PREPOSITION_TAGS for name in names], dtype=bool),
    )


def _spread(values: npt.NDArray[_Number], at: Ints, size: int) -> npt.NDArray[_Number]:
    """The values with empty places between the sentences."""
    spread = np.zeros(size, dtype=values.dtype)
    spread[at] = values
    return spread
