"""Initial weights of a network: those of a pretrained encoder in a folder, or random ones.

A folder has the encoder's pieces (tokenizer.json), weights (model.safetensors) and size
(config.json). BERT (Devlin et al. 2019) and MPNet (Song et al. 2020) have the same pieces, except
the special ones: MPNet has BERT's too, but learnt with others. MPNet is a BERT whose attention also
depends on how far apart two pieces are. DeBERTa (He et al. 2021) has unigram pieces, and its
queries and keys are also multiplied with those of the distance of two pieces.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from solecism.detect.network.reading import END, MASK, PADDING, SPECIAL, START, Pieces
from solecism.errors import InputError, ModelError
from solecism.numeric import Floats32, Ints

Weights = dict[str, npt.NDArray[np.float32]]
_ARRAY_TYPES: dict[str, np.dtype[Any]] = {"F32": np.dtype("<f4"), "F16": np.dtype("<f2")}
_HEADER_LENGTH = 8
_SCORE_DIGITS = 4
# The special pieces of MPNet, and our names of them.
_MPNET_SPECIAL = {"<s>": START, "<pad>": PADDING, "</s>": END, "<mask>": MASK}
_MAX_HEADER = 100_000_000


def read_pieces(folder: Path) -> Pieces:
    """The encoder's pieces, in the order of their numbers."""
    path = folder / "tokenizer.json"
    scores: tuple[float, ...] = ()
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        numbers = content["model"]["vocab"]
        if isinstance(numbers, list):
            pieces, scores = _unigrams(numbers, content["added_tokens"])
        else:
            pieces = tuple(sorted(numbers, key=lambda piece: int(numbers[piece])))
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror or error}.") from error
    except (ValueError, LookupError, TypeError) as error:
        raise ModelError(f"{path}: contains no vocabulary of pieces: {error}.") from error
    if set(_MPNET_SPECIAL).issubset(pieces):
        pieces = tuple(
            map({**_MPNET_SPECIAL, **{b: a for a, b in _MPNET_SPECIAL.items()}}.get, pieces, pieces)
        )
    if not set(SPECIAL).issubset(pieces):
        raise ModelError(f"{path}: lacks some of {', '.join(SPECIAL)}. Is it a BERT encoder?")
    return Pieces(pieces, scores)


def _unigrams(
    pairs: Sequence[tuple[str, float]], added: Sequence[Mapping[str, Any]]
) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Unigram pieces and their scores, with the special pieces that are added to them."""
    later = sorted((int(each["id"]), each["content"]) for each in added)
    more = [(piece, 0.0) for number, piece in later if number >= len(pairs)]
    pieces, scores = zip(*pairs, *more, strict=True)
    return pieces, tuple(round(float(score), _SCORE_DIGITS) for score in scores)


def read_weights(folder: Path) -> Weights:
    """The arrays of the encoder by name, without the prefix "bert." or "deberta."."""
    path = folder / "model.safetensors"
    try:
        data = path.read_bytes()
        return dict(_parsed(data))
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror or error}.") from error
    except (ValueError, LookupError, TypeError, struct.error) as error:
        raise ModelError(f"{path}: not weights in safetensors: {error}.") from error


def _parsed(data: bytes) -> list[tuple[str, npt.NDArray[np.float32]]]:
    (length,) = struct.unpack_from("<Q", data)
    if length > _MAX_HEADER:
        raise ValueError(f"a header of {length} bytes")
    header: Mapping[str, Any] = json.loads(data[_HEADER_LENGTH : _HEADER_LENGTH + length])
    body = memoryview(data)[_HEADER_LENGTH + length :]
    arrays = []
    for name, about in header.items():
        if name == "__metadata__" or about["dtype"] not in _ARRAY_TYPES:
            continue
        start, end = about["data_offsets"]
        values = np.frombuffer(body[start:end], _ARRAY_TYPES[about["dtype"]]).reshape(
            about["shape"]
        )
        name = name.removeprefix("deberta.").removeprefix("bert.")
        arrays.append((name, values.astype(np.float32)))
    return arrays


EPSILON = 1e-12
_ROUNDING = 1e-9
RELU, GELU = "relu", "gelu"
# With these the names of the weights of heads begin.
HEADS = ("words.", "gaps.", "hidden.")
_QKV = "qkv"
# Our names of a layer's parts, and those of the pretrained encoders.
_BERT_NAMES = {
    _QKV: ("attention.self.query", "attention.self.key", "attention.self.value"),
    "out": "attention.output.dense",
    "norm1": "attention.output.LayerNorm",
    "up": "intermediate.dense",
    "down": "output.dense",
    "norm2": "output.LayerNorm",
}
_MPNET_NAMES = {
    **_BERT_NAMES,
    _QKV: ("attention.attn.q", "attention.attn.k", "attention.attn.v"),
    "out": "attention.attn.o",
    "norm1": "attention.LayerNorm",
}
# MPNet counts positions from here, and tells distances apart up to this one.
_FIRST_POSITION, _MAX_DISTANCE = 2, 128
_DEBERTA_NAMES = {
    **_BERT_NAMES,
    _QKV: tuple(f"attention.self.{part}_proj" for part in ("query", "key", "value")),
}
_DEBERTA = "deberta-v2"
_ENCODER_TYPES = ("bert", "mpnet", _DEBERTA)
# What a DeBERTa must have in its config.json to be one of version 3.
_DEBERTA_FORM = {
    "relative_attention": True,
    "share_att_key": True,
    "position_biased_input": False,
    "norm_rel_ebd": "layer_norm",
}


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a network, and its activation.

    `n_distances` is the number of classes of distances between pieces that attention tells apart.
    With `n_buckets` (DeBERTa) it tells so many apart on either side, by products with the state of
    a piece.
    """

    n_layers: int = 6
    n_heads: int = 12
    width: int = 384
    inner: int = 1_536
    max_pieces: int = 512
    activation: str = RELU
    n_distances: int = 0
    n_buckets: int = 0

    @property
    def is_large(self) -> bool:
        """Whether it is at least as wide as the usual large encoders."""
        return self.width >= _LARGE_WIDTH


