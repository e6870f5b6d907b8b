"""Slips of every other kind, by the words that teachers of English see confused most often."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from solecism.detect.network.repairs import (
    ADJECTIVE,
    ADVERB,
    CONJUNCTION,
    NOUN,
    PRONOUN,
    PUNCTUATION,
    TENSE,
    VERB,
    VERB_FORM,
    WORD_FORM,
)
from solecism.kind import DETERMINER
from solecism.language.forms.inflect import inflect
from solecism.train.network.slips import Slip, Slips
from solecism.train.network.typical_errors import content_words, grammatical_words, word_families

# How many of a thousand such words go wrong in one way.
_PER_THOUSAND = 1_000
_CONFUSED, _OF_FAMILY, _LEFT_OUT, _PUT_IN, _COMMAS = 8, 5, 12, 3, 40
_NOTHING = "-"
# The one expression of two words on the left of a colon.
_TWO_WORDS = "a few"
_TABLES = {
    PRONOUN: grammatical_words.PRONOUNS,
    DETERMINER: grammatical_words.DETERMINERS,
    CONJUNCTION: grammatical_words.CONJUNCTIONS,
    ADVERB: grammatical_words.ADVERBS,
    ADJECTIVE: content_words.ADJECTIVES,
    NOUN: content_words.NOUNS,
}
_FORMS = ("VB", "VBZ", "VBD", "VBN", "VBG")
# What is written for a form of a verb, by tag, its group, and how many of a thousand.
_FORM_SLIPS = (
    ("VBD", "VB", TENSE, 14),
    ("VBD", "VBZ", TENSE, 4),
    ("VBD", "VBN", VERB_FORM, 5),
    ("VBZ", "VBD", TENSE, 5),
    ("VBZ", "VBG", VERB_FORM, 3),
    ("VB", "VBD", TENSE, 4),
    ("VB", "VBG", VERB_FORM, 8),
    ("VB", "VBN", VERB_FORM, 3),
    ("VBN", "VB", VERB_FORM, 12),
    ("VBN", "VBD", VERB_FORM, 10),
    ("VBN", "VBG", VERB_FORM, 6),
    ("VBG", "VB", VERB_FORM, 16),
    ("VBG", "VBN", VERB_FORM, 4),
    ("VBG", "VBZ", VERB_FORM, 2),
)


def slips() -> Slips:
    """The slips with their rates, as counts out of a thousand.

    >>> made = slips()
    >>> made.instead["much"][("many", "determiner")], made.instead["went"][("go", "tense")]
    (8, 14)
    """
    instead: dict[str, dict[Slip, int]] = {}
    extra: dict[str, dict[Slip, int]] = {}
    for right, written, group, n in _instead():
        if right != written:
            instead.setdefault(right.lower(), {}).setdefault((written.lower(), group), n)
    for following, written, group in _put_in():
        extra.setdefault(following, {})[written, group] = _PUT_IN
    return Slips(dict.fromkeys([*instead, *extra], _PER_THOUSAND), instead, extra)


def _instead() -> Iterator[tuple[str, str, str, int]]:
    """What is right, what is written for it, the group, and how many of a thousand."""
    for group, table in _TABLES.items():
        for right, written in _pairs(table):
            yield right, written, group, _CONFUSED
    for right, written in _pairs(word_families.FAMILIES):
        yield right, written, WORD_FORM, _OF_FAMILY
    for group, left_out in grammatical_words.LEFT_OUT.items():
        for right in left_out.split():
            yield right, "", group, _LEFT_OUT
    yield ",", "", PUNCTUATION, _COMMAS
    yield from _other_verbs()
    yield from _other_forms()


def _other_verbs() -> Iterator[tuple[str, str, str, int]]:
    """Verbs that are taken for one another, each in the form of the other."""
    for right, written in _pairs(content_words.VERBS):
        for tag in _FORMS:
            for one, other in product(_form(right, tag), _form(written, tag)):
                yield one, other, VERB, _CONFUSED


def _other_forms() -> Iterator[tuple[str, str, str, int]]:
    """Verbs in the wrong form."""
    for verb in word_families.COMMON_VERBS.split():
        for right_tag, written_tag, group, n in _FORM_SLIPS:
            for right, written in product(_form(verb, right_tag), _form(verb, written_tag)):
                yield right, written, group, n


def _put_in() -> Iterator[tuple[str, str, str]]:
    """The word after an extra one, the extra one, and its group."""
    for group, table in grammatical_words.PUT_IN.items():
        for written, following in table.items():
            for each in following.split():
                yield each, written, group


def _pairs(table: str) -> Iterator[tuple[str, str]]:
    """What is right, and what is written for it; nothing is an empty string."""
    for line in filter(None, table.splitlines()):
        rights, colon, others = line.partition(":")
        if not colon:
            yield from permutations(rights.split(), 2)
            continue
        for right in [rights] if rights == _TWO_WORDS else rights.split():
            for written in others.split():
                yield right, "" if written == _NOTHING else written


def _form(verb: str, tag: str) -> tuple[str, ...]:
    """The first form of a verb with a tag; modal verbs have only themselves."""
    return tuple(inflect(verb, tag))[:1]
