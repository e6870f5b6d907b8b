"""The places of the 34 prepositions, and the gaps where one may be missing.

A place is a preposition if it is tagged so (IN: the infinitive's *to* is TO, a particle RP), does
not open a clause (*after he left*), and is not the first half of a preposition in two words
(*along with*). A gap is the beginning of a noun phrase or *-ing* phrase without one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from solecism.locate.sentence_columns import Columns, tag_hash
from solecism.locate.sites import NO_PREPOSITION, PREPOSITION_CHOICES, SUBORDINATORS, TWO_WORDS
from solecism.numeric import Bools, Ints

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
    is_open = (~columns.is_verbal & ~_is_any(first_tag, _SUBJECT_ONLY)) | (
        columns.is_verbal & (first_tag == tag_hash("VBG"))
    )
    places = columns.phrase_begins[is_open]
    before = columns.tags[places - 1]
    is_gap = ~_is_any(before, ("IN", "TO")) if everywhere else _is_any(before, _AFTER)
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
    result = np.isin(columns.choices[places], list(SUBORDINATORS))
    begins = columns.phrase_begins
    if len(begins) < 2:
        return np.zeros(len(places), dtype=bool)
    noun = np.searchsorted(begins, places + 1)
    result &= noun + 1 < len(begins)
    noun = np.minimum(noun, len(begins) - 2)
    result &= (begins[noun] == places + 1) & ~columns.is_verbal[noun]
    verb_begin = begins[noun + 1]
    result &= columns.is_verbal[noun + 1] & (verb_begin == columns.phrase_ends[noun])
    result &= _is_any(columns.tags[verb_begin], _FINITE)
    return result


def _is_any(tags: npt.NDArray[np.uint32], names: Iterable[str]) -> Bools:
    # `np.isin` sorts, and imports numpy's masked arrays at start-up.
    is_one: Bools = np.logical_or.reduce([tags == np.uint32(tag_hash(name)) for name in names])
    return is_one
