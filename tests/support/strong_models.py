"""A strong model of a few thousand random weights, for tests."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from solecism.detect.network import model
from solecism.detect.network.reading import N_CASES, SPECIAL, Pieces, encoded
from solecism.detect.network.repairs import frequent_repairs
from solecism.detect.network.tuning import Tuning, untuned
from solecism.locate.sites import PREPOSITION_CHOICES
from solecism_lab.train.network import encoder, model_file
from solecism_lab.train.network.encoder import Weights
from solecism_lab.train.network.onnx_graph import Network

LETTERS = "abcdefghijklmnopqrstuvwxyz"
PIECES = Pieces([*SPECIAL, *LETTERS, *(f"##{letter}" for letter in LETTERS), ".", "the", "of"])
REPAIRS = frequent_repairs({})
SHAPE = encoder.Shape(n_layers=2, n_heads=2, width=16, inner=32)
SENTENCES = [["we", "wait", "for", "the", "bus", "."], ["the", "end", "of", "it"]] * 3


# The same with attention by distance, and another activation.
LARGE_SHAPE = replace(SHAPE, activation=encoder.GELU, n_distances=8, max_pieces=40)
# The same with products of queries and keys with those of distances.
RELATIVE_SHAPE = replace(SHAPE, activation=encoder.GELU, n_buckets=6, max_pieces=40)


@cache
def random_weights(shape: encoder.Shape = SHAPE) -> Weights:
    """An encoder and heads with random weights that are large enough for varied scores."""
    rng = np.random.default_rng(3)
    weights = {
        name: values * 10 if name.endswith("weight") and values.ndim == 2 else values
        for name, values in encoder.random_weights(len(PIECES), shape, seed=3).items()
    }
    weights["pieces"] = weights["pieces"] * 30
    if shape.n_distances:
        weights["distances"] = weights["distances"] * 50
    if shape.n_buckets:
        weights["relative"] = weights["relative"] * 50
    weights["cases"] = rng.standard_normal((N_CASES, SHAPE.width)).astype(np.float32)
    sizes = {
        "words": len(REPAIRS.words),
        "gaps": len(REPAIRS.gaps),
        "hidden": len(PREPOSITION_CHOICES),
    }
    for name, size in sizes.items():
        weights[f"{name}.weight"] = rng.standard_normal((size, SHAPE.width)).astype(np.float32)
        weights[f"{name}.bias"] = np.zeros(size, np.float32)
    return weights


@cache
def random_network(shape: encoder.Shape = SHAPE) -> Network:
    """The random weights with the ranges of their states."""
    return model_file.measured(Network(random_weights(shape), shape), encoded(SENTENCES, PIECES))


def random_bytes(cascade: Tuning | None = None) -> bytes:
    """The bytes of the random model, untuned but for its cascade."""
    make = model_file.exported(random_network(), PIECES, REPAIRS, SENTENCES)
    return make(untuned(), untuned() if cascade is None else cascade)


@cache
def random_model() -> model.StrongModel:
    """The random model at work."""
    return model.parse(random_bytes(), file="random")
