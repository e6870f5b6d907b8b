"""What the model decides about noun phrases: of each the determiner, and the noun's number.

Maximum entropy looks at all of them, the network and the judges only where an error is not as good
as excluded by what it says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solecism.arrays import Floats32, Ints
from solecism.detect.articles.choice import DETERMINER, NUMBER
from solecism.detect.articles.contexts import noun_contexts
from solecism.detect.articles.model import DECISIONS, ArticleModel
from solecism.detect.articles.places import NounPlaces, is_among
from solecism.detect.choice.decider import Decider
from solecism.detect.choice.verdicts import Verdicts, decided
from solecism.link_functions import expit
from solecism.locate.noun_table import NounTable
from solecism.locate.preposition_columns import Columns

# Below these log odds, by maximum entropy and confusions, errors are found no more on tuning data;
# but whoever wants to hear of smaller probabilities gets them all.
_LEAST_ODDS, _LEAST_P = -4.0, 0.05
_SINGULAR, _PLURAL = ("this", "that"), ("these", "those")


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """One decision about places: how probably each is an error, and the verdicts of the judge.

    `row_of` is the number of the verdict at each place that is an error, -1 elsewhere;
    `is_plural` tells of each verdict whether the noun is.
    """

    places: NounPlaces
    p_error: Floats32
    row_of: Ints
    found: Verdicts
    is_plural: npt.NDArray[np.bool_]


class NounJudges:
    """The model at work, with thresholds of its own, for a precision, or given."""

    def __init__(
        self,
        model: ArticleModel,
        nouns: NounTable,
        *,
        precision: float | None,
        threshold: float | None,
    ) -> None:
        self._context = model.context
        self._scorers = [model.scorer(decision, nouns) for decision in (DETERMINER, NUMBER)]
        self._deciders = [model.deciders[decision] for decision in DECISIONS]
        self.thresholds = _thresholds(self._deciders, precision, threshold)
        self._least = _LEAST_ODDS if min(self.thresholds) > _LEAST_P else -np.inf

    def decisions(self, table: Columns, places: NounPlaces) -> tuple[Decisions, Decisions]:
        """The decisions about determiners, and about the number of common nouns."""
        around = noun_contexts(table, places)
        log_p = self._context.maxent.log_probabilities(around)
        everywhere, numbered = np.arange(len(places)), np.flatnonzero(places.has_number)
        odds = [
            scorer.candidates(log_p[mine], places.written[mine]).log_odds
            for scorer, mine in zip(self._scorers, (everywhere, numbered), strict=True)
        ]
        is_asked = (odds[DETERMINER] > self._least) | _disagrees(table, places)
        is_asked[numbered] |= odds[NUMBER] > self._least
        log_p[is_asked] = self._context.blended(log_p[is_asked], around[is_asked])
        found = []
        for decision, mine in ((DETERMINER, everywhere), (NUMBER, numbered)):
            asked = np.flatnonzero(is_asked[mine])
            some = mine[asked]
            written = places.written[some]
            inputs = self._scorers[decision].inputs_given(log_p[some], around[some], written)
            verdicts = decided(self._deciders[decision], inputs)
            p_error = expit(odds[decision])
            p_error[asked] = verdicts.p_error
            is_error = verdicts.p_error >= self.thresholds[decision]
            row_of = np.full(len(mine), -1)
            row_of[asked[is_error]] = np.flatnonzero(is_error)
            of_some = places.select(mine)
            found.append(Decisions(of_some, p_error, row_of, verdicts, written % 2 > 0))
        return found[0], found[1]


def _disagrees(table: Columns, places: NounPlaces) -> npt.NDArray[np.bool_]:
    """Whether a demonstrative has the other number than its noun, which contexts do not see."""
    words = table.words[places.lefts]
    is_plural = places.written % 2 > 0
    is_one = np.where(is_plural, is_among(words, _SINGULAR), is_among(words, _PLURAL))
    return np.asarray(is_one & (places.lefts < places.rights) & places.has_number)


def _thresholds(
    deciders: Sequence[Decider], precision: float | None, threshold: float | None
) -> tuple[float, ...]:
    """The threshold of each; one that is never as precise flags nothing, unless none is."""
    if precision is None or not any(decider.reaches(precision) for decider in deciders):
        return tuple(each.at(precision=precision, threshold=threshold) for each in deciders)
    return tuple(
        each.at(precision=precision, threshold=None) if each.reaches(precision) else np.inf
        for each in deciders
    )
