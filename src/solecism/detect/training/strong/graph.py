"""The network as an ONNX graph with weights of 8 bits, which runs without torch.

Every matrix product multiplies whole numbers: weights are rounded once, a scale a row, and states
when they come by (dynamic quantisation). The pieces' vectors are kept in 8 bits as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from onnx import ModelProto, TensorProto, helper, numpy_helper

from solecism.detect.training.strong.network import EPSILON, Shape

Weights = Mapping[str, npt.NDArray[np.float32]]
_OPSET, _IR = 17, 8
_LEVELS = 127.0
# The operators of onnxruntime that do several steps at once.
_FUSED = "com.microsoft"
HEADS = ("words", "gaps", "hidden")


class _Graph:
    """Nodes and constants so far; every method gives the name of what it adds."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[TensorProto] = []

    def constant(self, name: str, values: npt.NDArray[np.generic]) -> str:
        """A constant array."""
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(self, operator: str, inputs: Sequence[str], name: str, **settings: Any) -> str:
        """The result of an operator."""
        self.nodes.append(helper.make_node(operator, list(inputs), [name], name=name, **settings))
        return name

    def rounded(self, state: str) -> tuple[str, str, str]:
        """A state in 8 bits, its scale and its zero."""
        outputs = [f"{state}.q", f"{state}.scale", f"{state}.zero"]
        self.nodes.append(
            helper.make_node("DynamicQuantizeLinear", [state], outputs, name=outputs[0])
        )
        return outputs[0], outputs[1], outputs[2]

    def linear(self, state: tuple[str, str, str], name: str, weights: Weights) -> str:
        """A rounded state times a matrix of whole numbers, plus a vector."""
        values, scales = rounded_rows(weights[f"{name}.weight"])
        matrix = self.constant(f"{name}.weight", values.T)
        scale = self.constant(f"{name}.rows", scales)
        bias = self.constant(f"{name}.bias", weights[f"{name}.bias"].astype(np.float32))
        pieces, its_scale, zero = state
        whole = self.node("MatMulInteger", [pieces, matrix, zero], f"{name}.whole")
        real = self.node("Cast", [whole], f"{name}.real", to=TensorProto.FLOAT)
        both = self.node("Mul", [its_scale, scale], f"{name}.scale")
        scaled = self.node("Mul", [real, both], f"{name}.scaled")
        return self.node("Add", [scaled, bias], f"{name}.sum")

    def norm(self, state: str, name: str, weights: Weights) -> str:
        """A state of mean 0 and variance 1, stretched and moved."""
        inputs = [state, *self._stretch(name, weights)]
        return self.node("LayerNormalization", inputs, f"{name}.out", axis=-1, epsilon=EPSILON)

    def joined_norm(self, state: str, change: str, name: str, weights: Weights) -> str:
        """The norm of a state and its change together."""
        return self.norm(self.node("Add", [state, change], f"{name}.in"), name, weights)

    def _stretch(self, name: str, weights: Weights) -> list[str]:
        parts = (f"{name}.weight", f"{name}.bias")
        return [self.constant(part, weights[part]) for part in parts]


def rounded_rows(
    matrix: npt.NDArray[np.float32],
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    """A matrix in 8 bits, and the scale of each row."""
    scales = (np.abs(matrix).max(axis=1) / _LEVELS).astype(np.float32)
    scales[scales == 0] = 1.0
    values = np.rint(matrix / scales[:, None]).clip(-_LEVELS, _LEVELS)
    return values.astype(np.int8), scales


def graph(weights: Weights, shape: Shape, *, notes: Mapping[str, str]) -> ModelProto:
    """The graph from pieces, cases and rows to the scores of each head at these rows."""
    built = _Graph()
    state = _embedded(built, weights)
    mask = _mask(built)
    for number in range(shape.n_layers):
        state = _layer(built, state, mask, number, weights, shape)
    flat = built.node(
        "Reshape", [state, built.constant("flat", np.array([-1, shape.width]))], "states"
    )
    asked = built.rounded(built.node("Gather", [flat, "rows"], "asked", axis=0))
    outputs = []
    for name in HEADS:
        scores = built.linear(asked, name, weights)
        outputs.append(helper.make_tensor_value_info(scores, TensorProto.FLOAT, None))
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


def _embedded(built: _Graph, weights: Weights) -> str:
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
    return built.norm(built.node("Add", [placed, case], "embedded"), "norm", weights)


def _mask(built: _Graph) -> str:
    """1 at every piece, 0 at padding."""
    built.constant("padding", np.array(0))
    is_piece = built.node("Greater", ["pieces", "padding"], "is_piece")
    return built.node("Cast", [is_piece], "mask", to=TensorProto.INT32)


def _layer(
    built: _Graph, state: str, mask: str, number: int, weights: Weights, shape: Shape
) -> str:
    seen = _attention(built, state, mask, number, weights, shape)
    out = built.linear(built.rounded(seen), f"{number}.out", weights)
    state = built.joined_norm(state, out, f"{number}.norm1", weights)
    inner = built.linear(built.rounded(state), f"{number}.up", weights)
    active = built.node("Gelu", [inner], f"{number}.active", domain=_FUSED)
    down = built.linear(built.rounded(active), f"{number}.down", weights)
    return built.joined_norm(state, down, f"{number}.norm2", weights)


def _attention(
    built: _Graph, state: str, mask: str, number: int, weights: Weights, shape: Shape
) -> str:
    qkv = built.linear(built.rounded(state), f"{number}.qkv", weights)
    parts = [f"{number}.{name}" for name in ("query", "key", "value")]
    built.nodes.append(helper.make_node("Split", [qkv], parts, name=f"{number}.split", axis=-1))
    return built.node(
        "MultiHeadAttention",
        [*parts, "", mask],
        f"{number}.attended",
        domain=_FUSED,
        num_heads=shape.n_heads,
    )
