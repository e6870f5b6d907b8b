"""Running the network: the probabilities of repairs of each word and of the gap before it.

The probabilities of all repairs at a word and at the gap before it take five kilobytes. They are
needed where an error is flagged, which is at few places: kept of a sentence are the probabilities
of groups of errors, and likely repairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from solecism.detect.network.encoding import Encoded, Pieces, encoded, even_batches
from solecism.numeric import Floats, Floats32, Ints, softmax
from solecism.system.processes import batches

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

# Larger batches take more memory, and are not faster.
_BATCH_PIECES = 512
_BATCHES_PER_THREAD = 4
# Longer sentences are read in stretches that overlap.
_MAX_WORDS, _OVERLAP = 120, 30
_MAX_PIECES = 510
_SCORES, _HIDDEN = ("words.sum", "gaps.sum"), ("hidden.sum",)


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """The probabilities at each word of all sentences, and after each sentence's last word.

    `places` says where sentences begin: sentence n has the rows from places[n] to places[n + 1],
    the last of which is its end.
    """

    words: Floats32
    gaps: Floats32
    places: Ints


def read(
    sentences: Sequence[Sequence[str]],
    session: InferenceSession,
    pieces: Pieces,
    *,
    n_threads: int = 1,
) -> Reading:
    """The probabilities of repairs at the words and gaps of sentences, read by some threads."""
    return Reading(*_probabilities(sentences, session, pieces, n_threads))


def hidden_scores(code: Encoded, session: InferenceSession) -> Iterator[tuple[Ints, Floats32]]:
    """For batches of encoded sentences: the numbers of their firsts, and scores of prepositions."""
    for firsts, [scores] in _outputs(code, session, _HIDDEN):
        yield firsts, scores


def _probabilities(
    sentences: Sequence[Sequence[str]],
    session: InferenceSession,
    pieces: Pieces,
    n_threads: int,
) -> tuple[Floats32, Floats32, Ints]:
    """The probabilities of repairs of words and of gaps by row, and the first row of sentences.

    They are computed batch by batch, while the scores are in the processor's cache.
    """
    stretches = [each for number, words in enumerate(sentences) for each in _cut(number, words)]
    code = encoded([words for _, _, words in stretches], pieces)
    places = np.cumsum([0, *(len(words) + 1 for words in sentences)])
    targets = np.concatenate([*(_rows(each, places) for each in stretches), places[:0]])
    tables: list[Floats32] = []
    for firsts, outputs in _outputs(code, session, _SCORES, n_threads):
        rows = targets[firsts]
        is_used = rows >= 0
        tables = tables or [np.zeros((places[-1], each.shape[1]), np.float32) for each in outputs]
        for table, scores in zip(tables, outputs, strict=True):
            table[rows[is_used]] = softmax(scores[is_used])
    words, gaps = tables or [np.zeros((0, 1), np.float32)] * 2
    return words, gaps, places


def _outputs(
    code: Encoded, session: InferenceSession, names: Sequence[str], n_threads: int = 1
) -> Iterator[tuple[Ints, list[Floats32]]]:
    """For batches of sentences: the numbers of their firsts, and the network's outputs there."""

    def output(numbers: Ints) -> tuple[Ints, list[Floats32]]:
        outputs = session.run(list(names), inputs_of(code, numbers))
        return firsts_of(code, numbers), list(outputs)

    several = even_batches(np.minimum(code.lengths, _MAX_PIECES), max_pieces=_BATCH_PIECES)
    if n_threads == 1 or len(several) == 1:
        yield from map(output, several)
        return
    # A few at a time, because outputs take much memory.
    for some in batches(several, _BATCHES_PER_THREAD * n_threads):
        yield from _pool(n_threads).map(output, some)


@cache
def _pool(n_threads: int) -> ThreadPoolExecutor:
    """Threads in which networks run, at the same time because they do not hold Python's lock."""
    return ThreadPoolExecutor(n_threads, "network")


def firsts_of(code: Encoded, numbers: Ints) -> Ints:
    """The numbers of the firsts of some sentences, one sentence after another."""
    sizes = code.places[numbers + 1] - code.places[numbers]
    shifts = code.places[numbers] - (np.cumsum(sizes) - sizes)
    return np.asarray(np.repeat(shifts, sizes) + np.arange(sizes.sum()))


def inputs_of(code: Encoded, numbers: Ints) -> dict[str, Ints]:
    """The inputs of the network for sentences of one length; longer ones are cut."""
    length = min(int(code.lengths[numbers].min()), _MAX_PIECES)
    starts = code.offsets[numbers]
    inside = starts[:, None] + np.arange(length)
    sizes = code.places[numbers + 1] - code.places[numbers]
    firsts = code.firsts[firsts_of(code, numbers)] - np.repeat(starts, sizes)
    rows = np.minimum(firsts, length - 1) + np.repeat(np.arange(len(numbers)) * length, sizes)
    return {
        "pieces": code.pieces[inside].astype(np.int64),
        "cases": code.cases[inside].astype(np.int64),
        "rows": rows,
    }


_Stretch = tuple[int, int, Sequence[str]]


def _cut(number: int, words: Sequence[str]) -> Iterator[_Stretch]:
    """The sentence's number, the word at which each stretch of it begins, and its words."""
    start = 0
    while True:
        yield number, start, words[start : start + _MAX_WORDS]
        if start + _MAX_WORDS >= len(words):
            return
        start += _MAX_WORDS - _OVERLAP


def _rows(stretch: _Stretch, places: Ints) -> Ints:
    """The rows that a stretch is used for; -1 where another stretch has more context."""
    owner, start, words = stretch
    first = places[owner] + start
    rows = np.arange(first, first + len(words) + 1)
    margin = _OVERLAP // 2
    if start:
        rows[:margin] = -1
    if rows[-1] != places[owner + 1] - 1:
        rows[len(words) - margin :] = -1
    return rows


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
