"""Read sentences with the network: for each word and gap, the probability of every repair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from solecism.detect.strong.encode import Encoded, batches, encoded
from solecism.detect.strong.pieces import Pieces

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Floats = npt.NDArray[np.float32]
_BATCH_PIECES = 2_048
# Longer sentences are read in stretches, each of which begins some words before the last one's end.
_MAX_WORDS, _OVERLAP = 120, 30
_MAX_PIECES = 510
_HEADS = ("words", "gaps", "hidden")


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """The probabilities at each word of all sentences, and after each sentence's last word.

    `places` tells where sentences begin: sentence n has the rows from places[n] to places[n + 1],
    the last of which is its end.
    """

    words: Floats
    gaps: Floats
    places: npt.NDArray[np.int64]


def read(sentences: Sequence[Sequence[str]], session: InferenceSession, pieces: Pieces) -> Reading:
    """What the network says of the words of sentences."""
    stretches = [each for number, words in enumerate(sentences) for each in _cut(number, words)]
    code = encoded([words for _, _, words in stretches], pieces)
    lengths = np.array([len(words) + 1 for words in sentences], np.int64)
    places = np.append(0, np.cumsum(lengths))
    found: list[Floats | None] = [None, None]
    for numbers in batches(code.lengths, max_pieces=_BATCH_PIECES):
        scores = _scores(session, code, numbers, _HEADS[:2])
        rows = np.concatenate([_rows(stretches[n], places) for n in numbers])
        is_wanted = rows >= 0
        for head, values in enumerate(scores):
            table = found[head]
            if table is None:
                table = found[head] = np.zeros((places[-1], values.shape[1]), np.float32)
            table[rows[is_wanted]] = softmax(values[is_wanted])
    words, gaps = (np.zeros((0, 1), np.float32) if table is None else table for table in found)
    return Reading(words, gaps, places)


def hidden_scores(
    code: Encoded, session: InferenceSession
) -> Iterator[tuple[npt.NDArray[np.int64], Floats]]:
    """For batches of encoded sentences: their firsts' numbers, and each preposition's score."""
    for numbers in batches(code.lengths, max_pieces=_BATCH_PIECES):
        places = [np.arange(code.places[n], code.places[n + 1]) for n in numbers]
        yield np.concatenate(places), _scores(session, code, numbers, _HEADS[2:])[0]


def softmax(scores: Floats) -> Floats:
    """Probabilities of scores, row by row."""
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    return np.asarray(shares)


def _scores(
    session: InferenceSession,
    code: Encoded,
    numbers: npt.NDArray[np.int64],
    heads: Sequence[str],
) -> list[Floats]:
    """The scores at the firsts of a batch, sentence after sentence."""
    return list(session.run([f"{head}.sum" for head in heads], inputs_of(code, numbers)))


def inputs_of(code: Encoded, numbers: npt.NDArray[np.int64]) -> dict[str, npt.NDArray[np.int64]]:
    """What the network reads of some sentences, padded to the longest."""
    length = min(int(code.lengths[numbers].max()), _MAX_PIECES)
    pieces = np.zeros((len(numbers), length), np.int64)
    cases = np.zeros_like(pieces)
    rows = []
    for row, number in enumerate(numbers):
        start, end = (
            code.offsets[number],
            min(code.offsets[number + 1], code.offsets[number] + length),
        )
        pieces[row, : end - start] = code.pieces[start:end]
        cases[row, : end - start] = code.cases[start:end]
        firsts = code.firsts[code.places[number] : code.places[number + 1]] - start
        rows.append(np.minimum(firsts, length - 1) + row * length)
    return {"pieces": pieces, "cases": cases, "rows": np.concatenate(rows)}


_Stretch = tuple[int, int, Sequence[str]]


def _cut(number: int, words: Sequence[str]) -> Iterator[_Stretch]:
    """The sentence's number, the word at which each stretch of it begins, and its words."""
    start = 0
    while True:
        yield number, start, words[start : start + _MAX_WORDS]
        if start + _MAX_WORDS >= len(words):
            return
        start += _MAX_WORDS - _OVERLAP


def _rows(stretch: _Stretch, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The rows of a sentence that a stretch tells about; -1 where another stretch knows better."""
    owner, start, words = stretch
    first = places[owner] + start
    rows = np.arange(first, first + len(words) + 1)
    margin = _OVERLAP // 2
    if start:
        rows[:margin] = -1
    if rows[-1] != places[owner + 1] - 1:
        rows[len(words) - margin :] = -1
    return rows
