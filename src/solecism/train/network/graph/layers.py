"""A network as nodes of a graph: embeddings of pieces, layers, and heads at some rows.

All sentences of a batch have the same length, so that nothing is padded and nothing masked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from onnx import TensorProto

from solecism.train.network.graph.nodes import Nodes
from solecism.train.network.graph.rounding import Weights, rounded_rows
from solecism.train.network.start import EPSILON, Shape, distance_classes

# The names of the parts of attention, and of the states that all heads read.
ATTENTION = ("query", "key", "value")
ASKED = "asked"
# The table of what distances add to attention.
NEAR = "near.values"


class Numbers(Protocol):
    """A builder of nodes that compute with weights, in real or whole numbers."""

    def linear(self, state: str, name: str) -> str:
        """A state times a matrix, plus a vector."""

    def linears(self, state: str, names: Sequence[str], *, range_name: str) -> list[str]:
        """The same for several matrices."""

    def fed(self, state: str, up: str, down: str, *, activation: str) -> str:
        """A state after two matrices and an activation between."""


class Layers:
    """The parts of one network; states have one row per piece."""

    def __init__(self, nodes: Nodes, numbers: Numbers, weights: Weights, shape: Shape) -> None:
        self._nodes, self._numbers, self._weights, self._shape = nodes, numbers, weights, shape
        self._flat = nodes.constant("flat", np.array([-1, shape.width]))
        size = nodes.node("Shape", ["pieces"], "size")
        width = nodes.constant("width", np.array([shape.width]))
        self._deep = nodes.node("Concat", [size, width], "deep", axis=0)

    def scores(self, heads: Sequence[str]) -> list[str]:
        """The scores of each head at the rows."""
        state = self._embedded()
        self._near = [self._nearness()] if self._shape.n_distances else []
        for layer in range(self._shape.n_layers):
            out = self._numbers.linear(self._attended(state, layer), f"{layer}.out")
            state = self._joined(state, out, f"{layer}.norm1")
            fed = self._numbers.fed(
                state, f"{layer}.up", f"{layer}.down", activation=self._shape.activation
            )
            state = self._joined(state, fed, f"{layer}.norm2")
        asked = self._nodes.node("Gather", [state, "rows"], ASKED, axis=0)
        return self._numbers.linears(asked, heads, range_name=ASKED)

    def _embedded(self) -> str:
        nodes, weights = self._nodes, self._weights
        zero = nodes.constant("zero", np.array([0]))
        length = nodes.node("Shape", ["pieces"], "length", start=1, end=2)
        positions = nodes.constant("positions.values", weights["positions"])
        position = nodes.node("Slice", [positions, zero, length, zero], "position")
        cases = nodes.constant("cases.values", weights["cases"])
        case = nodes.node("Gather", [cases, "cases"], "case")
        placed = nodes.node("Add", [self._pieces(), position], "placed")
        state = nodes.node("Add", [placed, case], "embedded")
        return self._norm(nodes.node("Reshape", [state, self._flat], "states"), "norm")

    def _pieces(self) -> str:
        """The embeddings of pieces, which are stored in 8 bits."""
        nodes = self._nodes
        values, scales = rounded_rows(self._weights["pieces"])
        table = nodes.constant("pieces.values", values)
        sizes = nodes.constant("pieces.scales", scales[:, None])
        whole = nodes.node("Gather", [table, "pieces"], "piece.whole")
        scale = nodes.node("Gather", [sizes, "pieces"], "piece.scale")
        real = nodes.node("Cast", [whole], "piece.real", to=TensorProto.FLOAT)
        return nodes.node("Mul", [real, scale], "piece")

    def _attended(self, state: str, layer: int) -> str:
        """The attention of each piece to the others in its sentence."""
        names = [f"{layer}.{part}" for part in ATTENTION]
        parts = self._numbers.linears(state, names, range_name=f"{layer}.qkv")
        deep = [
            self._nodes.node("Reshape", [part, self._deep], f"{name}.deep")
            for part, name in zip(parts, names, strict=True)
        ]
        n = self._shape.n_heads
        inputs = [*deep, *self._near]
        seen = self._nodes.node("Attention", inputs, f"{layer}.seen", q_num_heads=n, kv_num_heads=n)
        return self._nodes.node("Reshape", [seen, self._flat], f"{layer}.flat")

    def _nearness(self) -> str:
        """What the distance of two pieces adds to the attention of each head."""
        nodes, longest = self._nodes, self._shape.max_pieces
        classes = distance_classes(longest, self._shape.n_distances)
        # The last row has all pieces before, the first one all behind.
        by_distance = np.concatenate([classes[-1], classes[0, 1:]])
        table = nodes.constant(NEAR, self._weights["distances"][by_distance])
        size = nodes.node("Squeeze", ["length"], "near.size")
        ends = [nodes.constant("near.0", np.array(0)), size, nodes.constant("near.1", np.array(1))]
        places = nodes.node("Range", ends, "near.places")
        down = nodes.node(
            "Unsqueeze", [places, nodes.constant("near.one", np.array([1]))], "near.down"
        )
        behind = nodes.node("Sub", [places, down], "near.behind")
        last = nodes.constant("near.last", np.array(longest - 1))
        distance = nodes.node("Add", [behind, last], "near.distance")
        values = nodes.node("Gather", [table, distance], "near.deep")
        return nodes.node("Transpose", [values], "near.heads", perm=[2, 0, 1])

    def _joined(self, state: str, change: str, name: str) -> str:
        """The layer norm of the sum of a state and its change."""
        return self._norm(self._nodes.node("Add", [state, change], f"{name}.in"), name)

    def _norm(self, state: str, name: str) -> str:
        """The layer norm of a state."""
        parts = [f"{name}.weight", f"{name}.bias"]
        inputs = [state, *(self._nodes.constant(part, self._weights[part]) for part in parts)]
        return self._nodes.node(
            "LayerNormalization", inputs, f"{name}.out", axis=-1, epsilon=EPSILON
        )


def separated(weights: Weights, *, n_layers: int) -> Weights:
    """The weights with a matrix and a vector for queries, for keys and for values."""
    split = dict(weights)
    for layer in range(n_layers):
        for kind in ("weight", "bias"):
            parts = np.split(split.pop(f"{layer}.qkv.{kind}"), len(ATTENTION))
            names = [f"{layer}.{part}.{kind}" for part in ATTENTION]
            split |= dict(zip(names, parts, strict=True))
    return split
