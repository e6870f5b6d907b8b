"""The nodes of a layer in a graph that rounds nothing and outputs the ranges of states."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solecism.train.network.graph.nodes import Nodes
from solecism.train.network.graph.rounding import Weights
from solecism.train.network.start import RELU

LEAST, GREATEST = "least", "greatest"


class RealNumbers:
    """Nodes with real numbers; `ranges` has the names of states whose ranges are output."""

    def __init__(self, nodes: Nodes, weights: Weights) -> None:
        self._nodes, self._weights = nodes, weights
        self.ranges: list[str] = []

    def linear(self, state: str, name: str) -> str:
        """A state times a matrix, plus a vector."""
        return self.linears(state, [name], range_name=name)[0]

    def linears(self, state: str, names: Sequence[str], *, range_name: str) -> list[str]:
        """The same for several matrices."""
        self.ranges.append(range_name)
        rows = self._nodes.constant(f"{range_name}.axes", np.array([0]))
        for operator, side in (("ReduceMin", LEAST), ("ReduceMax", GREATEST)):
            self._nodes.node(operator, [state, rows], f"{range_name}.{side}", keepdims=0)
        return [self._sum(state, name) for name in names]

    def fed(self, state: str, up: str, down: str, *, activation: str) -> str:
        """A state after two matrices and an activation between."""
        operator = "Relu" if activation == RELU else "Gelu"
        inner = self._nodes.node(operator, [self.linear(state, up)], f"{up}.active")
        return self.linear(inner, down)

    def _sum(self, state: str, name: str) -> str:
        matrix = self._nodes.constant(f"{name}.weight", self._weights[f"{name}.weight"].T)
        bias = self._nodes.constant(f"{name}.bias", self._weights[f"{name}.bias"])
        product = self._nodes.node("MatMul", [state, matrix], f"{name}.product")
        return self._nodes.node("Add", [product, bias], f"{name}.sum")
