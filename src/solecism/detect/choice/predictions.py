"""From the features of sites to predictions: the probability and the kind of an error at each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from solecism.detect.choice.calibration import EXTRANEOUS_KIND, MISSING_KIND, WRONG_KIND
from solecism.detect.choice.channel import Candidates
from solecism.detect.choice.error_classifier import ErrorClassifier
from solecism.locate.sentence_columns import Hashes
from solecism.numeric.arrays import Bools, Floats32, UInts8, UInts32


@dataclass(frozen=True, slots=True, eq=False)
class ErrorFeatures:
    """The features of each site, its candidates, and the kind of error that it would be.

    `rows` are the hashed features and `figures` the numeric ones, as `ErrorScorer` takes them.
    Sites that are `is_exempt` are never flagged.
    """

    rows: UInts32
    figures: Floats32
    candidates: Candidates
    kinds: UInts8
    is_exempt: Bools


class FeatureExtractor(Protocol):
    """What makes the features of sites."""

    def features(self, contexts: Hashes, written: UInts8) -> ErrorFeatures:
        """The features of contexts and what was written there."""


@dataclass(frozen=True, slots=True, eq=False)
class Predictions:
    """At each site: the probability of an error, its kind, and the candidates."""

    p_error: Floats32
    kinds: UInts8
    candidates: Candidates


def predicted(classifier: ErrorClassifier, features: ErrorFeatures) -> Predictions:
    """The predictions of a classifier."""
    scores = classifier.scorer.scores(features.rows, features.figures)
    p_error = classifier.calibration.probabilities(scores, features.kinds)
    p_error[features.is_exempt] = 0
    return Predictions(p_error, features.kinds, features.candidates)


def kinds_of_choice(candidates: Candidates) -> UInts8:
    """The kind of error where the choice 0 is to write nothing: missing, extraneous or wrong."""
    kind_of_word = np.where(candidates.best == 0, EXTRANEOUS_KIND, WRONG_KIND)
    return np.where(candidates.written == 0, MISSING_KIND, kind_of_word).astype(np.uint8)
