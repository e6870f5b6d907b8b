"""Train the part-of-speech tagger on tagged sentences and running text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solecism.errors import InputError
from solecism.language.quantise_tagger import quantised
from solecism.language.tag_examples import Examples
from solecism.language.tag_model import REACH, TagModel
from solecism.language.tag_network import (
    Adam,
    Batch,
    Dropout,
    Weights,
    backward,
    forward,
    initial_weights,
)
from solecism.language.word_vectors import WordVectors, word_vectors
from solecism.sentence import Sentence

Floats = npt.NDArray[np.float32]

_DROPOUT = Dropout(types=0.1, near=0.25, far=0.4)


@dataclass(frozen=True, slots=True)
class Settings:
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
    settings: Settings | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> TagModel:
    """A model of the tags of the sentences; the same seed gives the same model.

    `unlabelled` is running text, the words of a paragraph each: what it shows of words helps
    where the tagged sentences are silent. `progress` is told the batches done and their number.
    """
    settings = settings or Settings()
    vectors = _vectors(unlabelled, settings, seed)
    examples = Examples(_tagged(sentences), vectors)
    if not len(examples):
        raise InputError("there is no sentence with tags to learn from.")
    weights = initial_weights(
        n_features=examples.n_features,
        n_vector=vectors.rows.shape[1],
        n_type=settings.n_type,
        n_hidden=settings.n_hidden,
        n_tags=len(examples.tags),
        seed=seed,
    )
    last_batch = _learn(weights, examples, settings, seed, progress)
    return quantised(weights, examples, vectors, last_batch)


def _tagged(sentences: Iterable[Sentence]) -> Iterable[Sentence]:
    for sentence in sentences:
        if sentence.words and not sentence.tags:
            raise InputError(f"{sentence.id}: has no tags. Give sentences with Penn tags.")
        yield sentence


def _vectors(
    unlabelled: Iterable[Sequence[str]] | None, settings: Settings, seed: int
) -> WordVectors:
    if unlabelled is None:
        return WordVectors((), np.zeros((0, 1), np.float32))
    return word_vectors(
        unlabelled, n_words=settings.n_known_words, n_dimensions=settings.n_vector, seed=seed
    )


def _learn(
    weights: Weights,
    examples: Examples,
    settings: Settings,
    seed: int,
    progress: Callable[[int, int], None] | None,
) -> Batch:
    """Change the weights until they fit the examples; gives back the last batch seen."""
    rng = np.random.default_rng([seed, 1])
    n_steps = settings.n_epochs * -(-len(examples) // settings.n_batch_sentences)
    optimiser = Adam(weights, decay=settings.decay)
    step = 0
    for _ in range(settings.n_epochs):
        for batch in examples.batches(
            settings.n_batch_sentences,
            p_hide_own=settings.p_hide_own,
            p_hide_vector=settings.p_hide_vector,
            rng=rng,
        ):
            step += 1
            scores, trace = forward(weights, batch, dropout=settings.dropout, rng=rng)
            slope = _loss_slope(scores, batch)
            warmth = min(1.0, step / settings.n_warm_up_steps)
            rate = settings.rate * warmth * (1 - step / (n_steps + 1))
            optimiser.step(backward(weights, batch, trace, slope), rate=rate)
            if progress is not None:
                progress(step, n_steps)
    return batch


def _loss_slope(scores: Floats, batch: Batch) -> Floats:
    """The gradient of the mean cross-entropy of the words."""
    tags = batch.tags[REACH:-REACH]
    words = (tags >= 0).nonzero()[0]
    odds = np.exp(scores[words] - scores[words].max(axis=1, keepdims=True))
    odds /= odds.sum(axis=1, keepdims=True)
    odds[np.arange(len(words)), tags[words]] -= 1
    slope = np.zeros_like(scores)
    slope[words] = odds / len(words)
    return slope