TINY = Shape(n_layers=2, n_heads=4, width=64, inner=256)
# A large network stores fewer positions: sentences are read in stretches that are shorter.
_MAX_PIECES, _MAX_LARGE_PIECES = 512, 256
_LARGE_WIDTH = 768
_FIRST_LAYER = "0."


def read_shape(folder: Path) -> Shape:
    """The size of the encoder in a folder (config.json).

    A BERT learns to do with ReLU, which costs nothing in whole numbers; others keep their GELU.
    """
    path = folder / "config.json"
    try:
        config: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if config["model_type"] not in _ENCODER_TYPES:
            raise ModelError(f"{path}: {config['model_type']!r} is no BERT, MPNet or DeBERTa.")
        n_buckets = _n_buckets(config, path) if config["model_type"] == _DEBERTA else 0
        n_distances = int(config.get("relative_attention_num_buckets", 0))
        width = int(config["hidden_size"])
        return Shape(
            n_layers=int(config["num_hidden_layers"]),
            n_heads=int(config["num_attention_heads"]),
            width=width,
            inner=int(config["intermediate_size"]),
            max_pieces=_MAX_LARGE_PIECES if width >= _LARGE_WIDTH else _MAX_PIECES,
            activation=GELU if n_distances or n_buckets else RELU,
            n_distances=n_distances,
            n_buckets=n_buckets,
        )
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror or error}.") from error
    except (ValueError, LookupError, TypeError) as error:
        raise ModelError(f"{path}: does not describe an encoder: {error}.") from error


def _n_buckets(config: Mapping[str, Any], path: Path) -> int:
    """The number of classes of distances on either side of a piece of a DeBERTa."""
    other = [name for name, value in _DEBERTA_FORM.items() if config.get(name) != value]
    kinds, n_buckets = config["pos_att_type"], int(config["position_buckets"])
    if set(kinds.split("|") if isinstance(kinds, str) else kinds) != {"p2c", "c2p"}:
        other.append("pos_att_type")
    if config.get("conv_kernel_size", 0):
        other.append("conv_kernel_size")
    longest = int(config.get("max_relative_positions", -1))
    if (longest if longest > 0 else config["max_position_embeddings"]) != 2 * n_buckets:
        other.append("position_buckets")
    if other:
        raise ModelError(f"{path}: not a DeBERTa of version 3: its {other[0]} is another.")
    return n_buckets


def pretrained_weights(weights: Weights, shape: Shape) -> Weights:
    """The encoder's weights under our names."""
    names = _MPNET_NAMES if shape.n_distances else _BERT_NAMES
    if shape.n_buckets:
        names = _DEBERTA_NAMES
    try:
        renamed = {
            "pieces": weights["embeddings.word_embeddings.weight"],
            "norm.weight": weights["embeddings.LayerNorm.weight"],
            "norm.bias": weights["embeddings.LayerNorm.bias"],
            **_position_weights(weights, shape),
        }
        for number in range(shape.n_layers):
            for ours, theirs in names.items():
                parts = (theirs,) if isinstance(theirs, str) else theirs
                for kind in ("weight", "bias"):
                    arrays = [weights[f"encoder.layer.{number}.{part}.{kind}"] for part in parts]
                    renamed[f"{number}.{ours}.{kind}"] = np.concatenate(arrays)
    except KeyError as error:
        raise ModelError(f"the encoder has no {error}. Is it what its config.json says?") from error
    return renamed


def _position_weights(weights: Weights, shape: Shape) -> Weights:
    """The weights of positions, or of distances between them."""
    if shape.n_buckets:
        table = weights["encoder.rel_embeddings.weight"]
        return {
            "relative": _normed(
                table, weights["encoder.LayerNorm.weight"], weights["encoder.LayerNorm.bias"]
            )
        }
    positions = weights["embeddings.position_embeddings.weight"]
    if shape.n_distances:
        return {
            "positions": positions[_FIRST_POSITION : _FIRST_POSITION + shape.max_pieces],
            "distances": weights["encoder.relative_attention_bias.weight"],
        }
    kinds = weights["embeddings.token_type_embeddings.weight"]
    return {"positions": positions[: shape.max_pieces] + kinds[0]}


