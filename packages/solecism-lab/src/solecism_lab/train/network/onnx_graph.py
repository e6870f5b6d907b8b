"""Networks as ONNX graphs with 8-bit weights, which run without torch.

All sentences of a batch have the same length, so that nothing is padded and nothing masked.

Weights and states are rounded to 8 bits, with one scale per row. Channels of large range are
divided, and the weights they are multiplied with are multiplied (Xiao et al. 2023). Where the step
before is linear, or a ReLU, its weights are divided instead. The ranges of states are measured on
text by a graph that rounds nothing, so that the scores of a sentence do not depend on the other
sentences of its batch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from onnx import NodeProto, TensorProto, helper, numpy_helper

from solecism.numeric import Floats32
from solecism_lab.train.network.encoder import (
    EPSILON,
    RELU,
    Shape,
    distance_classes,
    relative_rows,
)

_OPSET, _IR = 23, 10
# The operators that are onnxruntime's own.
FUSED = "com.microsoft"


class Nodes:
    """The nodes and constants of a graph so far; methods give the name of what they add."""

    def __init__(self) -> None:
        self._nodes: list[NodeProto] = []
        self._constants: list[TensorProto] = []

    def constant(self, name: str, values: npt.NDArray[np.generic]) -> str:
        """A constant array."""
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(
        self, operator: str, inputs: Sequence[str], name: str, *, domain: str = "", **settings: Any
    ) -> str:
        """The result of an operator."""
        node = helper.make_node(operator, inputs, [name], name=name, domain=domain, **settings)
        self._nodes.append(node)
        return name

    def rows(
        self,
        table: str,
        values: npt.NDArray[np.int8],
        scales: Floats32,
        numbers: str,
        name: str,
        *,
        axis: int = 0,
    ) -> str:
        """The rows with these numbers of a table, which is stored in 8 bits."""
        whole = self.constant(f"{table}.values", values)
        sizes = self.constant(f"{table}.scales", scales)
        found = self.node("Gather", [whole, numbers], f"{name}.whole", axis=axis)
        scale = self.node("Gather", [sizes, numbers], f"{name}.scale", axis=axis)
        real = self.node("Cast", [found], f"{name}.real", to=TensorProto.FLOAT)
        return self.node("Mul", [real, scale], name)

    def model(
        self, inputs: Mapping[str, Sequence[str]], outputs: Sequence[str], notes: Mapping[str, str]
    ) -> bytes:
        """The graph from inputs of whole numbers, with the names of their axes, to outputs."""
        taken = [
            helper.make_tensor_value_info(name, TensorProto.INT64, list(axes))
            for name, axes in inputs.items()
        ]
        given = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs]
        body = helper.make_graph(self._nodes, "solecism", taken, given, self._constants)
        model = helper.make_model(
            body,
            opset_imports=[helper.make_opsetid("", _OPSET), helper.make_opsetid(FUSED, 1)],
            ir_version=_IR,
        )
        helper.set_model_props(model, dict(notes))
        return bytes(model.SerializeToString())


Weights = Mapping[str, Floats32]
# The least and the greatest value of every channel of the state that a matrix is multiplied with.
Range = tuple[Floats32, Floats32]
Ranges = Mapping[str, Range]
_LEVELS, _BYTE = 127.0, 255
# A channel with at most this many times the median range is not divided. After a GELU, few values
# of most channels are far from 0, so that dividing more of them costs more than it brings: the
# scores of a DeBERTa were 7.9% off, with the greater number 3.7%.
_USUAL, _USUAL_ACTIVE = 2.0, 4.0


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


def smoothing(channels: Range, *, usual: float = _USUAL) -> Floats32:
    """The divisor of each channel: above 1 for those with more than the usual range."""
    reach = np.maximum(np.abs(channels[0]), np.abs(channels[1]))
    median = max(float(np.median(reach)), 1e-6)
    return np.maximum(1, reach / (usual * median)).astype(np.float32)


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
        if self._shape.n_buckets:
            self._distances = Distances(self._nodes, self._weights, self._shape)
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
        cases = nodes.constant("cases.values", weights["cases"])
        case = nodes.node("Gather", [cases, "cases"], "case")
        placed = self._pieces()
        if "positions" in weights:
            positions = nodes.constant("positions.values", weights["positions"])
            position = nodes.node("Slice", [positions, zero, length, zero], "position")
            placed = nodes.node("Add", [placed, position], "placed")
        state = nodes.node("Add", [placed, case], "embedded")
        return self._norm(nodes.node("Reshape", [state, self._flat], "states"), "norm")

    def _pieces(self) -> str:
        """The embeddings of pieces, which are stored in 8 bits."""
        values, scales = rounded_rows(self._weights["pieces"])
        return self._nodes.rows("pieces", values, scales[:, None], "pieces", "piece")

    def _attended(self, state: str, layer: int) -> str:
        """The attention of each piece to the others in its sentence."""
        names = [f"{layer}.{part}" for part in ATTENTION]
        parts = self._numbers.linears(state, names, range_name=f"{layer}.qkv")
        deep = [
            self._nodes.node("Reshape", [part, self._deep], f"{name}.deep")
            for part, name in zip(parts, names, strict=True)
        ]
        n = self._shape.n_heads
        settings: dict[str, Any] = {"q_num_heads": n, "kv_num_heads": n}
        inputs = [*deep, *self._near]
        if self._shape.n_buckets:
            query, key, _ = deep
            inputs = [*deep, self._distances.added(query, key, layer)]
            settings["scale"] = relative_scale(self._shape)
        seen = self._nodes.node("Attention", inputs, f"{layer}.seen", **settings)
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


# The table of distances, from which training can go on; the graph reads its products with the
# weights of queries and keys. The other name has the rows of distances in their order.
RELATIVE = "relative"
NEAR_ROWS = "key.rows"


def relative_scale(shape: Shape) -> float:
    """The factor of attention that is the sum of three products of queries and keys."""
    return float((3 * shape.width // shape.n_heads) ** -0.5)


class Distances:
    """What distances add to attention: queries times their keys, and keys times their queries.

    The keys and queries of distances are stored by layer and head, in 8 bits. Products are made
    with all distances in a sentence, in order; then each row is shifted by one place more than the
    row before (Huang et al. 2018), for which whole rows are copied and no single values are
    gathered.
    """

    def __init__(self, nodes: Nodes, weights: Weights, shape: Shape) -> None:
        self._nodes, self._weights, self._shape = nodes, weights, shape
        heads, depth = shape.n_heads, shape.width // shape.n_heads
        self._split = nodes.constant("near.split", np.array([0, 0, heads, depth]))
        self._flat = nodes.constant("near.flat", np.array([0, 0, -1]))
        same, rest = (
            nodes.constant(f"near.{name}", np.array(sizes))
            for name, sizes in (("same", [0, 0]), ("rest", [-1]))
        )
        self._square = nodes.node("Concat", [same, "length", rest], "near.square", axis=0)
        self._end = nodes.constant("near.end", np.array([np.iinfo(np.int64).max]))
        self._two, self._three = (
            nodes.constant(f"near.axis.{axis}", np.array([axis])) for axis in (2, 3)
        )
        values, scales = rounded_rows(weights[RELATIVE])
        nodes.constant(f"{RELATIVE}.values", values)
        nodes.constant(f"{RELATIVE}.scales", scales[:, None])
        self._numbers = self._rows()

    def _rows(self) -> Mapping[str, str]:
        """The rows of the distances in a sentence, for keys and for queries."""
        nodes, longest = self._nodes, self._shape.max_pieces
        rising = relative_rows(longest, self._shape.n_buckets)
        middle = nodes.constant("near.middle", np.array([longest]))
        start = nodes.node("Sub", [middle, "length"], "near.start")
        end = nodes.node("Add", [middle, "length"], "near.stop")
        rows = {"key": rising[::-1], "query": rising}
        return {
            part: nodes.node(
                "Slice", [nodes.constant(f"{part}.rows", each), start, end], f"near.{part}"
            )
            for part, each in rows.items()
        }

    def added(self, query: str, key: str, layer: int) -> str:
        """What is added to the attention of each head from each piece to each other one."""
        there = self._shifted(query, f"{layer}.key")
        back = self._shifted(key, f"{layer}.query")
        turned = self._nodes.node("Transpose", [back], f"{layer}.near.turned", perm=[0, 1, 3, 2])
        return self._nodes.node("Add", [there, turned], f"{layer}.near.added")

    def _near(self, name: str) -> str:
        """The keys or the queries of the distances in a sentence by head."""
        heads = self._shape.n_heads
        weight, bias = self._weights[f"{name}.weight"], self._weights[f"{name}.bias"]
        apart = np.split(self._weights[RELATIVE] @ weight.T + bias, heads, axis=1)
        values, scales = rounded_rows(np.concatenate(apart))
        scales = scales * np.float32(relative_scale(self._shape))
        return self._nodes.rows(
            f"{name}.near",
            values.reshape(heads, -1, values.shape[1]),
            scales.reshape(heads, -1, 1),
            self._numbers[name.split(".")[1]],
            f"{name}.near",
            axis=1,
        )

    def _shifted(self, state: str, part: str) -> str:
        """The products of a state with one part of distances, by the place of the other piece."""
        nodes, name = self._nodes, f"{part}.near"
        split = nodes.node("Reshape", [state, self._split], f"{name}.split")
        deep = nodes.node("Transpose", [split], f"{name}.deep", perm=[0, 2, 1, 3])
        turned = nodes.node("Transpose", [self._near(part)], f"{name}.turned", perm=[0, 2, 1])
        product = nodes.node("MatMul", [deep, turned], f"{name}.product")
        flat = nodes.node("Reshape", [product, self._flat], f"{name}.flat")
        cut = nodes.node("Slice", [flat, "length", self._end, self._two], f"{name}.cut")
        skewed = nodes.node("Reshape", [cut, self._square], f"{name}.skewed")
        return nodes.node("Slice", [skewed, "zero", "length", self._three], f"{name}.shifted")


def separated(weights: Weights, *, n_layers: int) -> Weights:
    """The weights with a matrix and a vector for queries, for keys and for values."""
    split = dict(weights)
    for layer in range(n_layers):
        for kind in ("weight", "bias"):
            parts = np.split(split.pop(f"{layer}.qkv.{kind}"), len(ATTENTION))
            names = [f"{layer}.{part}.{kind}" for part in ATTENTION]
            split |= dict(zip(names, parts, strict=True))
    return split


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
        if activation == RELU:
            return self.linear(inner, down)
        active = self._nodes.node("FastGelu", [inner], f"{up}.active", domain=FUSED)
        return self._sum(self._rounded(active, down, usual=_USUAL_ACTIVE), down)

    def _sum(self, whole: _Whole, name: str) -> str:
        values, scales = rounded_rows(self._weights[f"{name}.weight"] * whole.divisors)
        matrix = self._nodes.constant(f"{name}.weight", values.T)
        rows = self._nodes.constant(f"{name}.rows", scales)
        bias = self._nodes.constant(f"{name}.bias", self._weights[f"{name}.bias"])
        inputs = [whole.name, matrix, whole.scale, rows, whole.zero, "", bias]
        return self._nodes.node("MatMulIntegerToFloat", inputs, f"{name}.sum", domain=FUSED)

    def _rounded(self, state: str, name: str, *, usual: float = _USUAL) -> _Whole:
        """A state, whose range has this name, in 8 bits."""
        least, greatest = self._ranges[name]
        divisors = smoothing((least, greatest), usual=usual)
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
