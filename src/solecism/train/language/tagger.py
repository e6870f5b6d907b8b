"""Training of the part-of-speech tagger on tagged sentences and running text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.errors import InputError
from solecism.language.tagging.tag_model import REACH, TagModel
from solecism.numeric.arrays import Floats32
from solecism.numeric.link_functions import softmax
from solecism.sentence import Sentence
from solecism.train.language.quantise import quantised
from solecism.train.language.tag_examples import (
    FeatureColumns,
    TagExamples,
    columns_for,
    tagged_examples,
)
from solecism.train.language.tag_network import (
    Adam,
    Batch,
    Dropout,
    Weights,
    backward,
    forward,
    initial_weights,
)
from solecism.train.language.word_vectors import WordVectors, word_vectors

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
