"""Training of the averaged perceptron.

It learns from prepositions that annotators delete in learner text, and from native text into which
prepositions were inserted as learners do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from solecism.detect.extraneous.detector import PlattCalibration
from solecism.detect.extraneous.perceptron import N_WEIGHTS, Perceptron, Rows, Weights, features
from solecism.language.annotate import annotate_sentences
from solecism.language.tagging.tag import tag
from solecism.numeric.arrays import Bools, Floats32
from solecism.sentence import Sentence
from solecism.system.batches import batches
from solecism.train.extraneous.calibration import calibrated
from solecism.train.extraneous.examples import Example, grouped, prepositions_of
from solecism.train.extraneous.insertion import Insertions, insertions, with_insertions

_LARGEST_WEIGHT = 127
# The few larger weights are clipped, so that the others are more precise.
_SHARE_WITHIN_RANGE = 0.999
_BATCH_SENTENCES = 5_000

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class PerceptronSettings:
    """The settings of training.

    Examples are scored in small batches; with a score of at most `margin` on the right side an
    example counts as a mistake. A mistake changes weights by 1 for a correct preposition of a
    learner, by `learner_error` for an extraneous one, and by `native` for one in native text.
    """

    n_epochs: int = 8
    batch: int = 64
    margin: float = 4.0
    learner_error: float = 5.0
    native: float = 0.3
    share_inserted: float = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class TrainingData:
    """Rows of features, which of them are extraneous prepositions, and the weight of each."""

    rows: Rows
    is_extraneous: Bools
    importance: Floats32


def train(
    learner: list[Example],
    tuning: list[Example],
    native: Iterable[Sentence],
    *,
    rng: np.random.Generator,
    settings: PerceptronSettings | None = None,
    progress: Progress | None = None,
) -> Perceptron:
    """The perceptron for extraneous prepositions; native sentences need no tags."""
    chosen = settings or PerceptronSettings()
    parts = [_learner_data(learner, chosen)]
    parts += _native_data(native, insertions(learner), chosen, rng)
    data = TrainingData(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.is_extraneous for part in parts]),
        np.concatenate([part.importance for part in parts]),
    )
    weights = fit(data, rng=rng, settings=chosen, progress=progress)
    model = Perceptron(quantised(weights), PlattCalibration())
    return replace(model, calibration=calibrated(model, tuning))


def fit(
    data: TrainingData,
    *,
    rng: np.random.Generator,
    settings: PerceptronSettings | None = None,
    progress: Progress | None = None,
) -> Floats32:
    """The averaged weights; a mistake on an example changes them by its importance."""
    chosen = settings or PerceptronSettings()
    report = progress or (lambda done, total: None)
    rows = data.rows
    sides = np.where(data.is_extraneous, 1, -1).astype(np.float32)
    weights = np.zeros(N_WEIGHTS, dtype=np.float32)
    # The sum of each change times the steps before it, so that one subtraction gives the mean.
    missed = np.zeros(N_WEIGHTS, dtype=np.float64)
    step = 0
    for epoch in range(chosen.n_epochs):
        order = rng.permutation(len(rows))
        for begin in range(0, len(order), chosen.batch):
            batch = order[begin : begin + chosen.batch]
            scores = weights[rows[batch]].sum(axis=1)
            wrong = batch[scores * sides[batch] <= chosen.margin]
            change = np.repeat(sides[wrong] * data.importance[wrong], rows.shape[1])
            np.add.at(weights, rows[wrong].ravel(), change)
            np.add.at(missed, rows[wrong].ravel(), step * change)
            step += 1
        report(epoch + 1, chosen.n_epochs)
    return (weights - missed / max(step, 1)).astype(np.float32)


def quantised(weights: Floats32) -> Weights:
    """The weights as whole numbers of 8 bits."""
    used = np.abs(weights[weights != 0])
    limit = float(np.quantile(used, _SHARE_WITHIN_RANGE)) if len(used) else 1.0
    whole = np.rint(weights * (_LARGEST_WEIGHT / limit))
    return np.asarray(np.clip(whole, -_LARGEST_WEIGHT, _LARGEST_WEIGHT), dtype=np.int8)


def _learner_data(learner: list[Example], settings: PerceptronSettings) -> TrainingData:
    sentences, places, is_extraneous = grouped(learner)
    importance = np.where(is_extraneous, settings.learner_error, 1).astype(np.float32)
    return TrainingData(features(sentences, places), is_extraneous, importance)


def _native_data(
    native: Iterable[Sentence],
    learned: Insertions,
    settings: PerceptronSettings,
    rng: np.random.Generator,
) -> Iterator[TrainingData]:
    for batch in batches(native, _BATCH_SENTENCES):
        changed = with_insertions(list(tag(batch)), learned, rng=rng, share=settings.share_inserted)
        annotated = annotate_sentences(sentence for sentence, _ in changed)
        examples = [
            example
            for sentence, (_, place) in zip(annotated, changed, strict=True)
            for example in prepositions_of(sentence, unneeded=() if place is None else (place,))
        ]
        sentences, places, is_extraneous = grouped(examples)
        importance = np.full(len(examples), settings.native, dtype=np.float32)
        yield TrainingData(features(sentences, places), is_extraneous, importance)
