"""What a layer computes as nodes of a graph that multiplies whole numbers of 8 bits.

States are rounded by ranges that were measured on text, so that what is said of a sentence does
not depend on those read beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solecism.detect.training.strong.nodes import FUSED, Nodes
from solecism.detect.training.strong.rounding import (
    Floats,
    Ranges,
    Weights,
    rounded_rows,
    smoothing,
    steps,
)

# Divisors this near to 1 are not worth a node.
_NEARLY_ONE = 1.001


@dataclass(frozen=True, slots=True, eq=False)
class _Count:
    """How a state is counted: the names of its scale and zero, the scale, and the divisors."""

    scale: str
    zero: str
    size: float
    divisors: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _Matrix:
    """A matrix in 8 bits: the names of it and of its scales; what scales and bias are."""

    name: str
    scale: str
    scales: Floats
    bias: Floats


class WholeNumbers:
    """Sums of whole products, each of which has the scale of its state and its row."""

    def __init__(self, nodes: Nodes, weights: Weights, ranges: Ranges) -> None:
        self._nodes, self._weights, self._ranges = nodes, weights, ranges

    def linear(self, state: str, name: str) -> str:
        """A state times a matrix, plus a vector."""
        return self.linears(state, [name], range_name=name)[0]

    def linears(self, state: str, names: Sequence[str], *, range_name: str) -> list[str]:
        """The same for several matrices."""
        whole, count = self._rounded(state, range_name)
        return [self._sum(whole, count, name) for name in names]

    def fed(self, state: str, up: str, down: str) -> str:
        """A state after two matrices and a ReLU between.

        The ReLU needs no node: the inner state has no whole number below that of 0.
        """
        return self.linear(self.linear(state, up), down)

    def _sum(self, whole: str, count: _Count, name: str) -> str:
        matrix = self._matrix(name, count.divisors)
        bias = self._nodes.constant(f"{name}.bias", matrix.bias)
        inputs = [whole, matrix.name, count.scale, matrix.scale, count.zero, "", bias]
        return self._nodes.node("MatMulIntegerToFloat", inputs, f"{name}.sum", domain=FUSED)

    def _rounded(self, state: str, name: str) -> tuple[str, _Count]:
        """A state whose range has this name, in 8 bits."""
        divisors = smoothing(self._ranges[name])
        if divisors.max() <= _NEARLY_ONE:
            divisors = np.ones_like(divisors)
        else:
            factors = self._nodes.constant(f"{name}.factors", 1 / divisors)
            state = self._nodes.node("Mul", [state, factors], f"{name}.even")
        count = self._counted(name, divisors)
        inputs = [state, count.scale, count.zero]
        return self._nodes.node("QuantizeLinear", inputs, f"{name}.whole"), count

    def _counted(self, name: str, divisors: Floats) -> _Count:
        """How a state of this range is counted, once it is divided."""
        least, greatest = self._ranges[name]
        found = steps((least / divisors, greatest / divisors))
        scale = self._nodes.constant(f"{name}.scale", np.array(found.size, np.float32))
        zero = self._nodes.constant(f"{name}.zero", np.array(found.zero, np.uint8))
        return _Count(scale, zero, found.size, divisors)

    def _matrix(self, name: str, divisors: Floats) -> _Matrix:
        values, scales = rounded_rows(self._weights[f"{name}.weight"] * divisors)
        return _Matrix(
            self._nodes.constant(f"{name}.weight", values.T),
            self._nodes.constant(f"{name}.rows", scales),
            scales,
            self._weights[f"{name}.bias"],
        )
