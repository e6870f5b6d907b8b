"""Rules beside the classifier, as in Tetreault and Chodorow (2008), "Ups and Downs".

Two find extraneous prepositions: a preposition written twice, and *of* between a quantifier and a
bare plural (*many of people*). One prevents flags: a benefactive *for* (*bought it for her*) fits
almost anywhere. The paper's detector never flags *for* somebody, whoever it is; the one that has
learnt from learners' errors needs less of a filter, as it knows where they write *for* for *to*.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from functools import cache

import numpy as np

from solecism.detect.prepositions.contexts import INDEX
from solecism.locate.preposition_choice import CHOICE_OF
from solecism.locate.preposition_places import Places
from solecism.locate.sentence_columns import Columns, Hashes, tag_hash
from solecism.numeric.arrays import Bools, UInts8

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


def is_repeated(columns: Columns, places: Places) -> Bools:
    """Whether the word before the preposition is the same preposition."""
    return np.asarray(
        (places.choices > 0)
        & (columns.words[places.lefts] == columns.words[places.lefts - 1])
        & (columns.tags[places.lefts] == columns.tags[places.lefts - 1])
    )


def is_quantified(contexts: Hashes, written: UInts8) -> Bools:
    """Whether *of* stands between a quantifier and a bare plural."""
    return np.asarray(
        (written == CHOICE_OF["of"])
        & np.isin(contexts[:, INDEX["L1"]], _quantifiers())
        & (contexts[:, INDEX["tR1"]] == tag_hash("NNS"))
    )


def is_benefactive(contexts: Hashes, written: UInts8, best: UInts8) -> Bools:
    """Whether *for* a person would become *to* them."""
    persons = np.array([tag_hash(tag) for tag in _PERSONS], dtype=np.uint32)
    return np.asarray(
        (written == CHOICE_OF["for"])
        & (best == CHOICE_OF["to"])
        & np.isin(contexts[:, INDEX["tFH"]], persons)
    )


def is_for_person(contexts: Hashes, written: UInts8) -> Bools:
    """Whether *for* is written before a person, whatever would fit better."""
    tags = np.array([tag_hash(tag) for tag in _PERSONS], dtype=np.uint32)
    is_person = np.isin(contexts[:, INDEX["tFH"]], tags)
    is_person |= np.isin(contexts[:, INDEX["FH"]], _people())
    return np.asarray((written == CHOICE_OF["for"]) & is_person)


@cache
def _quantifiers() -> Hashes:
    return _word_hashes(_QUANTIFIERS)


@cache
def _people() -> Hashes:
    return _word_hashes(_PEOPLE)


def _word_hashes(words: Iterable[str]) -> Hashes:
    return np.array([zlib.crc32(word.encode()) | 1 for word in words], dtype=np.uint32)
