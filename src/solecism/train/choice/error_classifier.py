"""Training of a classifier of errors: its scorer on errors, the rest on tuning data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from solecism.detect.choice.calibration import KindCalibration, calibrate
from solecism.detect.choice.error_classifier import ErrorClassifier
from solecism.detect.choice.error_scorer import ErrorScorer
from solecism.detect.choice.predictions import ErrorFeatures, FeatureExtractor, predicted
from solecism.locate.sentence_columns import Hashes
from solecism.numeric.arrays import Floats32, UInts8
from solecism.train.choice.examples import ErrorExamples, concatenated
from solecism.train.choice.logistic import Logistic
from solecism.train.choice.shard import Shard

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
    examples = concatenated([each for each, _ in clear])
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
