"""From trained weights to the bytes of a model: ranges are measured, states and weights rounded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice

import numpy as np
import numpy.typing as npt

from solecism.detect.strong import model
from solecism.detect.strong.encode import encoded
from solecism.detect.strong.pieces import Pieces
from solecism.detect.strong.read import inputs_of
from solecism.detect.strong.repairs import Repairs
from solecism.detect.strong.tuning import Tuning, untuned
from solecism.detect.training.strong.graph import graph, measured_ranges
from solecism.detect.training.strong.start import Shape

# Outliers are the same in every sentence, so that a few sentences show them.
_N_MEASURED, _MAX_WORDS = 1_000, 100


def exported(
    weights: Mapping[str, npt.NDArray[np.float32]],
    shape: Shape,
    pieces: Pieces,
    repairs: Repairs,
    sentences: Sequence[Sequence[str]],
) -> Callable[[Tuning], bytes]:
    """What gives the bytes of the model by its tuning; ranges are those of some sentences."""
    short = islice((each for each in sentences if len(each) <= _MAX_WORDS), _N_MEASURED)
    code = encoded(short, pieces)
    plain = graph(weights, shape, notes=model.notes_of(pieces, repairs, untuned()))
    reader = model.parse(plain.SerializeToString(), file="the new model").session
    numbers = (np.array([number]) for number in range(len(code)))
    ranges = measured_ranges(reader, (inputs_of(code, each) for each in numbers))

    def bytes_with(tuning: Tuning) -> bytes:
        notes = model.notes_of(pieces, repairs, tuning)
        return bytes(graph(weights, shape, ranges=ranges, notes=notes).SerializeToString())

    return bytes_with
