"""A builder of the nodes and constants of an ONNX graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from onnx import NodeProto, TensorProto, helper, numpy_helper

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
