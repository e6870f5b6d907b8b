"""Rounding of weights and states to 8 bits: one scale per row, ranges of states from text.

Channels of large range are divided, and the weights they are multiplied with are multiplied (Xiao
et al. 2023). Where the step before is linear, or a ReLU, its weights are divided instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solecism.numeric.arrays import Floats32

Weights = Mapping[str, Floats32]
# The least and the greatest value of every channel of the state that a matrix is multiplied with.
Range = tuple[Floats32, Floats32]
Ranges = Mapping[str, Range]
_LEVELS, _BYTE = 127.0, 255
# A channel with at most this many times the median range is not divided.
_USUAL = 2.0


@dataclass(frozen=True, slots=True)
class Steps:
    """The quantisation of a state: the size of a step, and the number of zero."""

    size: float
    zero: int


def steps(channels: Range) -> Steps:
    """The steps that fit all channels of a state."""
    low, high = min(float(channels[0].min()), 0.0), max(float(channels[1].max()), 0.0)
    size = max(high - low, 1e-6) / _BYTE
    return Steps(size, round(-low / size))


def rounded_rows(matrix: Floats32) -> tuple[npt.NDArray[np.int8], Floats32]:
    """A matrix in 8 bits, and the scale of each row."""
    scales = (np.abs(matrix).max(axis=1) / _LEVELS).astype(np.float32)
    scales[scales == 0] = 1.0
    values = np.rint(matrix / scales[:, None]).clip(-_LEVELS, _LEVELS)
    return values.astype(np.int8), scales


def smoothing(channels: Range) -> Floats32:
    """The divisor of each channel: above 1 for those with more than twice the median range."""
    reach = np.maximum(np.abs(channels[0]), np.abs(channels[1]))
    usual = max(float(np.median(reach)), 1e-6)
    return np.maximum(1, reach / (_USUAL * usual)).astype(np.float32)


def evened(
    weights: Weights, ranges: Ranges, *, n_layers: int, is_relu: bool = True
) -> tuple[Weights, Ranges]:
    """The same network, in which attended and inner states have channels of similar range.

    Attention is linear in the values, and a ReLU commutes with a positive factor, so that the rows
    before are divided and the columns behind multiplied. Other activations do not.
    """
    scaled, scaled_ranges = dict(weights), dict(ranges)
    for layer in range(n_layers):
        pairs = [(f"{layer}.value", f"{layer}.out")]
        for before, behind in [*pairs, (f"{layer}.up", f"{layer}.down")] if is_relu else pairs:
            least, greatest = ranges[behind]
            divisors = smoothing((least, greatest))
            scaled[f"{before}.weight"] = weights[f"{before}.weight"] / divisors[:, None]
            scaled[f"{before}.bias"] = weights[f"{before}.bias"] / divisors
            scaled[f"{behind}.weight"] = weights[f"{behind}.weight"] * divisors
            scaled_ranges[behind] = (least / divisors, greatest / divisors)
    return scaled, scaled_ranges
