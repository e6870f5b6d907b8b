"""The network: a small BERT (Devlin et al. 2019), with the case of words, and three heads.

It is written as functions over named tensors, so that its weights go to a file and to the graph
that ships as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

from solecism.detect.strong.pieces import N_CASES
from solecism.detect.training.strong.encoder import Weights
from solecism.errors import ModelError
from solecism.locate.preposition_choice import CHOICES

EPSILON = 1e-12
Tensors = dict[str, torch.Tensor]
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
        found = {
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
                found[f"{number}.qkv.{kind}"] = np.concatenate(parts)
                for ours, theirs in _PARTS.items():
                    found[f"{number}.{ours}.{kind}"] = weights[f"{prefix}{theirs}.{kind}"]
    except KeyError as error:
        raise ModelError(f"the encoder has no {error}. Is it a BERT of this size?") from error
    return found


def random(n_pieces: int, shape: Shape, *, seed: int) -> Weights:
    """An encoder that has learnt nothing yet."""
    rng = np.random.default_rng(seed)

    def drawn(*size: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return (0.02 * rng.standard_normal(size)).astype(np.float32)

    found = {
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
            found[f"{number}.{part}.weight"] = drawn(*size)
            found[f"{number}.{part}.bias"] = np.zeros(size[0], np.float32)
    norms = ["norm", *(f"{n}.norm{m}" for n in range(shape.n_layers) for m in (1, 2))]
    for name in norms:
        found[f"{name}.weight"] = np.ones(shape.width, np.float32)
        found[f"{name}.bias"] = np.zeros(shape.width, np.float32)
    return found


def with_heads(encoder: Weights, *, n_words: int, n_gaps: int, seed: int, device: str) -> Tensors:
    """The encoder with heads for words, gaps and hidden prepositions, ready to learn."""
    rng = np.random.default_rng(seed)
    width = encoder["pieces"].shape[1]
    found = dict(encoder)
    found["cases"] = np.zeros((N_CASES, width), np.float32)
    for name, size in (("words", n_words), ("gaps", n_gaps), ("hidden", len(CHOICES))):
        found[f"{name}.weight"] = (0.02 * rng.standard_normal((size, width))).astype(np.float32)
        found[f"{name}.bias"] = np.zeros(size, np.float32)
    return {
        name: torch.tensor(values, device=device, requires_grad=True)
        for name, values in sorted(found.items())
    }


def states(
    tensors: Mapping[str, torch.Tensor],
    pieces: torch.Tensor,
    cases: torch.Tensor,
    shape: Shape,
    *,
    dropout: float = 0.0,
) -> torch.Tensor:
    """The network's state at each piece of a batch; piece 0 is padding."""
    length = pieces.shape[1]
    mask = (pieces != 0)[:, None, None, :]
    state = functional.embedding(pieces, tensors["pieces"]) + tensors["positions"][:length]
    state = _norm(state + functional.embedding(cases, tensors["cases"]), tensors, "norm")
    state = functional.dropout(state, dropout, dropout > 0)
    for number in range(shape.n_layers):
        seen = _attention(state, mask, tensors, number, shape)
        seen = functional.dropout(seen, dropout, dropout > 0)
        state = _norm(state + seen, tensors, f"{number}.norm1")
        inner = functional.gelu(_linear(state, tensors, f"{number}.up"))
        changed = _linear(inner, tensors, f"{number}.down")
        changed = functional.dropout(changed, dropout, dropout > 0)
        state = _norm(state + changed, tensors, f"{number}.norm2")
    return state


def head(state: torch.Tensor, tensors: Mapping[str, torch.Tensor], name: str) -> torch.Tensor:
    """What a head says of states."""
    return _linear(state, tensors, name)


def _attention(
    state: torch.Tensor,
    mask: torch.Tensor,
    tensors: Mapping[str, torch.Tensor],
    number: int,
    shape: Shape,
) -> torch.Tensor:
    n, length, width = state.shape
    split = _linear(state, tensors, f"{number}.qkv").view(
        n, length, 3, shape.n_heads, width // shape.n_heads
    )
    query, key, value = split.permute(2, 0, 3, 1, 4)
    seen = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
    return _linear(seen.transpose(1, 2).reshape(n, length, width), tensors, f"{number}.out")


def _linear(state: torch.Tensor, tensors: Mapping[str, torch.Tensor], name: str) -> torch.Tensor:
    return functional.linear(state, tensors[f"{name}.weight"], tensors[f"{name}.bias"])


def _norm(state: torch.Tensor, tensors: Mapping[str, torch.Tensor], name: str) -> torch.Tensor:
    weight, bias = tensors[f"{name}.weight"], tensors[f"{name}.bias"]
    return functional.layer_norm(state, state.shape[-1:], weight, bias, EPSILON)
