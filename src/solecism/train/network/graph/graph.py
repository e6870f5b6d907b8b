"""Networks as ONNX graphs with 8-bit weights, which run without torch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from solecism.numeric.arrays import Floats32
from solecism.train.network.graph.layers import Layers, separated
from solecism.train.network.graph.nodes import Nodes
from solecism.train.network.graph.real_numbers import GREATEST, LEAST, RealNumbers
from solecism.train.network.graph.rounding import Ranges, Weights, evened
from solecism.train.network.graph.whole_numbers import WholeNumbers
from solecism.train.network.start import RELU, Shape

HEADS = ("words", "gaps", "hidden")
_INPUTS = {"pieces": ("n", "length"), "cases": ("n", "length"), "rows": ("n_rows",)}


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """The weights of a network, its size, and the ranges of its states where they are known."""

    weights: Weights
    shape: Shape
    ranges: Ranges = field(default_factory=dict)


def score_graph(network: Network, *, notes: Mapping[str, str]) -> bytes:
    """The graph from pieces, cases and rows to the scores of each head at these rows."""
    nodes = Nodes()
    return nodes.model(_INPUTS, _layers(nodes, network).scores(HEADS), notes)


def measuring_graph(network: Network) -> bytes:
    """The graph to the scores that rounds no state, and outputs the range of each."""
    nodes = Nodes()
    weights = separated(network.weights, n_layers=network.shape.n_layers)
    numbers = RealNumbers(nodes, weights)
    outputs = Layers(nodes, numbers, weights, network.shape).scores(HEADS)
    outputs += [f"{name}.{side}" for name in numbers.ranges for side in (LEAST, GREATEST)]
    return nodes.model(_INPUTS, outputs, {})


def measured_ranges(session: Any, batches: Iterable[Mapping[str, Any]]) -> Ranges:
    """The range of each channel over batches, each read by a measuring graph."""
    names = [each.name for each in session.get_outputs()]
    states = [name.removesuffix(f".{LEAST}") for name in names if name.endswith(f".{LEAST}")]
    wanted = [f"{name}.{side}" for name in states for side in (LEAST, GREATEST)]
    ranges: dict[str, tuple[Floats32, Floats32]] = {}
    for batch in batches:
        values = iter(session.run(wanted, dict(batch)))
        for name in states:
            least, greatest = next(values), next(values)
            before = ranges.get(name, (least, greatest))
            ranges[name] = (np.minimum(before[0], least), np.maximum(before[1], greatest))
    return ranges


def _layers(nodes: Nodes, network: Network) -> Layers:
    n_layers = network.shape.n_layers
    apart = separated(network.weights, n_layers=n_layers)
    weights, ranges = evened(
        apart, network.ranges, n_layers=n_layers, is_relu=network.shape.activation == RELU
    )
    return Layers(nodes, WholeNumbers(nodes, weights, ranges), weights, network.shape)
