"""The features by which a preposition, or a gap without one, is classified as an error."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.detect.choice.channel import Candidates, Channel
from solecism.detect.choice.context_ensemble import ContextModel
from solecism.detect.choice.error_scorer import hashed_rows, plan_of, steps
from solecism.detect.choice.predictions import ErrorFeatures, kinds_of_choice
from solecism.detect.prepositions import filters
from solecism.detect.prepositions.contexts import NAMES
from solecism.locate.preposition_choice import NO_PREPOSITION
from solecism.locate.sentence_columns import Hashes
from solecism.numeric.arrays import Floats32, UInts8, UInts32

# Seeds of hashes below this belong to the features of the context alone.
_FIRST_SEED = 100
# The number of numeric features.
N_FIGURES = 6
# What is hashed beside the context: the written preposition, the best candidate, and steps of what
# is probable. Features without the context come first, then the parts of the context that are
# joined with the written preposition, and those with the best candidate too.
_VALUES = ("choice", "best", "odds", "fit", "margin", "nothing", "kind")
_ALONE = (
    "choice|best|choice best|odds|odds choice|odds choice best|fit|margin|fit margin"
    "|fit margin kind|margin choice|fit choice|nothing choice"
).split("|")
_WITH_WRITTEN = "PV|PN|FH|L1|R1|L1 R1|PV FH|PN FH|L1 L2|R1 R2|FP|PP|tL1 tR1|tPV tPN tFH".split("|")
_WITH_BEST = "L1|R1|FH|PV|PN|tL1|tFH".split("|")
_PLAN = plan_of(
    [
        *_ALONE,
        *(f"choice {names}" for names in _WITH_WRITTEN),
        *(f"choice best {names}" for names in _WITH_BEST),
    ],
    (*_VALUES, *NAMES),
    first_seed=_FIRST_SEED,
)


@dataclass(frozen=True, slots=True, eq=False)
class PrepositionFeatureExtractor:
    """Makes features by a context model and the confusions of learners."""

    context: ContextModel
    channel: Channel

    def features(self, contexts: Hashes, written: UInts8) -> ErrorFeatures:
        """The features of contexts and what was written there."""
        log_p = self.context.screened_log_probabilities(contexts, written)
        candidates = self.channel.candidates(log_p, written)
        is_exempt = filters.is_benefactive(contexts, written, candidates.best)
        candidates.best[filters.is_quantified(contexts, written)] = NO_PREPOSITION
        return ErrorFeatures(
            hashed_rows(_values(log_p, written, candidates), contexts, _PLAN),
            _numeric(written, candidates),
            candidates,
            kinds_of_choice(candidates),
            is_exempt,
        )


def _numeric(written: UInts8, candidates: Candidates) -> Floats32:
    """The exact log odds and similar values, which hashed features have only in coarse steps."""
    odds, log_written = candidates.log_odds, candidates.log_written
    columns = (
        np.ones(len(odds)),
        odds / 3,
        log_written / 3,
        (candidates.log_best - log_written) / 3,
        np.maximum(odds, 0) / 2,
        written == 0,
    )
    return np.stack(columns, axis=1).astype(np.float32)


def _values(log_p: Floats32, written: UInts8, candidates: Candidates) -> tuple[UInts32, ...]:
    """What is hashed beside the context (_VALUES)."""
    choice, best = written.astype(np.uint32), candidates.best.astype(np.uint32)
    return (
        choice,
        best,
        steps(candidates.log_odds, -10, 6, 32),
        steps(candidates.log_written, -10, 0, 12),
        steps(candidates.log_best - candidates.log_written, -6, 10, 16),
        steps(log_p[:, 0], -10, 0, 10),
        (best == 0).astype(np.uint32) + np.uint32(2) * (choice == 0),
    )
