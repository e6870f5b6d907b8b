"""Extraneous prepositions by a language model: is the text more probable without the word?

Paper 002, section 2.1: a 4-gram model scores the words around a preposition as they stand and
with the preposition left out. Ties go to OK. Scores by "stupid backoff" (Brants et al. 2007), which
on tuning data did as well as interpolated absolute discounting and needs counts only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from solecism.detect.extraneous import ngram_table
from solecism.detect.extraneous.detector import (
    CALIBRATION,
    ExtraneousDetector,
    PlattCalibration,
    calibration_of,
)
from solecism.detect.extraneous.ngram import (
    BOUNDARY,
    N_BOUNDARIES,
    ORDER,
    Hashes,
    WordHashes,
    joined,
    word_hash,
)
from solecism.detect.extraneous.ngram_table import NgramTable
from solecism.numeric.arrays import Floats
from solecism.sentence import Sentence
from solecism.system import archive
from solecism.system.bundled import model_path, read_model

NAME = "lm"
VERSION = 1
BUNDLED_MODEL = model_path("lm.npz")

BACK_OFF = 0.4
_WINDOW = 2 * N_BOUNDARIES + 1
_MAX_WORDS_REMEMBERED = 50_000
# The n-grams that end in the preposition or have it in their context, and those that end in the
# same words when it is left out.
_AS_IT_STANDS = [list(range(end - ORDER, end)) for end in range(ORDER, 2 * ORDER)]
_LEFT_OUT = [
    [place + (place >= N_BOUNDARIES) for place in range(end - ORDER, end)]
    for end in range(ORDER, 2 * ORDER - 1)
]


@dataclass(frozen=True, slots=True, eq=False)
class LanguageModel:
    """Counts of n-grams, and the calibration of scores."""

    table: NgramTable
    calibration: PlattCalibration


class WindowScorer:
    """The scorer by a table of n-grams; it caches the hashes of words."""

    def __init__(self, table: NgramTable) -> None:
        self.table = table
        self._hashes = WordHashes(table.has)

    def windows(self, sentences: Sequence[Sentence], places: Sequence[Sequence[int]]) -> Hashes:
        """The hashes of each place's word, in the middle of the three before and after."""
        if len(self._hashes) > _MAX_WORDS_REMEMBERED:
            self._hashes.clear()
        boundary = [word_hash(BOUNDARY)] * N_BOUNDARIES
        rows: list[list[int]] = []
        for sentence, its_places in zip(sentences, places, strict=True):
            if its_places:
                hashes = map(self._hashes.__getitem__, sentence.words)
                padded = [*boundary, *hashes, *boundary]
                rows += [padded[place : place + _WINDOW] for place in its_places]
        return np.array(rows, dtype=np.uint64).reshape(-1, _WINDOW)

    def __call__(self, sentences: Sequence[Sentence], places: Sequence[Sequence[int]]) -> Floats:
        """The score of each place."""
        return _extraneous_scores(self.table, self.windows(sentences, places))


def log_scores(table: NgramTable, ngrams: Hashes) -> Floats:
    """The log score of the last of four words (one row each) after the three before it.

    Where the four were not seen together, the first is left out with a penalty, and so on. Scores
    are not probabilities: they do not sum to 1.
    """
    last = ngrams[:, -1]
    share = np.maximum(table.look_up(last), 1.0) / table.n_words
    for n_before in range(1, ORDER):
        context = ngrams[:, -1 - n_before]
        for place in range(-n_before, -1):
            context = joined(context, ngrams[:, place])
        n_context = np.maximum(table.look_up(context), 1.0)
        n_together = table.look_up(joined(context, last))
        share = np.where(n_together > 0, n_together / n_context, BACK_OFF * share)
    return np.asarray(np.log(share))


def _extraneous_scores(table: NgramTable, windows: Hashes) -> Floats:
    """For windows of seven words: the log score without the middle word minus that with it."""
    with_it, without_it = (
        log_scores(table, windows[:, places].reshape(-1, ORDER))
        .reshape(-1, len(places))
        .sum(axis=1)
        for places in (_AS_IT_STANDS, _LEFT_OUT)
    )
    return np.asarray(without_it - with_it)


def detector(model: LanguageModel) -> ExtraneousDetector:
    """The detector with this model."""
    return ExtraneousDetector(NAME, WindowScorer(model.table), model.calibration)


@cache
def bundled() -> ExtraneousDetector:
    """The detector that comes with this package, loaded when first asked for."""
    return detector(read(BUNDLED_MODEL))


def parse(data: bytes, *, file: str) -> LanguageModel:
    """The model in the bytes of its file."""
    arrays = archive.parse(
        data,
        names=(*ngram_table.ARRAYS, CALIBRATION),
        version=VERSION,
        file=file,
        remedy="Train one with `solecism train lm`.",
    )
    table = ngram_table.from_arrays(arrays, file=file)
    return LanguageModel(table, calibration_of(arrays[CALIBRATION], file=file))


def format(model: LanguageModel) -> bytes:
    """The bytes of the model's file; `parse` gives the model back."""
    arrays = ngram_table.to_arrays(model.table)
    arrays[CALIBRATION] = model.calibration.numbers()
    return archive.format(arrays, version=VERSION)


def read(path: Path) -> LanguageModel:
    """The model in a file."""
    return parse(read_model(path), file=str(path))
