"""Export of trained weights to a model file: ranges are measured, weights and states rounded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from solecism.detect.network import model
from solecism.detect.network.encode import Encoded, encoded
from solecism.detect.network.pieces import Pieces
from solecism.detect.network.read import inputs_of
from solecism.detect.network.repairs import Repairs
from solecism.detect.network.tuning import Tuning
from solecism.train.network.graph.graph import (
    Network,
    measured_ranges,
    measuring_graph,
    score_graph,
)

# Outliers are the same in every sentence, so that a few sentences show them.
_N_MEASURED, _MAX_WORDS = 1_000, 100


def exported(
    network: Network,
    pieces: Pieces,
    repairs: Repairs,
    sentences: Sequence[Sequence[str]],
) -> Callable[[Tuning, Tuning], bytes]:
    """A function from the tunings, alone and in a cascade, to the bytes of the model.

    The ranges of states are measured on some of the sentences.
    """
    short = islice((each for each in sentences if len(each) <= _MAX_WORDS), _N_MEASURED)
    code = encoded(short, pieces)
    reader = measured(network, code)

    def bytes_with(tuning: Tuning, cascade: Tuning) -> bytes:
        notes = model.notes_of(pieces, repairs, tuning, cascade)
        return score_graph(reader, notes=notes)

    return bytes_with


def measured(network: Network, code: Encoded) -> Network:
    """The network with the ranges of its states on encoded sentences, each read alone."""
    session = model.session_of(measuring_graph(network))
    numbers = (np.array([number]) for number in range(len(code)))
    ranges = measured_ranges(session, (inputs_of(code, each) for each in numbers))
    return replace(network, ranges=ranges)
