"""Places that were drawn at random, as a network and its annotators might see them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from solecism.arrays import Bools, Floats
from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import Line
from solecism.train.network.tuning.judge import Judged

N = 20_000
_PLACES_A_SENTENCE = 20


def judged_places(
    shares: Floats,
    is_error: Bools,
    opinions: Floats | None = None,
    *,
    owners: npt.NDArray[np.int64] | None = None,
) -> Judged:
    """Places whose second detector is silent, in sentences of one length, if nobody says more."""
    return Judged(
        shares,
        np.full_like(shares, np.nan) if opinions is None else opinions,
        is_error.astype(np.int64),
        np.arange(len(shares)) // _PLACES_A_SENTENCE if owners is None else owners,
    )


def drawn_shares(rng: np.random.Generator, n: int = N) -> Floats:
    """Shares of which most are near 0."""
    return rng.beta(0.05, 1.0, (n, len(GROUPS)))


def drawn_places(seed: int, *, slope: float = 1.0) -> Judged:
    """Places whose errors are as frequent as a line through the shares says."""
    rng = np.random.default_rng(seed)
    shares = drawn_shares(rng)
    return judged_places(shares, rng.random(shares.shape) < Line(slope, 0.0)(shares))


def native_places(seed: int, *, part: float = 1.0) -> Judged:
    """Places without errors, where the network's shares are so much less than drawn."""
    shares = drawn_shares(np.random.default_rng(seed)) * part
    return judged_places(shares, np.zeros(shares.shape, np.bool_))
