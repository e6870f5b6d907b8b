"""Training of the part-of-speech tagger on tagged sentences and running text.

The trained network is rounded to the small whole numbers of a tagger model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.errors import InputError
from solecism.language.tagger import (
    LARGEST_ACTIVATION,
    LARGEST_LAST,
    LARGEST_WEIGHT,
    N_AFFIX_BUCKETS,
    REACH,
    VERSION,
    WINDOW,
    TagModel,
    affix_buckets,
    vocabulary_bytes,
)
from solecism.numeric import Floats32, softmax
from solecism.sentence import Sentence
from solecism_lab.train.language.tag_examples import (
    FeatureColumns,
    TagExamples,
    columns_for,
    tagged_examples,
)
from solecism_lab.train.language.tag_network import (
    Adam,
    Batch,
    Dropout,
    Weights,
    backward,
    forward,
    initial_weights,
)
from solecism_lab.train.language.word_vectors import WordVectors, word_vectors

_DROPOUT = Dropout(types=0.1, near=0.25, far=0.4)
_NO_VECTORS = WordVectors((), np.zeros((0, 1), np.float32))


@dataclass(frozen=True, slots=True)
class TaggerSettings:
    """Sizes and rates, chosen on the development part of the English Web Treebank."""

    n_epochs: int = 10
    n_batch_sentences: int = 48
    n_type: int = 64
    n_hidden: int = 96
    n_known_words: int = 60_000
    n_vector: int = 96
    rate: float = 0.002
    n_warm_up_steps: int = 200
    decay: float = 0.0005
    dropout: Dropout = _DROPOUT
    p_hide_own: float = 0.3
    p_hide_vector: float = 0.1


def train(
    sentences: Iterable[Sentence],
    *,
    unlabelled: Iterable[Sequence[str]] | None = None,
    seed: int,
    settings: TaggerSettings | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> TagModel:
    """A model of the tags of the sentences; the same seed gives the same model.

    `unlabelled` is running text, as the words of paragraphs: word vectors from it help with words
    that the tagged sentences do not have. `progress` is called with the number of batches done and
    of all.
    """
    settings = settings or TaggerSettings()
    tagged = list(_tagged(sentences))
    if not tagged:
        raise InputError("there is no sentence with tags to learn from.")
    vectors = _NO_VECTORS
    if unlabelled is not None:
        n_words, n_dimensions = settings.n_known_words, settings.n_vector
        vectors = word_vectors(unlabelled, n_words=n_words, n_dimensions=n_dimensions, seed=seed)
    columns = columns_for(tagged)
    tags = sorted({tag for sentence in tagged for tag in sentence.tags})
    examples = tagged_examples(tagged, tags, columns, vectors)
    weights = initial_weights(
        n_features=columns.n_features,
        n_vector=vectors.rows.shape[1],
        n_type=settings.n_type,
        n_hidden=settings.n_hidden,
        n_tags=len(tags),
        seed=seed,
    )
    batch = _learn(weights, examples, columns, settings, seed=seed, progress=progress)
    return quantised(weights, tags, columns, vectors, batch)


def _tagged(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    for sentence in sentences:
        if sentence.words and not sentence.tags:
            raise InputError(f"{sentence.id}: has no tags. Give sentences with Penn tags.")
        if sentence.words:
            yield sentence


def _learn(
    weights: Weights,
    examples: TagExamples,
    columns: FeatureColumns,
    settings: TaggerSettings,
    *,
    seed: int,
    progress: Callable[[int, int], None] | None,
) -> Batch:
    """Fit the weights to the examples, and give the last batch."""
    rng = np.random.default_rng([seed, 1])
    size = settings.n_batch_sentences
    n_steps = settings.n_epochs * -(-len(examples) // size)
    optimiser = Adam(weights, decay=settings.decay)
    batches = (b for _ in range(settings.n_epochs) for b in examples.batches(size, rng=rng))
    for step, batch in enumerate(batches, 1):
        hidden = columns.hidden(
            batch, p_own=settings.p_hide_own, p_vector=settings.p_hide_vector, rng=rng
        )
        scores, trace = forward(weights, hidden, dropout=settings.dropout, rng=rng)
        gradients = backward(weights, hidden, trace, _loss_slope(scores, hidden))
        warmth = min(1.0, step / settings.n_warm_up_steps)
        optimiser.step(gradients, rate=settings.rate * warmth * (1 - step / (n_steps + 1)))
        if progress is not None:
            progress(step, n_steps)
    return batch


def _loss_slope(scores: Floats32, batch: Batch) -> Floats32:
    """The gradient of the mean cross-entropy of the words."""
    tags = batch.tags[REACH:-REACH]
    words = (tags >= 0).nonzero()[0]
    errors = softmax(scores[words])
    errors[np.arange(len(words)), tags[words]] -= 1
    slope = np.zeros_like(scores)
    slope[words] = errors / len(words)
    return slope


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
