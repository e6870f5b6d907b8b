"""What the judges of determiners and of number see of a noun phrase, the writer's choice included.

Lee, Tetreault and Chodorow (2009): what the noun's own constructions say counts too, and within
the pairs of constructions that raters found interchangeable one should be less confident.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solecism.arrays import Floats32
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
from solecism.detect.articles.contexts import INDEX
from solecism.detect.choice.blend import ContextModel
from solecism.detect.choice.channel import Candidates, Channel
from solecism.detect.choice.judge import hashed_rows, steps
from solecism.detect.choice.verdicts import JudgeInputs, kinds_of_choice
from solecism.locate.noun_table import NounTable
from solecism.locate.preposition_columns import Hashes

# Section 4: both are often right, as the raters saw it.
INTERCHANGEABLE = (
    ((NONE, True), (THE, True)),
    ((A, False), (THE, False)),
    ((A, False), (NONE, True)),
    ((THE, False), (THE, True)),
)
_FIRST_SEED = (200, 300)
_WITH_WRITTEN = (
    "H|L1|F1|R1|M1|D|H L1|H F1|H R1|H M1|L1 F1|L1 R1|L1 L2|F1 F2|R1 M1|PV H|NV|H NV|MC|MC H"
    "|tL1 tR1 tH tF1|tR1 tH|D R1|D tR1 tF1"
).split("|")
_WITH_BOTH = "H|L1|F1|R1|M1|tH|tL1 tH|NV|D".split("|")
_CONSTRUCTION_OF = np.full(N_CHOICES, len(CHOICE_OF_CONSTRUCTION), dtype=np.int64)
_CONSTRUCTION_OF[list(CHOICE_OF_CONSTRUCTION)] = np.arange(len(CHOICE_OF_CONSTRUCTION))
_IS_PAIR = np.zeros((N_CHOICES, N_CHOICES), dtype=bool)
for (_one, _is_plural), (_other, _is_other_plural) in INTERCHANGEABLE:
    _pair = 2 * _one + _is_plural, 2 * _other + _is_other_plural
    _IS_PAIR[_pair] = _IS_PAIR[_pair[::-1]] = True


@dataclass(frozen=True, slots=True, eq=False)
class NounScorer:
    """What the judge of one decision sees, by a context model and the confusions of learners."""

    context: ContextModel
    channel: Channel
    nouns: NounTable
    decision: int

    def inputs(self, around: Hashes, written: Choices) -> JudgeInputs:
        """What the judge is asked about contexts and what was written there."""
        return self.inputs_given(self.context.doubts(around, written), around, written)

    def candidates(self, log_p: Floats32, written: Choices) -> Candidates:
        """What else the writer may have meant, given what the context says of each choice."""
        chosen, others = divided(log_p, written, self.decision)
        return self.channel.candidates(others, chosen)

    def inputs_given(self, log_p: Floats32, around: Hashes, written: Choices) -> JudgeInputs:
        """The same, given what the context says of each choice."""
        candidates = self.candidates(log_p, written)
        best = choice_with(written, candidates.best, self.decision)
        rows = self.nouns.rows(around[:, INDEX["H"]])
        shares = np.pad(self.nouns.log_shares, ((0, 0), (0, 1)))[rows]
        seen = _Seen(around, log_p, written, best, candidates, shares, self.nouns.entropies[rows])
        return JudgeInputs(
            hashed_rows(seen.features(), first_seed=_FIRST_SEED[self.decision]),
            seen.figures(),
            candidates,
            kinds_of_choice(candidates) if self.decision == DETERMINER else candidates.written,
            np.zeros(len(written), dtype=bool),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """All that is known of noun phrases before they are judged."""

    contexts: Hashes
    log_p: Floats32
    written: Choices
    best: Choices
    candidates: Candidates
    shares: Floats32
    entropies: Floats32

    def figures(self) -> Floats32:
        """What does not fit a table: the odds themselves, so that no step between them is lost."""
        odds, own = self.candidates.log_odds, self.candidates.log_written
        share, other = self._shares()
        columns = (
            np.ones(len(odds)),
            odds / 3,
            own / 3,
            (self.candidates.log_best - own) / 3,
            np.maximum(odds, 0) / 2,
            share / 3,
            (other - share) / 3,
            self.entropies,
            _IS_PAIR[self.written, self.best] * odds / 3,
        )
        return np.stack(columns, axis=1).astype(np.float32)

    def features(self) -> Iterator[tuple[npt.NDArray[np.uint32], ...]]:
        """Tuples of numbers, each of which is hashed."""
        own, best = self.written.astype(np.uint32), self.best.astype(np.uint32)
        likely = self.log_p.argmax(axis=1).astype(np.uint32)
        odds = steps(self.candidates.log_odds, -10, 6, 32)
        fit = steps(self.candidates.log_written, -10, 0, 12)
        margin = steps(self.candidates.log_best - self.candidates.log_written, -6, 10, 16)
        joint = steps(self.log_p[np.arange(len(own)), self.written], -12, 0, 12)
        share, other = self._shares()
        noun = steps(other - share, -6, 6, 12)
        even = steps(self.entropies, 0, 2.4, 6)
        yield from ((own,), (own, best), (own, likely), (odds,), (odds, own), (odds, own, best))
        yield from ((fit,), (margin,), (fit, margin), (margin, own, best), (fit, own))
        yield from ((joint, own), (joint, likely, own), (noun, own, best), (noun, odds))
        yield (even, own, odds)
        columns = np.asfortranarray(self.contexts)
        for names in _WITH_WRITTEN:
            yield (own, *(columns[:, INDEX[name]] for name in names.split()))
        for names in _WITH_BOTH:
            yield (own, best, *(columns[:, INDEX[name]] for name in names.split()))

    def _shares(self) -> tuple[Floats32, Floats32]:
        """How often the noun is written as it was, and as the best other, by its counts."""
        each = np.arange(len(self.written))
        return (
            self.shares[each, _CONSTRUCTION_OF[self.written]],
            self.shares[each, _CONSTRUCTION_OF[self.best]],
        )
