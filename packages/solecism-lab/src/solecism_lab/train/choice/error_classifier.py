"""Training of a classifier of errors: its scorer on errors, the rest on tuning data.

The scorer is a logistic regression over hashed and numeric features, fitted by AdaGrad.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

import numpy as np

from solecism.detect.light.error_classifier import (
    BITS,
    ErrorClassifier,
    ErrorFeatures,
    ErrorScorer,
    FeatureExtractor,
    KindCalibration,
    calibrate,
    predicted,
)
from solecism.locate.sentence_columns import Hashes
from solecism.numeric import Bools, Floats32, Ints, UInts8, UInts32, expit
from solecism_lab.train.choice.native_shards import Shard

# The correction is none of the choices, or is not known.
OTHER = 255


@dataclass(frozen=True, slots=True, eq=False)
class ErrorExamples:
    """One row per site: its context, the choice of the writer and that of the annotator.

    A site is `is_hidden` where an edit of another kind changes the writer's word or the words
    beside the gap: it is not known what the annotator thought of the choice itself.
    """

    contexts: Hashes
    written: UInts8
    correct: UInts8
    is_hidden: Bools

    def __len__(self) -> int:
        return len(self.written)

    @property
    def is_error(self) -> Bools:
        """Whether the annotator chose something else."""
        return np.asarray(self.written != self.correct)

    def select(self, index: Bools | Ints) -> ErrorExamples:
        """Some of the examples."""
        return ErrorExamples(*(getattr(self, field.name)[index] for field in fields(self)))


def concatenated_examples(parts: Sequence[ErrorExamples]) -> ErrorExamples:
    """The examples of all parts, of which there is at least one."""
    names = [field.name for field in fields(ErrorExamples)]
    return ErrorExamples(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in names)
    )


_BATCH = 1024
_START = 1e-2
_LARGEST = 127


class Logistic:
    """The weights in training, with an L2 penalty."""

    def __init__(self, n_figures: int, *, rate: float = 0.05, penalty: float = 1e-4) -> None:
        self._table = np.zeros(1 << BITS, dtype=np.float32)
        self._squares = np.full(1 << BITS, _START, dtype=np.float32)
        self._of_figures = np.zeros(n_figures, dtype=np.float32)
        self._figure_squares = np.full(n_figures, _START, dtype=np.float32)
        self._rate, self._penalty = np.float32(rate), np.float32(penalty)

    def learn(
        self,
        rows: UInts32,
        figures: Floats32,
        is_error: Bools,
        *,
        weights: Floats32,
        rng: np.random.Generator,
    ) -> None:
        """One epoch over the examples, in a new random order."""
        order = rng.permutation(len(rows))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            self._step(rows[batch], figures[batch], is_error[batch], weights[batch])

    def _step(self, rows: UInts32, figures: Floats32, is_error: Bools, weights: Floats32) -> None:
        scores = self._table[rows].sum(axis=1) + figures @ self._of_figures
        error = ((expit(scores) - is_error) * weights).astype(np.float32)
        used, place = np.unique(rows, return_inverse=True)
        sums = np.bincount(place.ravel(), np.repeat(error, rows.shape[1]), len(used))
        gradient = sums.astype(np.float32) + self._penalty * len(rows) * self._table[used]
        self._squares[used] += gradient**2
        self._table[used] -= self._rate * gradient / np.sqrt(self._squares[used])
        gradient = error @ figures
        self._figure_squares += gradient**2
        self._of_figures -= self._rate * gradient / np.sqrt(self._figure_squares)

    def error_scorer(self) -> ErrorScorer:
        """The trained scorer, in 8 bits."""
        scale = max(float(np.abs(self._table).max()), 1e-6) / _LARGEST
        table = np.rint(self._table / scale).astype(np.int8)
        return ErrorScorer(table, scale, self._of_figures.copy())


# The features of this many sites fit in memory.
_BATCH_SITES = 10_000
_ALARM_WORDS = 1_000
# Texts with fewer words than this are too short to show how often text is flagged.
_FEWEST_WORDS = 20_000


def train_error_scorer(
    extractor: FeatureExtractor,
    parts: Sequence[tuple[ErrorExamples, float]],
    *,
    rng: np.random.Generator,
    n_epochs: int,
) -> ErrorScorer:
    """The scorer trained on examples, of which each part has a weight.

    Sites that an edit of another kind hides are left out.
    """
    clear = [(each.select(~each.is_hidden), weight) for each, weight in parts]
    examples = concatenated_examples([each for each, _ in clear])
    weights = np.concatenate([np.full(len(each), weight, np.float32) for each, weight in clear])
    batches = list(feature_batches(extractor, examples.contexts, examples.written))
    rows = np.concatenate([each.rows for each in batches])
    figures = np.concatenate([each.figures for each in batches])
    model = Logistic(figures.shape[1])
    for _ in range(n_epochs):
        model.learn(rows, figures, examples.is_error, weights=weights, rng=rng)
    return model.error_scorer()


def feature_batches(
    extractor: FeatureExtractor, contexts: Hashes, written: UInts8
) -> Iterator[ErrorFeatures]:
    """The features of many sites, batch by batch; one empty batch where there is no site."""
    for start in range(0, max(1, len(written)), _BATCH_SITES):
        batch = slice(start, start + _BATCH_SITES)
        yield extractor.features(contexts[batch], written[batch])


def calibrated(
    extractor: FeatureExtractor,
    scorer: ErrorScorer,
    tuning: ErrorExamples,
    native: Sequence[Shard] = (),
    *,
    precision: float,
    max_alarms: float,
) -> ErrorClassifier:
    """The scorer with probabilities fitted to tuning data, and the threshold of `operating_point`.

    Wherever the annotator changed the writer's choice, by an edit of whatever kind, it counts as an
    error; gaps count only where a word was inserted.
    """
    batches = list(feature_batches(extractor, tuning.contexts, tuning.written))
    scores = np.concatenate([scorer.scores(each.rows, each.figures) for each in batches])
    kinds = np.concatenate([each.kinds for each in batches])
    calibration = calibrate(scores, kinds, tuning.is_error)
    without_threshold = ErrorClassifier(scorer, calibration, 0.5)
    texts = [
        (_probabilities(extractor, without_threshold, each), each.n_words)
        for each in native
        if each.n_words >= _FEWEST_WORDS
    ]
    threshold = operating_point(calibration, texts, precision=precision, max_alarms=max_alarms)
    return ErrorClassifier(scorer, calibration, threshold)


def _probabilities(
    extractor: FeatureExtractor, classifier: ErrorClassifier, native: Shard
) -> Floats32:
    """The probability of an error at each site of native text."""
    batches = feature_batches(extractor, native.contexts, native.choices)
    return np.concatenate([predicted(classifier, each).p_error for each in batches])


def operating_point(
    calibration: KindCalibration,
    texts: Sequence[tuple[Floats32, int]],
    *,
    precision: float,
    max_alarms: float,
) -> float:
    """The lowest threshold with enough precision, and few enough flags in every native text.

    At most `max_alarms` flags per thousand words are allowed. A text is given as the probability of
    an error at each of its sites, and its number of words. A curve that never reaches the precision
    gives 0.5.
    """
    reached = calibration.curve[:, 1].max(initial=0.0)
    threshold = calibration.threshold(precision) if reached >= precision else 0.5
    for p_error, n_words in texts:
        n_allowed = int(max_alarms * n_words / _ALARM_WORDS)
        if n_allowed < len(p_error):
            first_too_many = -np.partition(-p_error, n_allowed)[n_allowed]
            threshold = max(threshold, float(np.nextafter(first_too_many, np.float32(2))))
    return threshold
