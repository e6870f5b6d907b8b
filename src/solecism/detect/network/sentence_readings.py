"""What is kept of the network's reading of a sentence: groups of errors, and likely repairs.

The probabilities of all repairs at a word and at the gap before it take five kilobytes. They are
needed where an error is flagged, which is at few places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from solecism.detect.network.read import Reading
from solecism.numeric.arrays import Floats, Floats32, Ints

# Where the network finds an error less probable, what it would write is not kept.
_LEAST_P = 0.15
_PART_WORDS = 1_024

# Whether a place is a gap, and the number of its word.
PlaceInSentence = tuple[bool, int]


@dataclass(frozen=True, slots=True, eq=False)
class SentenceReading:
    """What the network says about a sentence.

    `words` and `gaps` have the uncalibrated probability of an error of each group (column) at each
    word and at the gap before it (row), `repairs` the probabilities of all repairs at places that
    may be errors.
    """

    words: Floats32
    gaps: Floats32
    repairs: dict[PlaceInSentence, Floats32]


def sentence_readings(reading: Reading, words: Floats, gaps: Floats) -> Iterator[SentenceReading]:
    """The reading of each sentence, given the probabilities of groups of errors at all rows."""
    sides = reading.words, reading.gaps
    # They are sums of numbers of 32 bits, and have no more.
    groups = [side.astype(np.float32) for side in (words, gaps)]
    for first, last in pairwise(reading.places.tolist()):
        of_words, of_gaps = (table[first:last].copy() for table in groups)
        repairs = {
            (is_gap, place): sides[is_gap][first + place].copy()
            for is_gap, table in ((False, of_words), (True, of_gaps))
            for place in np.flatnonzero(table.sum(axis=1) >= _LEAST_P).tolist()
        }
        yield SentenceReading(of_words, of_gaps, repairs)


def tables_of(readings: Sequence[SentenceReading]) -> tuple[Floats, Floats, Ints]:
    """The tables of words and of gaps of all sentences, and where the rows of each begin."""
    words, gaps = (
        np.concatenate([getattr(each, name) for each in readings]).astype(np.float64)
        for name in ("words", "gaps")
    )
    return words, gaps, np.cumsum([0, *(len(each.words) for each in readings)])


def parts_by_length(lengths: Sequence[int]) -> Iterator[list[int]]:
    """The numbers of sentences of so many words, the short ones first, in parts of similar size.

    >>> list(parts_by_length([800, 3, 5, 900]))
    [[1, 2, 0], [3]]
    """
    part: list[int] = []
    n_words = 0
    for number in sorted(range(len(lengths)), key=lengths.__getitem__):
        if part and n_words + lengths[number] > _PART_WORDS:
            yield part
            part, n_words = [], 0
        part.append(number)
        n_words += lengths[number]
    if part:
        yield part
