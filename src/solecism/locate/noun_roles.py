"""The role of each word in a noun phrase: article, other determiner, noun in its number.

A role depends on the word and its tag alone; each pair is computed once.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache

import numpy as np

from solecism.language.block import Block
from solecism.language.tagging.word_types import TypeTable
from solecism.numeric.arrays import Bools, UInts8

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
_WORDS = {
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
_ROLE_OF = {word: role for role, words in _WORDS.items() for word in words.split()}
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


def roles(block: Block) -> Roles:
    """The role of every word of annotated sentences."""
    table = _table(tuple(block.tag_names))
    shapes = _SHAPES.rows(block.types).take(block.words)
    roles: Roles = table.take(block.tags.astype(np.intp) * _N_SHAPES + shapes)
    return roles


@lru_cache(16)
def _table(tags: tuple[str, ...]) -> Roles:
    """The role of each tag with each shape, one after another."""
    return np.array([_role(n, tag) for tag in tags for n in range(_N_SHAPES)], dtype=np.uint8)
