"""The network as an ONNX graph with weights of 8 bits, which runs without torch.

Every matrix product multiplies whole numbers: weights have a scale a row, states a range that was
measured on text, so that what is said of a sentence does not depend on those read beside it.
Channels of great range are made smaller, and their weights greater (Xiao et al. 2023). The
pieces' vectors are kept in 8 bits as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from onnx import ModelProto, TensorProto, helper, numpy_helper

from solecism.detect.training.strong.start import EPSILON, Shape

Weights = Mapping[str, npt.NDArray[np.float32]]
Floats = npt.NDArray[np.float32]
# The least and the greatest value of every channel of what each matrix is multiplied with.
Ranges = Mapping[str, tuple[Floats, Floats]]
_OPSET, _IR = 17, 8
_LEVELS, _BYTE = 127.0, 255
# The operators of onnxruntime that do several steps at once.
_FUSED = "com.microsoft"
_SIDES = ("least", "greatest")
HEADS = ("words", "gaps", "hidden")


class _Graph:
    """Nodes and constants so far; every method gives the name of what it adds."""

    def __init__(self, weights: Weights, ranges: Ranges | None) -> None:
        self.weights, self.ranges = weights, ranges
        self.nodes: list[Any] = []
        self.constants: list[TensorProto] = []
        self.linears: list[str] = []

    def constant(self, name: str, values: npt.NDArray[np.generic]) -> str:
        """A constant array."""
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(self, operator: str, inputs: Sequence[str], name: str, **settings: Any) -> str:
        """The result of an operator."""
        self.nodes.append(helper.make_node(operator, list(inputs), [name], name=name, **settings))
        return name

    def linear(self, state: str, name: str) -> str:
        """A state times a matrix, plus a vector; in whole numbers where ranges are known."""
        self.linears.append(name)
        matrix, bias = self.weights[f"{name}.weight"], self.weights[f"{name}.bias"]
        if self.ranges is None:
            return self._measured(state, name, matrix, bias)
        divisors = smoothing(self.ranges[name])
        factors = self.constant(f"{name}.factors", (1 / divisors).astype(np.float32))
        even = self.node("Mul", [state, factors], f"{name}.even")
        whole, scale, zero = self._rounded(even, name, divisors)
        values, scales = rounded_rows(matrix * divisors)
        inputs = [
            whole,
            self.constant(f"{name}.weight", values.T),
            scale,
            self.constant(f"{name}.rows", scales),
            zero,
            "",
            self.constant(f"{name}.bias", bias),
        ]
        return self.node("MatMulIntegerToFloat", inputs, f"{name}.sum", domain=_FUSED)

    def _rounded(self, state: str, name: str, divisors: Floats) -> tuple[str, str, str]:
        """A state in 8 bits, its scale and its zero."""
        least, greatest = (side / divisors for side in (self.ranges or {})[name])
        low, high = min(float(least.min()), 0.0), max(float(greatest.max()), 0.0)
        step = max(high - low, 1e-6) / _BYTE
        scale = self.constant(f"{name}.scale", np.array(step, np.float32))
        zero = self.constant(f"{name}.zero", np.array(round(-low / step), np.uint8))
        return self.node("QuantizeLinear", [state, scale, zero], f"{name}.whole"), scale, zero

    def _measured(self, state: str, name: str, matrix: Floats, bias: Floats) -> str:
        """The same in real numbers, which tells the range of every channel of the state."""
        flat = self.node("Flatten", [state], f"{name}.flat", axis=-1)
        self.node("ReduceMin", [flat], f"{name}.least", axes=[0], keepdims=0)
        self.node("ReduceMax", [flat], f"{name}.greatest", axes=[0], keepdims=0)
        weight = self.constant(f"{name}.weight", matrix.T.astype(np.float32))
        product = self.node("MatMul", [state, weight], f"{name}.product")
        return self.node("Add", [product, self.constant(f"{name}.bias", bias)], f"{name}.sum")

    def norm(self, state: str, name: str) -> str:
        """A state of mean 0 and variance 1, stretched and moved."""
        inputs = [state, *self._stretch(name)]
        return self.node("LayerNormalization", inputs, f"{name}.out", axis=-1, epsilon=EPSILON)

    def joined_norm(self, state: str, change: str, name: str) -> str:
        """The norm of a state and its change together."""
        return self.norm(self.node("Add", [state, change], f"{name}.in"), name)

    def _stretch(self, name: str) -> list[str]:
        parts = (f"{name}.weight", f"{name}.bias")
        return [self.constant(part, self.weights[part]) for part in parts]


def rounded_rows(
    matrix: npt.NDArray[np.float32],
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    """A matrix in 8 bits, and the scale of each row."""
    scales = (np.abs(matrix).max(axis=1) / _LEVELS).astype(np.float32)
    scales[scales == 0] = 1.0
    values = np.rint(matrix / scales[:, None]).clip(-_LEVELS, _LEVELS)
    return values.astype(np.int8), scales


def smoothing(channels: tuple[Floats, Floats]) -> Floats:
    """By how much to divide each channel: those of twice the usual range, or more, come down."""
    reach = np.maximum(np.abs(channels[0]), np.abs(channels[1]))
    usual = max(float(np.median(reach)), 1e-6)
    return np.maximum(1, reach / (2 * usual)).astype(np.float32)


def graph(
    weights: Weights, shape: Shape, *, ranges: Ranges | None = None, notes: Mapping[str, str]
) -> ModelProto:
    """The graph from pieces, cases and rows to the scores of each head at these rows.

    Without ranges nothing is rounded, and the graph tells them: `measured_ranges` has them.
    """
    built = _Graph(weights, ranges)
    state = _embedded(built)
    mask = _mask(built)
    for number in range(shape.n_layers):
        state = _layer(built, state, mask, number, shape)
    flat = built.node(
        "Reshape", [state, built.constant("flat", np.array([-1, shape.width]))], "states"
    )
    asked = built.node("Gather", [flat, "rows"], "asked", axis=0)
    names = [built.linear(asked, name) for name in HEADS]
    if ranges is None:
        names += [f"{name}.{side}" for name in built.linears for side in _SIDES]
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in names]
    inputs = [
        helper.make_tensor_value_info("pieces", TensorProto.INT64, ["n", "length"]),
        helper.make_tensor_value_info("cases", TensorProto.INT64, ["n", "length"]),
        helper.make_tensor_value_info("rows", TensorProto.INT64, ["n_rows"]),
    ]
    body = helper.make_graph(built.nodes, "solecism", inputs, outputs, built.constants)
    model = helper.make_model(
        body,
        opset_imports=[helper.make_opsetid("", _OPSET), helper.make_opsetid(_FUSED, 1)],
        ir_version=_IR,
    )
    helper.set_model_props(model, dict(notes))
    return model


def measured_ranges(session: Any, batches: Iterable[Mapping[str, Any]]) -> Ranges:
    """The range of each channel over batches, each read by a graph without ranges."""
    names = [each.name for each in session.get_outputs()]
    linears = [name.removesuffix(".least") for name in names if name.endswith(".least")]
    wanted = [f"{name}.{side}" for name in linears for side in _SIDES]
    found: dict[str, tuple[Floats, Floats]] = {}
    for batch in batches:
        values = iter(session.run(wanted, dict(batch)))
        for name in linears:
            least, greatest = next(values), next(values)
            before = found.get(name, (least, greatest))
            found[name] = (np.minimum(before[0], least), np.maximum(before[1], greatest))
    return found


def _embedded(built: _Graph) -> str:
    weights = built.weights
    values, scales = rounded_rows(weights["pieces"])
    kept = built.constant("piece.values", values), built.constant("piece.scales", scales[:, None])
    vectors = built.node("Gather", [kept[0], "pieces"], "piece.q")
    scale = built.node("Gather", [kept[1], "pieces"], "piece.scale")
    real = built.node("Cast", [vectors], "piece.real", to=TensorProto.FLOAT)
    scaled = built.node("Mul", [real, scale], "piece.out")
    table = built.constant("case.values", weights["cases"])
    case = built.node("Gather", [table, "cases"], "case.out")
    built.constant("zero", np.array([0]))
    length = built.node("Shape", ["pieces"], "length", start=1, end=2)
    positions = built.constant("position.values", weights["positions"])
    position = built.node("Slice", [positions, "zero", length, "zero"], "position.out")
    placed = built.node("Add", [scaled, position], "placed")
    return built.norm(built.node("Add", [placed, case], "embedded"), "norm")


def _mask(built: _Graph) -> str:
    """1 at every piece, 0 at padding."""
    built.constant("padding", np.array(0))
    is_piece = built.node("Greater", ["pieces", "padding"], "is_piece")
    return built.node("Cast", [is_piece], "mask", to=TensorProto.INT32)


def _layer(built: _Graph, state: str, mask: str, number: int, shape: Shape) -> str:
    seen = _attention(built, state, mask, number, shape)
    out = built.linear(seen, f"{number}.out")
    state = built.joined_norm(state, out, f"{number}.norm1")
    inner = built.linear(state, f"{number}.up")
    active = built.node("Gelu", [inner], f"{number}.active", domain=_FUSED)
    down = built.linear(active, f"{number}.down")
    return built.joined_norm(state, down, f"{number}.norm2")


def _attention(built: _Graph, state: str, mask: str, number: int, shape: Shape) -> str:
    qkv = built.linear(state, f"{number}.qkv")
    parts = [f"{number}.{name}" for name in ("query", "key", "value")]
    built.nodes.append(helper.make_node("Split", [qkv], parts, name=f"{number}.split", axis=-1))
    return built.node(
        "MultiHeadAttention",
        [*parts, "", mask],
        f"{number}.attended",
        domain=_FUSED,
        num_heads=shape.n_heads,
    )
