"""The weights of a network out of its model file, to go on with or to teach by."""

from __future__ import annotations

import json

import numpy as np
import onnx
from onnx import numpy_helper

from solecism.detect.network.model import NOTES, classes_in
from solecism.detect.network.pieces import Pieces
from solecism.detect.network.repairs import Repairs
from solecism.errors import ModelError
from solecism.numeric.arrays import Floats32
from solecism.train.network.encoder import Weights
from solecism.train.network.graph.graph import HEADS
from solecism.train.network.graph.layers import ASKED, ATTENTION, NEAR
from solecism.train.network.start import GELU, RELU, Shape, distance_classes

_ACTIVE = "FastGelu"


def network_of(data: bytes, *, n_distances: int = 32) -> tuple[Weights, Shape]:
    """The weights and the size of the network in the bytes of a model file.

    They were rounded to 8 bits, so that they are not quite those that were trained.
    """
    try:
        graph = onnx.load_from_string(data).graph
        arrays = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
        shape = _shape(graph, arrays, n_distances)
        return _weights(arrays, shape), shape
    except (KeyError, ValueError, IndexError) as error:
        raise ModelError(f"the model has no network that can be read: {error}.") from error
    # The errors of protobuf have no base class of their own.
    except Exception as error:
        raise ModelError(f"not a model, or damaged: {error}.") from error


def classes_of(data: bytes, *, file: str) -> tuple[Pieces, Repairs]:
    """The word pieces and the repairs of the network in the bytes of a model file."""
    try:
        properties = onnx.load_from_string(data).metadata_props
        notes = {each.key: each.value for each in properties}
        return classes_in(json.loads(notes[NOTES]))
    # The errors of protobuf have no base class of their own.
    except Exception as error:
        raise ModelError(f"{file}: not a model of this command, or damaged.") from error


def _shape(graph: onnx.GraphProto, arrays: dict[str, np.ndarray], n_distances: int) -> Shape:
    attention = [each for each in graph.node if each.op_type == "Attention"]
    n_heads = next(each.i for each in attention[0].attribute if each.name == "q_num_heads")
    is_gelu = any(each.op_type == _ACTIVE for each in graph.node)
    inner, width = arrays["0.down.weight"].shape
    return Shape(
        n_layers=len(attention),
        n_heads=n_heads,
        width=width,
        inner=inner,
        max_pieces=len(arrays["positions.values"]),
        activation=GELU if is_gelu else RELU,
        n_distances=n_distances if NEAR in arrays else 0,
    )


def _weights(arrays: dict[str, np.ndarray], shape: Shape) -> Weights:
    weights: Weights = {
        "pieces": arrays["pieces.values"] * arrays["pieces.scales"],
        "positions": arrays["positions.values"],
        "cases": arrays["cases.values"],
    }
    if shape.n_distances:
        weights["distances"] = _distances(arrays[NEAR], shape)
    norms = ["norm", *(f"{n}.norm{m}" for n in range(shape.n_layers) for m in (1, 2))]
    for name in norms:
        weights |= {f"{name}.{kind}": arrays[f"{name}.{kind}"] for kind in ("weight", "bias")}
    for layer in range(shape.n_layers):
        parts = [_matrix(arrays, f"{layer}.{part}", f"{layer}.qkv") for part in ATTENTION]
        weights[f"{layer}.qkv.weight"] = np.concatenate(parts)
        biases = [arrays[f"{layer}.{part}.bias"] for part in ATTENTION]
        weights[f"{layer}.qkv.bias"] = np.concatenate(biases)
        for part in ("out", "up", "down"):
            name = f"{layer}.{part}"
            weights |= {f"{name}.weight": _matrix(arrays, name, name)}
            weights |= {f"{name}.bias": arrays[f"{name}.bias"]}
    for name in HEADS:
        weights |= {f"{name}.weight": _matrix(arrays, name, ASKED)}
        weights |= {f"{name}.bias": arrays[f"{name}.bias"]}
    return {name: np.array(values, np.float32) for name, values in weights.items()}


def _matrix(arrays: dict[str, np.ndarray], name: str, range_name: str) -> Floats32:
    matrix = arrays[f"{name}.weight"].T.astype(np.float32) * arrays[f"{name}.rows"][:, None]
    factors = arrays.get(f"{range_name}.factors")
    return np.asarray(matrix if factors is None else matrix * factors)


def _distances(by_distance: Floats32, shape: Shape) -> Floats32:
    """What each class of distances adds; a class that no sentence has adds nothing."""
    classes = distance_classes(shape.max_pieces, shape.n_distances)
    of_distance = np.concatenate([classes[-1], classes[0, 1:]])
    values = np.zeros((shape.n_distances, shape.n_heads), np.float32)
    values[of_distance] = by_distance
    return values
