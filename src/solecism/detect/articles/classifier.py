"""The two decisions about each noun phrase: whether determiner and number are errors.

Maximum entropy looks at every noun phrase. The network and the classifiers look only at those where
it leaves an error possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solecism.detect.articles.choice import DETERMINER, NUMBER
from solecism.detect.articles.contexts import noun_contexts
from solecism.detect.articles.model import DECISIONS, ArticleModel
from solecism.detect.articles.places import NounPlaces, is_among
from solecism.detect.choice.error_classifier import ErrorClassifier
from solecism.detect.choice.predictions import Predictions, predicted
from solecism.locate.noun_table import NounTable
from solecism.locate.sentence_columns import Columns, Hashes
from solecism.numeric.arrays import Bools, Floats32, Ints
from solecism.numeric.link_functions import expit

# Below these log odds, by maximum entropy and confusions, tuning data has no error that would be
# flagged; where a threshold is lower than this probability, every noun phrase is classified.
_LEAST_ODDS, _LEAST_P = -4.0, 0.05
_SINGULAR, _PLURAL = ("this", "that"), ("these", "those")


@dataclass(frozen=True, slots=True, eq=False)
class NounPredictions:
    """The predictions of one decision: the probability of an error at each of the places.

    Places where an error is possible were `classified`. `row_of` is the row there of each place
    that is an error, -1 elsewhere; `is_plural` says for each such row whether the noun is plural.
    """

    places: NounPlaces
    p_error: Floats32
    row_of: Ints
    classified: Predictions
    is_plural: Bools


class NounClassifier:
    """An article model with its thresholds: its own, those for a precision, or those given."""

    def __init__(
        self,
        model: ArticleModel,
        nouns: NounTable,
        *,
        precision: float | None,
        threshold: float | None,
    ) -> None:
        self._context = model.context
        self._extractors = [
            model.feature_extractor(decision, nouns) for decision in (DETERMINER, NUMBER)
        ]
        self._classifiers = [model.classifiers[decision] for decision in DECISIONS]
        self.thresholds = _thresholds(self._classifiers, precision, threshold)
        self._least = _LEAST_ODDS if min(self.thresholds) > _LEAST_P else -np.inf

    def predictions(
        self, table: Columns, places: NounPlaces
    ) -> tuple[NounPredictions, NounPredictions]:
        """The predictions for determiners, and for the number of common nouns."""
        contexts = noun_contexts(table, places)
        log_p = self._context.maxent.log_probabilities(contexts)
        decided = np.arange(len(places)), np.flatnonzero(places.has_number)
        odds = [
            extractor.candidates(log_p[rows], places.written[rows]).log_odds
            for extractor, rows in zip(self._extractors, decided, strict=True)
        ]
        is_possible = (odds[DETERMINER] > self._least) | _disagrees(table, places)
        is_possible[decided[NUMBER]] |= odds[NUMBER] > self._least
        log_p[is_possible] = self._context.combined(log_p[is_possible], contexts[is_possible])
        determiners, numbers = (
            self._decision(decision, decided[decision], places, contexts, log_p, is_possible, odds)
            for decision in (DETERMINER, NUMBER)
        )
        return determiners, numbers

    def _decision(
        self,
        decision: int,
        rows: Ints,
        places: NounPlaces,
        contexts: Hashes,
        log_p: Floats32,
        is_possible: Bools,
        odds: Sequence[Floats32],
    ) -> NounPredictions:
        possible = np.flatnonzero(is_possible[rows])
        some = rows[possible]
        written = places.written[some]
        features = self._extractors[decision].features_given(log_p[some], contexts[some], written)
        classified = predicted(self._classifiers[decision], features)
        p_error = expit(odds[decision])
        p_error[possible] = classified.p_error
        is_error = classified.p_error >= self.thresholds[decision]
        row_of = np.full(len(rows), -1)
        row_of[possible[is_error]] = np.flatnonzero(is_error)
        return NounPredictions(places.select(rows), p_error, row_of, classified, written % 2 > 0)


def _disagrees(table: Columns, places: NounPlaces) -> Bools:
    """Whether a demonstrative and its noun differ in number, which contexts do not show."""
    words = table.words[places.lefts]
    is_plural = places.written % 2 > 0
    is_one = np.where(is_plural, is_among(words, _SINGULAR), is_among(words, _PLURAL))
    return np.asarray(is_one & (places.lefts < places.rights) & places.has_number)


def _thresholds(
    classifiers: Sequence[ErrorClassifier], precision: float | None, threshold: float | None
) -> tuple[float, ...]:
    """The thresholds; a decision that cannot reach the precision never flags, unless no one can."""
    if precision is None or not any(each.reaches(precision) for each in classifiers):
        return tuple(
            each.threshold_for(precision=precision, threshold=threshold) for each in classifiers
        )
    return tuple(
        each.threshold_for(precision=precision, threshold=None)
        if each.reaches(precision)
        else np.inf
        for each in classifiers
    )
