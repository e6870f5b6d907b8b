"""Rules beside the classifier, as in Tetreault and Chodorow (2008), "Ups and Downs".

Two find extraneous prepositions: a preposition written twice, and *of* between a quantifier and a
bare plural (*many of people*). One prevents flags: a benefactive *for* (*bought it for her*) fits
almost anywhere.
"""

from __future__ import annotations

import zlib
from functools import cache

import numpy as np

from solecism.detect.prepositions.contexts import INDEX
from solecism.locate.preposition_choice import CHOICE_OF
from solecism.locate.preposition_places import Places
from solecism.locate.sentence_columns import Columns, Hashes, tag_hash
from solecism.numeric.arrays import Bools, UInts8

_QUANTIFIERS = ("many", "several", "few", "various", "numerous", "some", "all", "most", "both")
_PERSONS = ("PRP", "NNP")


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


@cache
def _quantifiers() -> Hashes:
    return np.array([zlib.crc32(word.encode()) | 1 for word in _QUANTIFIERS], dtype=np.uint32)