def _normed(rows: Floats32, weight: Floats32, bias: Floats32) -> Floats32:
    """The layer norm of rows, which is learnt on as it is."""
    centred = rows - rows.mean(axis=1, keepdims=True)
    deviation = np.sqrt((centred**2).mean(axis=1, keepdims=True) + EPSILON)
    return np.asarray(centred / deviation * weight + bias, np.float32)


def relative_rows(longest: int, n_buckets: int) -> Ints:
    """The rows of the table of distances for those from -longest to longest, piece minus piece.

    Half of the distances on either side have a row each; farther ones share the others on a
    logarithmic scale, up to twice as many pieces (He et al. 2021).
    """
    distances = np.arange(-longest, longest + 1)
    far, half = np.abs(distances), n_buckets // 2
    scale = math.log((2 * n_buckets - 1) / half)
    steps = np.log(np.maximum(far, half) / half) / scale * (half - 1)
    shared = np.sign(distances) * (half + np.ceil(steps - _ROUNDING).astype(np.int64))
    buckets = np.where(far <= half, distances, shared)
    return np.asarray(np.clip(buckets + n_buckets, 0, 2 * n_buckets - 1))


def distance_classes(length: int, n_classes: int) -> Ints:
    """The class of the distance from each piece (row) to each other one (column).

    Near distances have a class each, farther ones share them on a logarithmic scale; half of the
    classes are for pieces behind (Raffel et al. 2020).
    """
    places = np.arange(length)
    forward = places[None] - places[:, None]
    far = np.abs(forward)
    n_half = n_classes // 2
    n_exact = n_half // 2
    steps = np.log(np.maximum(far, 1) / n_exact) / math.log(_MAX_DISTANCE / n_exact)
    shared = np.minimum(n_exact + (steps * (n_half - n_exact)).astype(np.int64), n_half - 1)
    return np.asarray(np.where(far < n_exact, far, shared) + n_half * (forward > 0))


def with_pieces(rows: Floats32, known: Pieces, wanted: Pieces) -> Floats32:
    """The rows of wanted pieces; a piece that is not known has the mean of those it consists of."""
    return np.stack([rows[list(known.of_piece(piece))].mean(axis=0) for piece in wanted.vocabulary])


def mixed_weights(trained: Weights, start: Weights, share: float) -> Weights:
    """The trained weights, with a share of those at the start; new weights stay as they are."""
    return {
        name: (1 - share) * each + share * start[name] if name in start else each
        for name, each in trained.items()
    }


def with_more_layers(weights: Weights, shape: Shape, n_layers: int) -> tuple[Weights, Shape]:
    """The encoder with more layers: layers are repeated where they are, evenly.

    A deeper network then begins with some of what the smaller one knows (Gong et al. 2019 put a
    copy of all layers on top, which was further from it before training).
    """
    if n_layers < shape.n_layers:
        raise InputError(f"the encoder has {shape.n_layers} layers, which is more than {n_layers}.")
    parts = [name.removeprefix(_FIRST_LAYER) for name in weights if name.startswith(_FIRST_LAYER)]
    deep = {name: values for name, values in weights.items() if not name[0].isdigit()}
    for number in range(n_layers):
        source = number * shape.n_layers // n_layers
        deep |= {f"{number}.{part}": weights[f"{source}.{part}"] for part in parts}
    return deep, replace(shape, n_layers=n_layers)


def random_weights(n_pieces: int, shape: Shape, *, seed: int) -> Weights:
    """An encoder with random weights."""
    rng = np.random.default_rng(seed)

    def drawn(*size: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return (0.02 * rng.standard_normal(size)).astype(np.float32)

    weights = {"pieces": drawn(n_pieces, shape.width)}
    if shape.n_buckets:
        weights["relative"] = drawn(2 * shape.n_buckets, shape.width)
    else:
        weights["positions"] = drawn(shape.max_pieces, shape.width)
    sizes = {
        "qkv": (3 * shape.width, shape.width),
        "out": (shape.width, shape.width),
        "up": (shape.inner, shape.width),
        "down": (shape.width, shape.inner),
    }
    for number in range(shape.n_layers):
        for part, size in sizes.items():
            weights[f"{number}.{part}.weight"] = drawn(*size)
            weights[f"{number}.{part}.bias"] = np.zeros(size[0], np.float32)
    if shape.n_distances:
        weights["distances"] = drawn(shape.n_distances, shape.n_heads)
    norms = ["norm", *(f"{n}.norm{m}" for n in range(shape.n_layers) for m in (1, 2))]
    for name in norms:
        weights[f"{name}.weight"] = np.ones(shape.width, np.float32)
        weights[f"{name}.bias"] = np.zeros(shape.width, np.float32)
    return weights
