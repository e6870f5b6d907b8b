"""Model files of networks: weights are exported, read back to go on with, or tuned again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np
import onnx
from onnx import numpy_helper

from solecism.detect.network import model
from solecism.detect.network.model import NOTES, classes_in
from solecism.detect.network.reading import Encoded, Pieces, encoded, inputs_of
from solecism.detect.network.repairs import Repairs
from solecism.detect.network.tuning import Tuning
from solecism.errors import ModelError
from solecism.numeric import Floats32
from solecism_lab.train.network.encoder import GELU, RELU, Shape, Weights, distance_classes
from solecism_lab.train.network.onnx_graph import (
    ASKED,
    ATTENTION,
    HEADS,
    NEAR,
    NEAR_ROWS,
    RELATIVE,
    Network,
    measured_ranges,
    measuring_graph,
    score_graph,
)
from solecism_lab.train.network.tuning.tuning_data import Readings
from solecism_lab.train.network.tuning.tunings import TuningText, tunings

# Outliers are the same in every sentence, so that a few sentences show them.
_N_MEASURED, _MAX_WORDS = 1_000, 100


def exported(
    network: Network,
    pieces: Pieces,
    repairs: Repairs,
    sentences: Sequence[Sequence[str]],
) -> Callable[[Tuning, Tuning], bytes]:
    """A function from the tunings, alone and with the light detector, to the bytes of the model.

    The ranges of states are measured on some of the sentences.
    """
    short = islice((each for each in sentences if len(each) <= _MAX_WORDS), _N_MEASURED)
    code = encoded(short, pieces)
    reader = measured(network, code)

    def bytes_with(tuning: Tuning, cascade: Tuning) -> bytes:
        notes = model.notes_of(pieces, repairs, tuning, cascade)
        return score_graph(reader, notes=notes)

    return bytes_with


def measured(network: Network, code: Encoded) -> Network:
    """The network with the ranges of its states on encoded sentences, each read alone."""
    session = model.session_of(measuring_graph(network))
    numbers = (np.array([number]) for number in range(len(code)))
    ranges = measured_ranges(session, (inputs_of(code, each) for each in numbers))
    return replace(network, ranges=ranges)


_ACTIVE = "FastGelu"


def read_network(data: bytes, *, n_distances: int = 32) -> tuple[Weights, Shape]:
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


def read_classes(data: bytes, *, file: str) -> tuple[Pieces, Repairs]:
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
    is_relative = NEAR_ROWS in arrays
    return Shape(
        n_layers=len(attention),
        n_heads=n_heads,
        width=width,
        inner=inner,
        max_pieces=(
            len(arrays[NEAR_ROWS]) // 2 if is_relative else len(arrays["positions.values"])
        ),
        activation=GELU if is_gelu else RELU,
        n_distances=n_distances if NEAR in arrays else 0,
        n_buckets=len(arrays[f"{RELATIVE}.values"]) // 2 if is_relative else 0,
    )


def _weights(arrays: dict[str, np.ndarray], shape: Shape) -> Weights:
    weights: Weights = {
        "pieces": arrays["pieces.values"] * arrays["pieces.scales"],
        "cases": arrays["cases.values"],
    }
    if shape.n_buckets:
        weights[RELATIVE] = arrays[f"{RELATIVE}.values"] * arrays[f"{RELATIVE}.scales"]
    else:
        weights["positions"] = arrays["positions.values"]
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


def retuned(
    data: bytes,
    text: TuningText,
    *,
    file: str,
    partner: bytes | None = None,
    n_jobs: int = 1,
    parts: MutableMapping[str, bytes] | None = None,
    progress: Callable[[int, int | None], None] | None = None,
) -> tuple[Tuning, Tuning]:
    """The tunings of a model on its own output: alone, and with the light detector.

    With a `partner`, the bytes of another model, the mean of both is tuned.
    Readings of the text are stored in `parts`, and not made again.
    """
    graphs = [data] if partner is None else [data, partner]
    digest = "".join(_digest(each, model.parse_untuned(each, file=file).repairs) for each in graphs)
    readings = Readings(
        graphs,
        digest=digest,
        n_jobs=n_jobs,
        parts=parts,
        progress=progress,
        is_alone=text.is_made,
    )
    return tunings(readings, text)


def with_tunings(data: bytes, alone: Tuning, cascade: Tuning, *, file: str) -> bytes:
    """The bytes of a model with other tunings."""
    network = model.parse_untuned(data, file=file)
    return with_metadata(data, model.notes_of(network.pieces, network.repairs, alone, cascade))


def with_metadata(data: bytes, notes: Mapping[str, str]) -> bytes:
    """The graph in the bytes of a file, with other metadata."""
    graph = onnx.load_model_from_string(data)
    del graph.metadata_props[:]
    onnx.helper.set_model_props(graph, dict(notes))
    return bytes(graph.SerializeToString())


def _digest(data: bytes, repairs: Repairs) -> str:
    """The digest of a graph and of its classes, whatever its tuning."""
    return hashlib.sha256(with_metadata(data, {"repairs": repr(repairs)})).hexdigest()
