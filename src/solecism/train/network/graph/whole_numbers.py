"""The nodes of a layer in a graph that multiplies 8-bit whole numbers.

States are rounded by ranges that were measured on text, so that the scores of a sentence do not
depend on the other sentences of its batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solecism.numeric.arrays import Floats32
from solecism.train.network.graph.nodes import FUSED, Nodes
from solecism.train.network.graph.rounding import Ranges, Weights, rounded_rows, smoothing, steps
from solecism.train.network.start import RELU

# Divisors this near to 1 are not worth a node.
_NEARLY_ONE = 1.001


@dataclass(frozen=True, slots=True, eq=False)
class _Whole:
    """The names of a state in 8 bits, of its scale and its zero, and its channels' divisors."""

    name: str
    scale: str
    zero: str
    divisors: Floats32


class WholeNumbers:
    """Nodes with whole numbers; each sum has the scales of its state and its row."""

    def __init__(self, nodes: Nodes, weights: Weights, ranges: Ranges) -> None:
        self._nodes, self._weights, self._ranges = nodes, weights, ranges

    def linear(self, state: str, name: str) -> str:
        """A state times a matrix, plus a vector."""
        return self.linears(state, [name], range_name=name)[0]

    def linears(self, state: str, names: Sequence[str], *, range_name: str) -> list[str]:
        """The same for several matrices."""
        whole = self._rounded(state, range_name)
        return [self._sum(whole, name) for name in names]

    def fed(self, state: str, up: str, down: str, *, activation: str) -> str:
        """A state after two matrices and an activation between.

        A ReLU needs no node: the inner state has no whole number below that of 0.
        """
        inner = self.linear(state, up)
        if activation != RELU:
            inner = self._nodes.node("FastGelu", [inner], f"{up}.active", domain=FUSED)
        return self.linear(inner, down)

    def _sum(self, whole: _Whole, name: str) -> str:
        values, scales = rounded_rows(self._weights[f"{name}.weight"] * whole.divisors)
        matrix = self._nodes.constant(f"{name}.weight", values.T)
        rows = self._nodes.constant(f"{name}.rows", scales)
        bias = self._nodes.constant(f"{name}.bias", self._weights[f"{name}.bias"])
        inputs = [whole.name, matrix, whole.scale, rows, whole.zero, "", bias]
        return self._nodes.node("MatMulIntegerToFloat", inputs, f"{name}.sum", domain=FUSED)

    def _rounded(self, state: str, name: str) -> _Whole:
        """A state, whose range has this name, in 8 bits."""
        least, greatest = self._ranges[name]
        divisors = smoothing((least, greatest))
        if divisors.max() <= _NEARLY_ONE:
            divisors = np.ones_like(divisors)
        else:
            factors = self._nodes.constant(f"{name}.factors", 1 / divisors)
            state = self._nodes.node("Mul", [state, factors], f"{name}.even")
        quantised = steps((least / divisors, greatest / divisors))
        scale = self._nodes.constant(f"{name}.scale", np.array(quantised.size, np.float32))
        zero = self._nodes.constant(f"{name}.zero", np.array(quantised.zero, np.uint8))
        whole = self._nodes.node("QuantizeLinear", [state, scale, zero], f"{name}.whole")
        return _Whole(whole, scale, zero, divisors)
