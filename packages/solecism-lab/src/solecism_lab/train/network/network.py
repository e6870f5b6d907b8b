"""The network: a BERT (Devlin et al. 2019), MPNet or DeBERTa, the case of words, and three heads.

The activation of a small BERT is ReLU, which costs nothing in integer arithmetic, where it had
GELU; training makes up for it.

It is written as functions over named tensors, so that the same weights go to a file and to the
graph.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache

import numpy as np
import torch
from torch.nn import functional

from solecism.detect.network.reading import N_CASES
from solecism.locate.sites import PREPOSITION_CHOICES
from solecism_lab.train.network.encoder import (
    EPSILON,
    GELU,
    RELU,
    Shape,
    Weights,
    distance_classes,
    relative_rows,
)

Tensors = dict[str, torch.Tensor]
# What is said of words, of gaps and of hidden prepositions.
HEADS = ("words", "gaps", "hidden")
_ACTIVATIONS: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    RELU: functional.relu,
    GELU: functional.gelu,
}


def with_heads(encoder: Weights, *, n_words: int, n_gaps: int, seed: int, device: str) -> Tensors:
    """The encoder with heads for words, gaps and hidden prepositions, ready for training.

    What the encoder has already, because it was trained before, stays.
    """
    rng = np.random.default_rng(seed)
    width = encoder["pieces"].shape[1]
    weights: Weights = {"cases": np.zeros((N_CASES, width), np.float32)}
    for name, size in zip(HEADS, (n_words, n_gaps, len(PREPOSITION_CHOICES)), strict=True):
        weights[f"{name}.weight"] = (0.02 * rng.standard_normal((size, width))).astype(np.float32)
        weights[f"{name}.bias"] = np.zeros(size, np.float32)
    return {
        name: torch.tensor(values, device=device, requires_grad=True)
        for name, values in sorted({**weights, **encoder}.items())
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
    mask = _mask(tensors, pieces, shape)
    near = _near(tensors, shape)
    state = functional.embedding(pieces, tensors["pieces"])
    if "positions" in tensors:
        state = state + tensors["positions"][: pieces.shape[1]]
    state = _norm(state + functional.embedding(cases, tensors["cases"]), tensors, "norm")
    state = functional.dropout(state, dropout, dropout > 0)
    a_layer = _compiled_layer() if state.is_cuda else layer
    for number in range(shape.n_layers):
        if state.is_cuda:
            _mark_sizes(state, mask)
        state = a_layer(state, mask, _of_layer(tensors, number) | near, shape, dropout=dropout)
    return state


def layer(
    state: torch.Tensor,
    mask: torch.Tensor,
    tensors: Mapping[str, torch.Tensor],
    shape: Shape,
    *,
    dropout: float,
) -> torch.Tensor:
    """The state after one layer, whose tensors are named without its number."""
    attention = _relative_attention if shape.n_buckets else _attention
    seen = _linear(attention(state, mask, tensors, shape), tensors, "out")
    seen = functional.dropout(seen, dropout, dropout > 0)
    state = _norm(state + seen, tensors, "norm1")
    inner = _ACTIVATIONS[shape.activation](_linear(state, tensors, "up"))
    changed = _linear(inner, tensors, "down")
    changed = functional.dropout(changed, dropout, dropout > 0)
    return _norm(state + changed, tensors, "norm2")


@cache
def _compiled_layer() -> Callable[..., torch.Tensor]:
    """The function of a layer, compiled for a GPU, whatever the lengths of the sentences."""
    # Networks of several sizes, with dropout and without, to learn and to teach.
    torch._dynamo.config.recompile_limit = 64
    torch._dynamo.config.automatic_dynamic_shapes = False
    compiled: Callable[..., torch.Tensor] = torch.compile(layer)
    return compiled


def _mark_sizes(state: torch.Tensor, mask: torch.Tensor) -> None:
    """Say that the numbers of sentences and of pieces differ; the width does not."""
    torch._dynamo.maybe_mark_dynamic(state, [0, 1])
    sizes = [dimension for dimension in (0, 2, 3) if mask.shape[dimension] > 1]
    torch._dynamo.maybe_mark_dynamic(mask, sizes)


def _of_layer(tensors: Mapping[str, torch.Tensor], number: int) -> Tensors:
    prefix = f"{number}."
    return {
        name.removeprefix(prefix): tensor
        for name, tensor in tensors.items()
        if name.startswith(prefix)
    }


def _mask(tensors: Mapping[str, torch.Tensor], pieces: torch.Tensor, shape: Shape) -> torch.Tensor:
    """Which pieces are there, or what each distance adds to attention where distances count."""
    is_there = (pieces != 0)[:, None, None, :]
    if not shape.n_distances:
        return is_there
    classes = torch.from_numpy(distance_classes(pieces.shape[1], shape.n_distances))
    near = functional.embedding(classes.to(pieces.device), tensors["distances"]).permute(2, 0, 1)
    return torch.where(is_there, near[None], -torch.inf)


def _near(tensors: Mapping[str, torch.Tensor], shape: Shape) -> Tensors:
    """The states of all distances between pieces, where they have any."""
    if not shape.n_buckets:
        return {}
    rows = torch.from_numpy(relative_rows(shape.max_pieces, shape.n_buckets))
    table = tensors["relative"]
    return {"near": functional.embedding(rows.to(table.device), table)}


def rounded(tensors: Tensors) -> Tensors:
    """The weights in 16 bits, as a GPU multiplies them fastest."""
    return {name: tensor.bfloat16() for name, tensor in tensors.items()}


def head(state: torch.Tensor, tensors: Mapping[str, torch.Tensor], name: str) -> torch.Tensor:
    """The scores of a head for states."""
    return _linear(state, tensors, name)


def _attention(
    state: torch.Tensor,
    mask: torch.Tensor,
    tensors: Mapping[str, torch.Tensor],
    shape: Shape,
) -> torch.Tensor:
    n, length, width = state.shape
    split = _linear(state, tensors, "qkv").view(n, length, 3, shape.n_heads, width // shape.n_heads)
    query, key, value = split.permute(2, 0, 3, 1, 4)
    seen = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
    return seen.transpose(1, 2).reshape(n, length, width)


def _relative_attention(
    state: torch.Tensor,
    mask: torch.Tensor,
    tensors: Mapping[str, torch.Tensor],
    shape: Shape,
) -> torch.Tensor:
    """Attention by the products of queries and keys, and of both with those of distances.

    The products with distances are made for one row of distances after another, which then are
    shifted so that each piece is where it stands (Huang et al. 2018): nothing is gathered.
    """
    n, length, width = state.shape
    heads, depth = shape.n_heads, width // shape.n_heads
    split = _linear(state, tensors, "qkv").view(n, length, 3, heads, depth)
    query, key, value = split.permute(2, 3, 0, 1, 4)
    near_query, near_key = _near_parts(tensors, shape)
    zero = shape.max_pieces
    # Distances from `length` down to 1 - `length`, and from -`length` up to `length` - 1.
    falling = near_key[:, zero - length + 1 : zero + length + 1].flip(1)
    rising = near_query[:, zero - length : zero + length]
    scores = query @ key.transpose(-1, -2)
    scores = scores + _shifted(_by_row(query, falling))
    scores = scores + _shifted(_by_row(key, rising)).transpose(-1, -2)
    scores = scores.float() / math.sqrt(3 * depth)
    # The dimensions are heads, sentences, pieces: those of the mask are sentences, heads, pieces.
    weights = scores.masked_fill(~mask.transpose(0, 1), -torch.inf).softmax(-1)
    seen: torch.Tensor = weights.to(value.dtype) @ value
    return seen.permute(1, 2, 0, 3).reshape(n, length, width)


def _near_parts(
    tensors: Mapping[str, torch.Tensor], shape: Shape
) -> tuple[torch.Tensor, torch.Tensor]:
    """The queries and the keys of all distances, by head."""
    width = shape.width
    weight, bias = tensors["qkv.weight"][: 2 * width], tensors["qkv.bias"][: 2 * width]
    parts = functional.linear(tensors["near"], weight, bias)
    query, key = parts.view(-1, 2, shape.n_heads, width // shape.n_heads).permute(1, 2, 0, 3)
    return query, key


def _by_row(state: torch.Tensor, near: torch.Tensor) -> torch.Tensor:
    """The products of the states of pieces with those of distances, by head."""
    heads, n, length, depth = state.shape
    products = state.reshape(heads, n * length, depth) @ near.transpose(-1, -2)
    return products.view(heads, n, length, 2 * length)


def _shifted(products: torch.Tensor) -> torch.Tensor:
    """Of row i the columns from length - i on, as many as there are rows."""
    heads, n, length, _ = products.shape
    flat = products.reshape(heads, n, 2 * length * length)[:, :, length:]
    return flat.view(heads, n, length, 2 * length - 1)[..., :length]


def _linear(state: torch.Tensor, tensors: Mapping[str, torch.Tensor], name: str) -> torch.Tensor:
    return functional.linear(state, tensors[f"{name}.weight"], tensors[f"{name}.bias"])


def _norm(state: torch.Tensor, tensors: Mapping[str, torch.Tensor], name: str) -> torch.Tensor:
    weight, bias = tensors[f"{name}.weight"], tensors[f"{name}.bias"]
    return functional.layer_norm(state, state.shape[-1:], weight, bias, EPSILON)
