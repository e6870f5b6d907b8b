"""The features by which a noun's determiner or number is classified as an error.

Lee, Tetreault and Chodorow (2009): the noun's own constructions count too, and within the pairs of
constructions that raters found interchangeable one should be less confident.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.detect.articles.choice import (
    CHOICE_OF_CONSTRUCTION,
    DETERMINER,
    N_CHOICES,
    NONE,
    THE,
    A,
    Choices,
    choice_with,
    divided,
)
from solecism.detect.articles.contexts import INDEX, NAMES
from solecism.detect.choice.channel import Candidates, Channel
from solecism.detect.choice.context_ensemble import ContextModel
from solecism.detect.choice.error_scorer import hashed_rows, plan_of, steps
from solecism.detect.choice.predictions import ErrorFeatures, kinds_of_choice
from solecism.locate.noun_table import NounTable
from solecism.locate.sentence_columns import Hashes
from solecism.numeric.arrays import Floats32, UInts32

# Section 4: raters often accepted both.
INTERCHANGEABLE = (
    ((NONE, True), (THE, True)),
    ((A, False), (THE, False)),
    ((A, False), (NONE, True)),
    ((THE, False), (THE, True)),
)
# The number of numeric features.
N_FIGURES = 9
_FIRST_SEED = (200, 300)
# What is hashed beside the context: the written choice, the best candidate, the choice that is most
# probable, and steps of what is probable; and the features without the context.
_VALUES = ("choice", "best", "likely", "odds", "fit", "margin", "joint", "noun", "even")
_ALONE = (
    "choice|choice best|choice likely|odds|odds choice|odds choice best|fit|margin|fit margin"
    "|margin choice best|fit choice|joint choice|joint likely choice|noun choice best|noun odds"
    "|even choice odds"
).split("|")
_WITH_WRITTEN = (
    "H|L1|F1|R1|M1|D|H L1|H F1|H R1|H M1|L1 F1|L1 R1|L1 L2|F1 F2|R1 M1|PV H|NV|H NV|MC|MC H"
    "|tL1 tR1 tH tF1|tR1 tH|D R1|D tR1 tF1"
).split("|")
_WITH_BEST = "H|L1|F1|R1|M1|tH|tL1 tH|NV|D".split("|")
_FEATURES = (
    *_ALONE,
    *(f"choice {names}" for names in _WITH_WRITTEN),
    *(f"choice best {names}" for names in _WITH_BEST),
)
_PLANS = [plan_of(_FEATURES, (*_VALUES, *NAMES), first_seed=seed) for seed in _FIRST_SEED]
_CONSTRUCTION_OF = np.full(N_CHOICES, len(CHOICE_OF_CONSTRUCTION), dtype=np.int64)
_CONSTRUCTION_OF[list(CHOICE_OF_CONSTRUCTION)] = np.arange(len(CHOICE_OF_CONSTRUCTION))
_IS_PAIR = np.zeros((N_CHOICES, N_CHOICES), dtype=bool)
for (_one, _is_plural), (_other, _is_other_plural) in INTERCHANGEABLE:
    _pair = 2 * _one + _is_plural, 2 * _other + _is_other_plural
    _IS_PAIR[_pair] = _IS_PAIR[_pair[::-1]] = True


@dataclass(frozen=True, slots=True, eq=False)
class NounFeatureExtractor:
    """Makes the features of one decision by a context model and the confusions of learners."""

    context: ContextModel
    channel: Channel
    nouns: NounTable
    decision: int

    def features(self, contexts: Hashes, written: Choices) -> ErrorFeatures:
        """The features of contexts and what was written there."""
        log_p = self.context.screened_log_probabilities(contexts, written)
        return self.features_given(log_p, contexts, written)

    def candidates(self, log_p: Floats32, written: Choices) -> Candidates:
        """The candidates, given the log probability of each choice in its context."""
        chosen, alternatives = divided(log_p, written, self.decision)
        return self.channel.candidates(alternatives, chosen)

    def features_given(self, log_p: Floats32, contexts: Hashes, written: Choices) -> ErrorFeatures:
        """The features, given the log probability of each choice in its context."""
        candidates = self.candidates(log_p, written)
        best = choice_with(written, candidates.best, self.decision)
        rows = self.nouns.rows(contexts[:, INDEX["H"]])
        shares = self.nouns.log_shares_or_zero[rows]
        evidence = _Evidence(log_p, written, best, candidates, shares, self.nouns.entropies[rows])
        return ErrorFeatures(
            hashed_rows(evidence.values(), contexts, _PLANS[self.decision]),
            evidence.numeric(),
            candidates,
            kinds_of_choice(candidates) if self.decision == DETERMINER else candidates.written,
            np.zeros(len(written), dtype=bool),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Evidence:
    """All that features of noun phrases are made of."""

    log_p: Floats32
    written: Choices
    best: Choices
    candidates: Candidates
    shares: Floats32
    entropies: Floats32

    def numeric(self) -> Floats32:
        """The exact log odds and similar values; hashed features have them in coarse steps only."""
        odds, log_written = self.candidates.log_odds, self.candidates.log_written
        share, other = self._shares()
        columns = (
            np.ones(len(odds)),
            odds / 3,
            log_written / 3,
            (self.candidates.log_best - log_written) / 3,
            np.maximum(odds, 0) / 2,
            share / 3,
            (other - share) / 3,
            self.entropies,
            _IS_PAIR[self.written, self.best] * odds / 3,
        )
        return np.stack(columns, axis=1).astype(np.float32)

    def values(self) -> tuple[UInts32, ...]:
        """What is hashed beside the context (_VALUES)."""
        log_written = self.candidates.log_written
        share, other = self._shares()
        return (
            self.written.astype(np.uint32),
            self.best.astype(np.uint32),
            self.log_p.argmax(axis=1).astype(np.uint32),
            steps(self.candidates.log_odds, -10, 6, 32),
            steps(log_written, -10, 0, 12),
            steps(self.candidates.log_best - log_written, -6, 10, 16),
            steps(self.log_p[np.arange(len(share)), self.written], -12, 0, 12),
            steps(other - share, -6, 6, 12),
            steps(self.entropies, 0, 2.4, 6),
        )

    def _shares(self) -> tuple[Floats32, Floats32]:
        """The log shares of the written construction and of the best candidate for this noun."""
        each = np.arange(len(self.written))
        return (
            self.shares[each, _CONSTRUCTION_OF[self.written]],
            self.shares[each, _CONSTRUCTION_OF[self.best]],
        )
