"""Drafts of errors: what is said about a place if it is an error, and what to write there.

A draft depends on the words of the sentence and on the network's reading of them, not on the rest
of the text, which decides only how probable the error is. Suggestions are the words that the most
probable repairs would write.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from solecism.detect.network.misspellings import Misspellings, ReadWords, WordPlace
from solecism.detect.network.repairs import (
    GROUPS,
    INSERT,
    MARKS,
    OPERATIONS,
    REMOVE,
    SPELLING,
    UNSAID,
    WORD_ORDER,
    Repair,
    Repairs,
    kind_of,
)
from solecism.language import lemmas
from solecism.language.lemmas import changed, inserted
from solecism.numeric import Floats32
from solecism.site import Flag, Suggestion, id_of

_N_SUGGESTIONS = 3
_LEAST_SHARE = 0.03


def suggestions(
    p_repairs: Floats32,
    classes: Sequence[Repair],
    words: Sequence[str],
    place: int,
) -> tuple[Suggestion, ...]:
    """The texts of the most probable repairs, each with its probability if there is an error."""
    total = max(float(p_repairs.sum()), 1e-9)
    share_of: dict[str, float] = {}
    for number in np.argsort(-p_repairs, kind="stable").tolist():
        share = float(p_repairs[number]) / total
        if share < _LEAST_SHARE:
            break
        text = repaired_text(classes[number], words, place)
        if text is not None:
            share_of[text] = share_of.get(text, 0.0) + share
    best = sorted(share_of.items(), key=lambda item: -item[1])[:_N_SUGGESTIONS]
    return tuple(Suggestion(text, share) for text, share in best)


def repaired_text(repair: Repair, words: Sequence[str], place: int) -> str | None:
    """The text after a repair; None where it is not known, or where nothing would change.

    >>> words = ["He", "have", "two", "dog"]
    >>> repaired_text(Repair("R", "number", "NNS"), words, 3)
    'dogs'
    >>> repaired_text(Repair("U", "other", ""), words, 2)
    ''
    """
    if repair.operation == REMOVE:
        # A word in the wrong place is needed in another one.
        return None if repair.group == WORD_ORDER else ""
    if repair.form == UNSAID:
        return None
    if repair.operation == INSERT:
        return inserted(repair.form, words, place)
    return changed(repair.form, words, place) if place < len(words) else None


def n_words(repair: Repair) -> int:
    """The number of words that a repair changes: two where they change places or become one."""
    return 0 if repair.operation == INSERT else lemmas.n_words(repair.form)


@dataclass(frozen=True, slots=True, eq=False)
class ErrorPlace:
    """A word, or the gap before it, with the most probable group of errors there.

    `repairs` are the probabilities of all repairs at the place.
    """

    words: Sequence[str]
    start: int
    is_gap: bool
    group: str
    repairs: Floats32


@dataclass(frozen=True, slots=True)
class ErrorDraft:
    """The words from `start` to `end`, the group and kind of the error, and what to write.

    The probabilities of suggestions are their shares of the probability of the error.
    """

    start: int
    end: int
    group: str
    kind: str
    suggestions: tuple[Suggestion, ...]

    def flag(self, sentence: str, system: str, p_error: float, readers: float | None) -> Flag:
        """The flag of the error in the sentence with this id, given its probability."""
        return Flag(
            id_of(sentence, self.start, self.end, self.group),
            system,
            True,
            self.kind,
            p_error,
            tuple(Suggestion(each.text, p_error * (each.p or 0.0)) for each in self.suggestions),
            readers,
        )


class ErrorDrafter:
    """Makes drafts of the errors at places that the network has read."""

    def __init__(self, repairs: Repairs, misspellings: Misspellings) -> None:
        self._misspellings = misspellings
        self._sides = repairs.words, repairs.gaps
        self.members = _members(repairs.words), _members(repairs.gaps)
        self._operations = [
            {name: np.array([each.operation == name for each in side]) for name in OPERATIONS}
            for side in self._sides
        ]
        self._pairs = [np.array([n_words(each) > 1 for each in side]) for side in self._sides]

    def drafts(self, places: Sequence[ErrorPlace], read_words: ReadWords) -> list[ErrorDraft]:
        """The draft of each place; what misspelt words may stand for is read all at once."""
        drafts = [self._draft(place) for place in places]
        misspelt = [number for number, place in enumerate(places) if place.group == SPELLING]
        spelt = [WordPlace(places[number].words, places[number].start) for number in misspelt]
        options = self._misspellings.suggestions(spelt, read_words)
        for number, of_place in zip(misspelt, options, strict=True):
            drafts[number] = replace(drafts[number], suggestions=of_place)
        return drafts

    def _draft(self, place: ErrorPlace) -> ErrorDraft:
        is_gap, start, p_repairs = place.is_gap, place.start, place.repairs
        classes, in_groups = self._sides[is_gap], self.members[is_gap]
        of_group = p_repairs * in_groups[:, GROUPS.index(place.group)]
        sums = {name: of_group[rows].sum() for name, rows in self._operations[is_gap].items()}
        operation = INSERT if is_gap else max(sums, key=lambda name: float(sums[name]))
        # Whatever its group, a repair may write the right word; only commas and capitals may not.
        asides = [] if place.group in MARKS else [GROUPS.index(each) for each in MARKS]
        is_usable = in_groups[:, asides].sum(axis=1) == 0
        fitting = p_repairs * (is_usable & self._operations[is_gap][operation])
        is_pair = self._pairs[is_gap] & (start + 1 < len(place.words))
        if fitting[is_pair].sum() > fitting[~is_pair].sum():
            end, fitting = start + 2, fitting * is_pair
        else:
            end, fitting = start if is_gap else start + 1, fitting * ~self._pairs[is_gap]
        # A word in the wrong place is needed in another one.
        is_displaced = place.group == WORD_ORDER and operation == REMOVE
        written = () if is_displaced else suggestions(fitting, classes, place.words, start)
        return ErrorDraft(start, end, place.group, kind_of(place.group, operation), written)


def _members(classes: Sequence[Repair]) -> Floats32:
    """Which classes (rows) belong to which group (columns)."""
    return np.array([[each.group == group for group in GROUPS] for each in classes], np.float32)
