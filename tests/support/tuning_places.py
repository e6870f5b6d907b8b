"""Places that were drawn at random, as a network and its annotators might see them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import CalibrationLine
from solecism.numeric import Bools, Floats
from solecism_lab.train.network.tuning.tuning_data import TuningData

N = 20_000
_PLACES_A_SENTENCE = 20


def tuning_places(
    network_p: Floats,
    is_error: Bools,
    second_p: Floats | None = None,
    *,
    owners: npt.NDArray[np.int64] | None = None,
) -> TuningData:
    """Places whose second detector is silent, in texts of one sentence and one length."""
    if owners is None:
        owners = np.arange(len(network_p)) // _PLACES_A_SENTENCE
    return TuningData(
        network_p,
        np.full_like(network_p, np.nan) if second_p is None else second_p,
        is_error.astype(np.int64),
        is_error.astype(np.int64).max(axis=1, initial=0),
        owners,
        owners,
    )


def drawn_probabilities(rng: np.random.Generator, n: int = N) -> Floats:
    """Shares of which most are near 0."""
    return rng.beta(0.05, 1.0, (n, len(GROUPS)))


def drawn_places(seed: int, *, slope: float = 1.0) -> TuningData:
    """Places whose errors are as frequent as a line through the network's probabilities says."""
    rng = np.random.default_rng(seed)
    network_p = drawn_probabilities(rng)
    return tuning_places(
        network_p, rng.random(network_p.shape) < CalibrationLine(slope, 0.0)(network_p)
    )


def native_places(seed: int, *, part: float = 1.0) -> TuningData:
    """Places without errors, where the network's probabilities are lower than drawn."""
    network_p = drawn_probabilities(np.random.default_rng(seed)) * part
    return tuning_places(network_p, np.zeros(network_p.shape, np.bool_))
