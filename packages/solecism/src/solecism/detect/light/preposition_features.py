"""The places of prepositions, the context of each, the features made of it, and rules about it.

A place is one of the 34 prepositions if it is tagged so (IN: the infinitive's *to* is TO, a
particle RP), does not open a clause (*after he left*), and is not the first half of a preposition
in two words (*along with*). A gap, where one may be missing, is the beginning of a noun phrase or
*-ing* phrase without a preposition.

The context is that of Tetreault and Chodorow (2008): the words and tags beside the preposition, the
heads of the verb phrase (PV) and noun phrase (PN) before it and of the phrase after it (FH), and
that phrase whole. Of these 25 features are made: words, heads, their combinations, and tags alone
as back-off for words that were never seen.

The rules are those of "Ups and Downs" by the same authors (2008). Two find extraneous prepositions:
a preposition written twice, and *of* between a quantifier and a bare plural (*many of people*). One
prevents flags: a benefactive *for* (*bought it for her*) fits almost anywhere. The paper's detector
never flags *for* somebody, whoever it is; the one that has learnt from learners' errors needs less
of a filter, as it knows where they write *for* for *to*.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from solecism.detect.light.context_models import ContextLayout
from solecism.locate.sentence_columns import Columns, Hashes, tag_hash
from solecism.locate.sites import (
    NO_PREPOSITION,
    PREPOSITION_CHOICES,
    PREPOSITION_NUMBER,
    SUBORDINATORS,
    TWO_WORDS,
)
from solecism.numeric import Bools, Ints, UInts8, is_any

_FINITE = ("VBD", "VBZ", "VBP", "MD")
_SUBJECT_ONLY = ("WDT", "WP", "WP$", "EX", "POS")
_AFTER = "VB VBD VBG VBN VBP VBZ NN NNS NNP NNPS JJ JJR RB RP PRP CD".split()


@dataclass(frozen=True, slots=True, eq=False)
class PrepositionPlaces:
    """Sites: words before `lefts` and from `rights` on are the context of the writer's choice.

    At a gap both are the same place, and the choice is 0.
    """

    lefts: Ints
    rights: Ints
    choices: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.lefts)

    def select(self, index: Bools | Ints) -> PrepositionPlaces:
        """Some of the places."""
        return PrepositionPlaces(self.lefts[index], self.rights[index], self.choices[index])


def prepositions(columns: Columns) -> PrepositionPlaces:
    """The places where the writer chose a preposition."""
    is_one = (columns.choices != NO_PREPOSITION) & (columns.tags == tag_hash("IN"))
    places = np.flatnonzero(is_one)
    choices = columns.choices[places]
    following = np.where(is_one, columns.choices, 0)[places + 1]
    is_half = _pairs()[choices, following]
    is_preposition = ~is_half & ~_opens_clause(columns, places)
    places = places[is_preposition]
    return PrepositionPlaces(places, places + 1, choices[is_preposition])


def gaps(columns: Columns, *, everywhere: bool = False) -> PrepositionPlaces:
    """The places where a preposition may be missing: after verbs, nouns and the like.

    `everywhere` adds the beginning of a sentence and places after commas and conjunctions, where
    learners insert extraneous prepositions but where we do not look for missing ones.
    """
    first_tag = columns.tags[columns.phrase_begins]
    is_open = (~columns.is_verbal & ~_is_tagged(first_tag, _SUBJECT_ONLY)) | (
        columns.is_verbal & (first_tag == tag_hash("VBG"))
    )
    places = columns.phrase_begins[is_open]
    before = columns.tags[places - 1]
    is_gap = ~_is_tagged(before, ("IN", "TO")) if everywhere else _is_tagged(before, _AFTER)
    places = places[is_gap]
    return PrepositionPlaces(places, places, np.zeros(len(places), dtype=np.uint8))


def joined(first: PrepositionPlaces, second: PrepositionPlaces) -> PrepositionPlaces:
    """All places of both, from left to right; a gap comes before the word that follows it."""
    lefts = np.concatenate([first.lefts, second.lefts])
    rights = np.concatenate([first.rights, second.rights])
    order = np.lexsort((rights, lefts))
    choices = np.concatenate([first.choices, second.choices])
    return PrepositionPlaces(lefts[order], rights[order], choices[order])


@cache
def _pairs() -> Bools:
    table = np.zeros((len(PREPOSITION_CHOICES), len(PREPOSITION_CHOICES)), dtype=bool)
    for first, second in TWO_WORDS:
        table[first, second] = True
    return table


def _opens_clause(columns: Columns, places: Ints) -> Bools:
    """Whether a noun phrase and a finite verb phrase follow directly."""
    result = is_any(columns.choices[places], SUBORDINATORS)
    begins = columns.phrase_begins
    if len(begins) < 2:
        return np.zeros(len(places), dtype=bool)
    noun = np.searchsorted(begins, places + 1)
    result &= noun + 1 < len(begins)
    noun = np.minimum(noun, len(begins) - 2)
    result &= (begins[noun] == places + 1) & ~columns.is_verbal[noun]
    verb_begin = begins[noun + 1]
    result &= columns.is_verbal[noun + 1] & (verb_begin == columns.phrase_ends[noun])
    result &= _is_tagged(columns.tags[verb_begin], _FINITE)
    return result


def _is_tagged(tags: npt.NDArray[np.uint32], names: Iterable[str]) -> Bools:
    return is_any(tags, map(tag_hash, names))


# Word, tag and lemma columns of a context: five words on either side and the heads.
REACH = 5
WORDS = tuple(f"{side}{number}" for side in "LR" for number in range(1, REACH + 1))
HEADS = ("PV", "PN", "FH")
NAMES = (*WORDS, *HEADS, *(f"t{name}" for name in (*WORDS, *HEADS)), "FP", "PP")
INDEX = {name: number for number, name in enumerate(NAMES)}

# A phrase that begins farther away than this does not belong to the preposition.
_REACH_OF_HEAD = 4
_LONGEST_PHRASE = 12
_BASE = 0x9E3779B97F4A7C15


def preposition_contexts(columns: Columns, places: PrepositionPlaces) -> Hashes:
    """One row per place, with the hashes named in NAMES; 0 where there is no word."""
    table = np.zeros((len(places), len(NAMES)), dtype=np.uint32)
    sentence = columns.sentences[places.lefts]
    for offset in range(REACH):
        number = offset + 1
        for name, seen in (
            (f"L{number}", np.maximum(places.lefts - number, 0)),
            (f"R{number}", np.minimum(places.rights + offset, len(columns.words) - 1)),
        ):
            is_same = columns.sentences[seen] == sentence
            table[:, INDEX[name]] = columns.words[seen] * is_same
            table[:, INDEX[f"t{name}"]] = columns.tags[seen] * is_same
    if len(columns.phrase_begins):
        _add_heads(table, columns, places)
    table[:, INDEX["PP"]] = _last_preposition(columns, places.lefts)
    return table


def _add_heads(table: Hashes, columns: Columns, places: PrepositionPlaces) -> None:
    begins, ends = columns.phrase_begins, columns.phrase_ends
    sentence = columns.sentences[places.lefts]
    of_phrase = columns.sentences[begins]
    numbers = np.arange(len(begins))
    before = np.searchsorted(ends, places.lefts, side="right") - 1
    verb = np.maximum.accumulate(np.where(columns.is_verbal, numbers, -1))[before]
    noun = np.maximum.accumulate(np.where(columns.is_verbal, -1, numbers))[before]
    verb[(before < 0) | (of_phrase[verb] != sentence)] = -1
    noun[(before < 0) | (of_phrase[noun] != sentence) | (noun < verb)] = -1
    after = np.searchsorted(begins, places.rights)
    after[after == len(begins)] = -1
    distance = begins[after] - places.rights
    after[(of_phrase[after] != sentence) | (distance > _REACH_OF_HEAD)] = -1
    for name, phrase in (("PV", verb), ("PN", noun), ("FH", after)):
        head = columns.phrase_heads[phrase]
        table[:, INDEX[name]] = np.where(phrase < 0, 0, columns.lemmas[head])
        table[:, INDEX[f"t{name}"]] = np.where(phrase < 0, 0, columns.tags[head])
    whole = _spans(columns.words, places.rights, np.maximum(ends[after], places.rights))
    table[:, INDEX["FP"]] = np.where(after < 0, 0, whole)


def _last_preposition(columns: Columns, lefts: Ints) -> Hashes:
    """The number of the last preposition before each place in its sentence, 0 if none."""
    places = np.where(columns.choices > 0, np.arange(len(columns.choices)), 0)
    last = np.maximum.accumulate(places)[lefts - 1]
    is_same = columns.sentences[last] == columns.sentences[lefts]
    return np.where(is_same, columns.choices[last], 0).astype(np.uint32)


def _spans(words: Hashes, begins: Ints, ends: Ints) -> Hashes:
    """A hash of the words of each span, which does not depend on where it is."""
    ends = np.minimum(ends, begins + _LONGEST_PHRASE)
    powers, inverses = _powers(len(words) + 1)
    sums = np.zeros(len(words) + 1, dtype=np.uint64)
    np.cumsum(words * powers[:-1], out=sums[1:])
    hashes = (sums[ends] - sums[begins]) * inverses[begins] * np.uint64(_BASE)
    return (hashes >> np.uint64(32)).astype(np.uint32) | np.uint32(1)


@cache
def _table_of_powers(bits: int) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    base, inverse = np.uint64(_BASE), np.uint64(pow(_BASE, -1, 1 << 64))
    size = 1 << bits
    tables = []
    for factor in (base, inverse):
        table = np.full(size, factor, dtype=np.uint64)
        table[0] = 1
        tables.append(np.cumprod(table, dtype=np.uint64))
    return tables[0], tables[1]


def _powers(size: int) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    powers, inverses = _table_of_powers(max(16, (size - 1).bit_length()))
    return powers[:size], inverses[:size]


FEATURES = tuple(
    tuple(feature.split())
    for feature in (
        # Beside the preposition: words, then tags.
        "L1|R1|L1 L2|R1 R2|L1 L2 L3|R1 R2 R3|L1 R1|L1 L2 R1|L1 R1 R2"
        "|tL1 tL2 tL3|tR1 tR2 tR3|tL1 tR1"
        # Heads and phrases: words, mixed with tags, tags alone.
        "|PV|PN|FH|FP|PV FH|PN FH|PV PN|PV PN FH|PV tPN tFH|tPV PN tFH|tPV tPN FH|tPV tPN tFH"
        # A preposition before this one: *from Monday to Friday*.
        "|PP L1 FH"
    ).split("|")
)
PREPOSITION_LAYOUT = ContextLayout(
    names=NAMES,
    seen=(*WORDS, *HEADS),
    category="PP",
    n_categories=len(PREPOSITION_CHOICES),
    features=FEATURES,
    n_classes=len(PREPOSITION_CHOICES),
)


_QUANTIFIERS = ("many", "several", "few", "various", "numerous", "some", "all", "most", "both")
_PERSONS = ("PRP", "NNP")
# Lemmas of people, as nouns after a benefactive *for*.
_PEOPLE = frozenset(
    "adult artist aunt author baby boss boy brother buyer child citizen classmate client colleague "
    "community company couple cousin customer daughter doctor employee everybody everyone family "
    "father friend girl girlfriend boyfriend grandfather grandmother group guest guy husband kid "
    "lady learner man member mother neighbour neighbor niece nephew nobody nurse officer other "
    "owner parent partner passenger patient people person player pupil reader relative resident "
    "sister society somebody someone son staff stranger student teacher team teenager tourist "
    "traveller uncle user viewer visitor wife woman worker writer youth".split()
)


def is_repeated(columns: Columns, places: PrepositionPlaces) -> Bools:
    """Whether the word before the preposition is the same preposition."""
    return np.asarray(
        (places.choices > 0)
        & (columns.words[places.lefts] == columns.words[places.lefts - 1])
        & (columns.tags[places.lefts] == columns.tags[places.lefts - 1])
    )


def is_quantified(contexts: Hashes, written: UInts8) -> Bools:
    """Whether *of* stands between a quantifier and a bare plural."""
    return np.asarray(
        (written == PREPOSITION_NUMBER["of"])
        & is_any(contexts[:, INDEX["L1"]], _quantifiers())
        & (contexts[:, INDEX["tR1"]] == tag_hash("NNS"))
    )


def is_benefactive(contexts: Hashes, written: UInts8, best: UInts8) -> Bools:
    """Whether *for* a person would become *to* them."""
    return np.asarray(
        (written == PREPOSITION_NUMBER["for"])
        & (best == PREPOSITION_NUMBER["to"])
        & _is_tagged(contexts[:, INDEX["tFH"]], _PERSONS)
    )


def is_for_person(contexts: Hashes, written: UInts8) -> Bools:
    """Whether *for* is written before a person, whatever would fit better."""
    is_person = _is_tagged(contexts[:, INDEX["tFH"]], _PERSONS)
    is_person |= is_any(contexts[:, INDEX["FH"]], _people())
    return np.asarray((written == PREPOSITION_NUMBER["for"]) & is_person)


@cache
def _quantifiers() -> Hashes:
    return _word_hashes(_QUANTIFIERS)


@cache
def _people() -> Hashes:
    return _word_hashes(_PEOPLE)


def _word_hashes(words: Iterable[str]) -> Hashes:
    return np.array([zlib.crc32(word.encode()) | 1 for word in words], dtype=np.uint32)
