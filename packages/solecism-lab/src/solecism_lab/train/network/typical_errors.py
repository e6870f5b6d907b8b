"""Common errors of learners as teachers know them, for networks that see no learners' text.

The rates are estimates, not counts of anybody's corpus: what is confused with what is common
knowledge, and how often is meant to give a network enough errors of each kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import permutations, product

from solecism.corruption.confusion_table import NOTHING, ConfusionTable, RowCounts
from solecism.corruption.random_stream import RandomStream
from solecism.detect.network.repairs import (
    ADJECTIVE,
    ADVERB,
    AGREEMENT,
    CAPITALS,
    CONJUNCTION,
    INSERT,
    NOUN,
    PRONOUN,
    PUNCTUATION,
    REMOVE,
    TENSE,
    UNSAID,
    VERB,
    VERB_FORM,
    WORD_FORM,
    Repair,
    Repairs,
    frequent_repairs,
    repairs_of,
)
from solecism.edit import Annotation, Edit, in_order
from solecism.language.lemmas import adverb_of, inflect
from solecism.locate.sites import PREPOSITION_CHOICES
from solecism.sentence import Sentence, from_words
from solecism.site import DETERMINER
from solecism_lab.train.network import commonly_confused
from solecism_lab.train.network.slips import Slip, Slips
from solecism_lab.train.network.synthetic_errors import ErrorDensity, with_synthetic_errors

# Out of so many places; the counts below are per this many.
_PLACES = 10_000
_WRONG, _LEFT_OUT, _PUT_IN = 500, 150, 60
# What is written for each preposition, the likeliest first; for all others the common ones.
_INSTEAD = {
    "of": "in from for about to with on",
    "in": "on at to of for during into by",
    "to": "for in at with of on into",
    "for": "to of during since about in with",
    "on": "in at of to about for with",
    "with": "by of to for about in from",
    "as": "like for of with",
    "by": "with from of for in until through",
    "at": "in on to for by",
    "from": "of since by in to for at",
    "about": "of for on with to in",
    "after": "since before from in behind",
    "into": "in to on inside",
    "like": "as of for",
    "since": "from for after in until",
    "over": "on above about during through",
    "before": "until after for from",
    "through": "by across along in with",
    "during": "in for while on at",
    "between": "among in of from",
    "under": "in on below with",
    "until": "to by since for before",
    "against": "to with for on",
    "without": "with of by",
    "around": "about in over near",
    "among": "between in of with",
    "within": "in during after at",
    "along": "through in by on",
    "off": "of from out on",
    "across": "through in over along",
    "behind": "after under in",
    "near": "at to by from",
    "throughout": "in through during along",
    "towards": "to for at against",
}
_PUT_INS = "to in of for about on with at from by"
_ARTICLES: RowCounts = {
    "": {"": 9_680, "a": 90, "the": 230},
    "a": {"": 600, "a": 9_150, "the": 250},
    "the": {"": 520, "a": 140, "the": 9_340},
}
_NUMBERS: RowCounts = {
    "singular": {"singular": 9_870, "plural": 130},
    "plural": {"singular": 380, "plural": 9_620},
}


def typical_confusions() -> ConfusionTable:
    """The table of these confusions.

    >>> rates = typical_confusions().rates("preposition")
    >>> rates["in"]["on"] > rates["in"]["by"] > rates["in"]["against"]
    True
    """
    prepositions = {choice: _row(choice) for choice in PREPOSITION_CHOICES}
    counts = {"preposition": prepositions, "article": _ARTICLES, "number": _NUMBERS}
    return ConfusionTable("Estimates of what teachers of English warn of.", counts)


def _row(right: str) -> dict[str, int]:
    """What is written where a preposition, or none, is right."""
    if right == NOTHING:
        row = _shared(_PUT_INS.split(), _PUT_IN)
    else:
        others = [each for each in _INSTEAD[right].split() if each in PREPOSITION_CHOICES]
        row = {**_shared(others, _WRONG), NOTHING: _LEFT_OUT}
    return {**row, right: _PLACES - sum(row.values())}


def _shared(choices: list[str], total: int) -> dict[str, int]:
    """A total shared out, the first choice getting most: one half, a third, a quarter and so on."""
    weights = [1 / (rank + 2) for rank in range(len(choices))]
    return {
        choice: max(1, round(total * weight / sum(weights)))
        for choice, weight in zip(choices, weights, strict=True)
    }


# How many of a thousand such words go wrong in one way.
_PER_THOUSAND = 1_000
_CONFUSED, _OF_FAMILY, _WORD_LEFT_OUT, _WORD_PUT_IN, _COMMAS, _SPACED = 8, 5, 12, 3, 40, 12
_NOTHING = "-"
# The one expression of two words on the left of a colon.
_TWO_WORDS = "a few"
_TABLES = (
    (PRONOUN, commonly_confused.PRONOUNS),
    (DETERMINER, commonly_confused.DETERMINERS),
    (CONJUNCTION, commonly_confused.CONJUNCTIONS),
    (ADVERB, commonly_confused.ADVERBS),
    (ADJECTIVE, commonly_confused.ADJECTIVES),
    (NOUN, commonly_confused.NOUNS),
    (TENSE, commonly_confused.TENSES),
    (AGREEMENT, commonly_confused.PERSONS),
    (PUNCTUATION, commonly_confused.MARKS),
)
_FORMS = ("VB", "VBZ", "VBD", "VBN", "VBG")
# What is written for a form of a verb, by tag, its group, and how many of a thousand.
_FORM_SLIPS = (
    ("VBD", "VB", TENSE, 14),
    ("VBD", "VBZ", TENSE, 4),
    ("VBD", "VBN", VERB_FORM, 5),
    ("VBZ", "VBD", TENSE, 5),
    ("VBZ", "VB", AGREEMENT, 14),
    ("VB", "VBZ", AGREEMENT, 4),
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


def typical_slips() -> Slips:
    """The slips with their rates, as counts out of a thousand.

    >>> made = typical_slips()
    >>> made.instead["much"][("many", "determiner")], made.instead["went"][("go", "tense")]
    (8, 14)
    """
    instead: dict[str, dict[Slip, int]] = {}
    extra: dict[str, dict[Slip, int]] = {}
    for right, written, group, n in _instead():
        if right != written:
            instead.setdefault(right.lower(), {}).setdefault((written.lower(), group), n)
    for following, written, group in _put_in():
        extra.setdefault(following, {})[written, group] = _WORD_PUT_IN
    return Slips(dict.fromkeys([*instead, *extra], _PER_THOUSAND), instead, extra)


def _instead() -> Iterator[tuple[str, str, str, int]]:
    """What is right, what is written for it, the group, and how many of a thousand."""
    for group, table in _TABLES:
        for right, written in _pairs(table):
            yield right, written, group, _CONFUSED
    for right, written in _pairs(commonly_confused.FAMILIES):
        yield right, written, WORD_FORM, _OF_FAMILY
    for group, left_out in commonly_confused.LEFT_OUT.items():
        for right in left_out.split():
            yield right, "", group, _WORD_LEFT_OUT
    yield ",", "", PUNCTUATION, _COMMAS
    yield from _spaced()
    yield from _adverbs()
    yield from _other_verbs()
    yield from _other_forms()


def _spaced() -> Iterator[tuple[str, str, str, int]]:
    """Two words that are written as one, and one that is written as two."""
    for right in commonly_confused.JOINED.replace("\n", " ").strip().split(", "):
        yield right, right.replace(" ", ""), CAPITALS, _SPACED
    for word in commonly_confused.SPLIT.split():
        yield word.replace("|", ""), word.replace("|", " "), CAPITALS, _SPACED


def _adverbs() -> Iterator[tuple[str, str, str, int]]:
    """Adverbs in the form of their adjectives, and the reverse."""
    for adjective in commonly_confused.COMMON_ADJECTIVES.split():
        if adverb := adverb_of(adjective):
            yield adjective, adverb, WORD_FORM, _OF_FAMILY
            yield adverb, adjective, WORD_FORM, 2 * _OF_FAMILY


def _other_verbs() -> Iterator[tuple[str, str, str, int]]:
    """Verbs that are taken for one another, each in the form of the other."""
    for right, written in _pairs(commonly_confused.VERBS):
        for tag in _FORMS:
            for one, other in product(_form(right, tag), _form(written, tag)):
                yield one, other, VERB, _CONFUSED


def _other_forms() -> Iterator[tuple[str, str, str, int]]:
    """Verbs in the wrong form."""
    for verb in commonly_confused.COMMON_VERBS.split():
        for right_tag, written_tag, group, n in _FORM_SLIPS:
            for right, written in product(_form(verb, right_tag), _form(verb, written_tag)):
                yield right, written, group, n


def _put_in() -> Iterator[tuple[str, str, str]]:
    """The word after an extra one, the extra one, and its group."""
    for group, table in commonly_confused.PUT_IN.items():
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


# Errors that depend on tags only; extra and mistaken words are among the slips.
_BY_CHANCE = (("agreement", 0.10), ("verb-form", 0.16), ("missing-word", 0.04))
# Text to tune on has as many errors as one would expect of learners.
_TUNING_SHARES = ((0.0, 0.3), (3.0, 0.7))
# As often as a repair must be seen to have a class of its own.
_OFTEN = 1_000


def typical_density() -> ErrorDensity:
    """The density of common errors in text to train on."""
    return ErrorDensity(
        by_chance=_BY_CHANCE, slips=typical_slips(), confusions=typical_confusions()
    )


def typical_repairs() -> Repairs:
    """The classes of repairs that the common slips need."""
    counts: Counter[tuple[bool, Repair]] = Counter()
    for right, written in typical_slips().instead.items():
        for slip, group in written:
            edit = Edit(0, tuple(slip.split()), tuple(right.split()), group)
            for _, repair in repairs_of([edit]):
                counts[repair.operation == INSERT, repair] = _OFTEN
    return frequent_repairs(counts)


def tuning_sentences(sentences: Iterable[Sentence], *, seed: int = 0) -> Iterator[Sentence]:
    """Annotated native sentences with made errors, and edits that say where and of which group."""
    tuning = replace(typical_density(), shares=_TUNING_SHARES)
    for sentence in sentences:
        if sentence.words:
            words, needs = with_synthetic_errors(
                sentence, tuning, RandomStream(seed, f"{sentence.id}:tuning")
            )
            edits = tuple(in_order(_edit(place, repair, words) for place, repair in needs))
            yield replace(from_words(sentence.id, words), annotations=(Annotation("0", edits),))


def _edit(place: int, repair: Repair, words: tuple[str, ...]) -> Edit:
    """An edit of this place and group; what is right is said only where it is a word."""
    before = () if repair.operation == INSERT else (words[place],)
    after = () if repair.operation == REMOVE else (repair.form or UNSAID,)
    return Edit(place, before, after, repair.group)
