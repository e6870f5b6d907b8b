"""Weights and states in 8 bits: rows by a scale each, states by ranges measured on text.

Channels of great range are made smaller, and the weights they are multiplied with greater (Xiao
et al. 2023). Where the step before is linear, or a ReLU, it is its weights that make them smaller.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solecism.arrays import Floats32

Weights = Mapping[str, Floats32]
# The least and the greatest value of every channel of what each matrix is multiplied with.
Range = tuple[Floats32, Floats32]
Ranges = Mapping[str, Range]
_LEVELS, _BYTE = 127.0, 255
# A channel that reaches so many times as far as is usual stays as it is.
_USUAL = 2.0


@dataclass(frozen=True, slots=True)
class Steps:
    """How a state is counted in whole numbers: the size of a step, and the number of zero."""

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
    """By how much to divide each channel: those of twice the usual range, or more, come down."""
    reach = np.maximum(np.abs(channels[0]), np.abs(channels[1]))
    usual = max(float(np.median(reach)), 1e-6)
    return np.maximum(1, reach / (_USUAL * usual)).astype(np.float32)


def evened(weights: Weights, ranges: Ranges, *, n_layers: int) -> tuple[Weights, Ranges]:
    """The same network, in which attended and inner states have channels of like range.

    What is attended to is linear in the values, and a ReLU commutes with a positive factor, so
    that the rows before take the divisors and the columns behind their inverse.
    """
    found, known = dict(weights), dict(ranges)
    for layer in range(n_layers):
        for before, behind in (
            (f"{layer}.value", f"{layer}.out"),
            (f"{layer}.up", f"{layer}.down"),
        ):
            least, greatest = ranges[behind]
            divisors = smoothing((least, greatest))
            found[f"{before}.weight"] = weights[f"{before}.weight"] / divisors[:, None]
            found[f"{before}.bias"] = weights[f"{before}.bias"] / divisors
            found[f"{behind}.weight"] = weights[f"{behind}.weight"] * divisors
            known[behind] = (least / divisors, greatest / divisors)
    return found, known
