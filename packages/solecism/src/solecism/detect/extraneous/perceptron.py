"""Extraneous prepositions by an averaged perceptron, with the writer's choice as a feature.

Paper 002, section 2.1, after Freund and Schapire (1999), over the contexts of Tetreault and
Chodorow (2008). Every feature exists twice: for the context alone, and together with the
preposition that the writer chose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

import numpy as np
import numpy.typing as npt

from solecism.detect.extraneous.detector import (
    CALIBRATION,
    ExtraneousDetector,
    PlattCalibration,
    calibration_of,
)
from solecism.detect.extraneous.language_model import joined
from solecism.detect.light.preposition_features import (
    INDEX,
    PrepositionPlaces,
    preposition_contexts,
)
from solecism.errors import ModelError
from solecism.locate.sentence_columns import columns
from solecism.numeric import Floats, UInts32
from solecism.sentence import Sentence
from solecism.system import archive
from solecism.system.installation import model_path, read_model

NAME = "perceptron"
VERSION = 1
BUNDLED_MODEL = model_path("perceptron.npz")
N_WEIGHTS = 1 << 20
# The columns that are joined in each feature; names as in `contexts`.
TEMPLATES = (
    "L1|R1|L1 R1|L2 L1|R1 R2|L1 R1 R2|L2 L1 R1|tL1 tR1|tL2 tL1 tR1|tL1 tR1 tR2|tL2 tL1 tR1 tR2"
    "|L1 tR1|tL1 R1|tL1 R1 R2|PV|PN|FH|PV FH|PN FH|L1 FH|tL1 FH|PV tL1 tR1|tPV FH|L1 tFH|FP"
    "|tL1 FP|PP"
).split("|")

Rows = UInts32
Weights = npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class Perceptron:
    """One weight per bucket of features, and the calibration of scores."""

    weights: Weights
    calibration: PlattCalibration

    def scores(self, rows: Rows) -> Floats:
        """The sum of the weights of each row of features."""
        return np.asarray(self.weights[rows].sum(axis=1, dtype=np.int64), dtype=np.float64)

    def __call__(self, sentences: Sequence[Sentence], places: Sequence[Sequence[int]]) -> Floats:
        """The score of each place."""
        return self.scores(features(sentences, places))


def features(sentences: Sequence[Sentence], places: Sequence[Sequence[int]]) -> Rows:
    """One row per place with the numbers of its weights; a place is the number of a word."""
    table = columns(sentences)
    sizes = [len(each) for each in places]
    shift = np.repeat(table.starts, sizes)
    lefts = np.fromiter(chain.from_iterable(places), dtype=np.int64, count=sum(sizes)) + shift
    around = preposition_contexts(
        table, PrepositionPlaces(lefts, lefts + 1, table.choices[lefts])
    ).astype(np.uint64)
    chosen = table.words[lefts].astype(np.uint64)
    rows = np.empty((len(lefts), 2 * len(TEMPLATES) + 1), dtype=np.uint32)
    rows[:, -1] = _bucket(chosen)
    for number, template in enumerate(TEMPLATES):
        mixed = np.full(len(lefts), number + 1, dtype=np.uint64)
        for name in template.split():
            mixed = joined(mixed, around[:, INDEX[name]])
        rows[:, 2 * number] = _bucket(mixed)
        rows[:, 2 * number + 1] = _bucket(joined(mixed, chosen))
    return rows


def _bucket(hashes: npt.NDArray[np.uint64]) -> Rows:
    mixed = joined(hashes, np.zeros_like(hashes))
    return (mixed >> np.uint64(32)).astype(np.uint32) % np.uint32(N_WEIGHTS)


def detector(model: Perceptron) -> ExtraneousDetector:
    """The detector with these weights."""
    return ExtraneousDetector(NAME, model, model.calibration)


@cache
def bundled() -> ExtraneousDetector:
    """The detector that comes with this package, loaded when first asked for."""
    return detector(read(BUNDLED_MODEL))


def parse(data: bytes, *, file: str) -> Perceptron:
    """The model in the bytes of its file."""
    remedy = "Train one with `solecism train perceptron`."
    names = ("weights", CALIBRATION)
    arrays = archive.parse(data, names=names, version=VERSION, file=file, remedy=remedy)
    weights = arrays["weights"]
    if weights.shape != (N_WEIGHTS,) or weights.dtype != np.int8:
        raise ModelError(f"{file}: its weights are damaged. {remedy}")
    return Perceptron(weights, calibration_of(arrays[CALIBRATION], file=file))


def format(model: Perceptron) -> bytes:
    """The bytes of the model's file; `parse` gives the model back."""
    arrays: archive.Arrays = {"weights": model.weights, CALIBRATION: model.calibration.numbers()}
    return archive.format(arrays, version=VERSION)


def read(path: Path) -> Perceptron:
    """The model in a file."""
    return parse(read_model(path), file=str(path))
