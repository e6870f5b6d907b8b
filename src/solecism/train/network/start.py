"""Initial weights of a small BERT (Devlin et al. 2019): pretrained or random."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.errors import ModelError
from solecism.train.network.encoder import Weights

EPSILON = 1e-12
_ATTENTION = "attention.self"
# Our names of a layer's parts, and those of the pretrained encoder.
_PARTS = {
    "out": "attention.output.dense",
    "norm1": "attention.output.LayerNorm",
    "up": "intermediate.dense",
    "down": "output.dense",
    "norm2": "output.LayerNorm",
}


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a network."""

    n_layers: int = 6
    n_heads: int = 12
    width: int = 384
    inner: int = 1_536
    max_pieces: int = 512


TINY = Shape(n_layers=2, n_heads=4, width=64, inner=256)


def pretrained(weights: Weights, shape: Shape) -> Weights:
    """The encoder's weights under our names."""
    try:
        renamed = {
            "pieces": weights["embeddings.word_embeddings.weight"],
            "positions": weights["embeddings.position_embeddings.weight"][: shape.max_pieces]
            + weights["embeddings.token_type_embeddings.weight"][0],
            "norm.weight": weights["embeddings.LayerNorm.weight"],
            "norm.bias": weights["embeddings.LayerNorm.bias"],
        }
        for number in range(shape.n_layers):
            prefix = f"encoder.layer.{number}."
            for kind in ("weight", "bias"):
                parts = [
                    weights[f"{prefix}{_ATTENTION}.{part}.{kind}"]
                    for part in ("query", "key", "value")
                ]
                renamed[f"{number}.qkv.{kind}"] = np.concatenate(parts)
                for ours, theirs in _PARTS.items():
                    renamed[f"{number}.{ours}.{kind}"] = weights[f"{prefix}{theirs}.{kind}"]
    except KeyError as error:
        raise ModelError(f"the encoder has no {error}. Is it a BERT of this size?") from error
    return renamed


def random(n_pieces: int, shape: Shape, *, seed: int) -> Weights:
    """An encoder with random weights."""
    rng = np.random.default_rng(seed)

    def drawn(*size: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return (0.02 * rng.standard_normal(size)).astype(np.float32)

    weights = {
        "pieces": drawn(n_pieces, shape.width),
        "positions": drawn(shape.max_pieces, shape.width),
    }
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
    norms = ["norm", *(f"{n}.norm{m}" for n in range(shape.n_layers) for m in (1, 2))]
    for name in norms:
        weights[f"{name}.weight"] = np.ones(shape.width, np.float32)
        weights[f"{name}.bias"] = np.zeros(shape.width, np.float32)
    return weights
