"""A trained network rounded to the small whole numbers of a tagger model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solecism.language.tagging.spelling import N_AFFIX_BUCKETS, affix_buckets
from solecism.language.tagging.tag_model import (
    LARGEST_ACTIVATION,
    LARGEST_LAST,
    LARGEST_WEIGHT,
    VERSION,
    WINDOW,
    TagModel,
    vocabulary_bytes,
)
from solecism.numeric.arrays import Floats32
from solecism.train.language.tag_examples import FeatureColumns
from solecism.train.language.tag_network import Batch, Dropout, Weights, forward
from solecism.train.language.word_vectors import WordVectors

# The few larger numbers are clipped, so that the others are more precise.
SHARE_WITHIN_RANGE = 0.9995


def quantised(
    weights: Weights,
    tags: Sequence[str],
    columns: FeatureColumns,
    vectors: WordVectors,
    batch: Batch,
) -> TagModel:
    """The model; `batch` is used to measure the range of the layers' outputs."""
    words, rows = _known_words(weights, columns, vectors)
    unit = _limit(rows) / LARGEST_WEIGHT
    n_hidden = weights["near_bias"].size
    _, trace = forward(weights, batch, dropout=Dropout(0, 0, 0), rng=None)
    near_unit = _limit(trace.near[trace.near > 0]) / LARGEST_ACTIVATION
    far_unit = _limit(trace.far[trace.far > 0]) / LARGEST_ACTIVATION
    near_by_place = np.abs(weights["near"]).reshape(-1, WINDOW, n_hidden)
    near_scale = near_by_place.max(axis=(0, 1)) / LARGEST_WEIGHT + 1e-9
    far_scale = np.abs(weights["far"]).max(axis=0) / LARGEST_WEIGHT + 1e-9
    last = weights["last"] * np.repeat([near_unit, far_unit], n_hidden)[:, None]
    last_scale = np.abs(last).max() / LARGEST_LAST
    features = weights["features"]
    rest = features[[columns.unknown, columns.gap]] + weights["type_bias"]
    return TagModel(
        version=np.array(VERSION),
        tags=np.array(tags),
        words=vocabulary_bytes(words),
        word_rows=_whole(rows / unit, LARGEST_WEIGHT).astype(np.int8),
        affix_rows=_whole(features[:N_AFFIX_BUCKETS] / unit, LARGEST_WEIGHT).astype(np.int8),
        shape_rows=np.rint(features[N_AFFIX_BUCKETS : columns.first_own] / unit).astype(np.int16),
        rest_rows=np.rint(rest / unit).astype(np.int16),
        near=np.rint(weights["near"] / np.tile(near_scale, WINDOW)).astype(np.float32),
        near_bias=np.rint(weights["near_bias"] / (unit * near_scale)).astype(np.float32),
        near_factor=(unit * near_scale / near_unit).astype(np.float32),
        far=np.rint(weights["far"] / far_scale).astype(np.float32),
        far_bias=np.rint(weights["far_bias"] / (near_unit * far_scale)).astype(np.float32),
        far_factor=(near_unit * far_scale / far_unit).astype(np.float32),
        last=np.rint(last / last_scale).astype(np.float32),
        last_bias=np.rint(weights["last_bias"] / last_scale).astype(np.float32),
    )


def _known_words(
    weights: Weights, columns: FeatureColumns, vectors: WordVectors
) -> tuple[list[str], Floats32]:
    """All words with vectors or with a feature of their own, and their rows without shape."""
    features = weights["features"]
    words = [*vectors.words, *sorted(columns.own_words.keys() - set(vectors.words))]
    rows = np.empty((len(words), features.shape[1]), np.float32)
    for row, word in zip(rows, words, strict=True):
        own = columns.own_words.get(word)
        row[:] = features[columns.unknown if own is None else columns.first_own + own]
        row += features[affix_buckets(word)].sum(axis=0)
    rows[: len(vectors.words)] += vectors.rows @ weights["vectors"]
    return words, rows + weights["type_bias"]


def _limit(numbers: Floats32) -> float:
    return float(np.quantile(np.abs(numbers), SHARE_WITHIN_RANGE)) if numbers.size else 1.0


def _whole(numbers: Floats32, largest: int) -> Floats32:
    return np.clip(np.rint(numbers), -largest, largest)
