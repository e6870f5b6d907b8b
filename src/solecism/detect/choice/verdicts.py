"""From contexts and what was written there to verdicts: candidates, the judge, probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from solecism.arrays import Floats32
from solecism.detect.choice import judge
from solecism.detect.choice.blend import ContextModel
from solecism.detect.choice.calibration import EXTRANEOUS_KIND, MISSING_KIND, WRONG_KIND, Kinds
from solecism.detect.choice.channel import Candidates, Channel
from solecism.detect.choice.decider import Decider
from solecism.detect.prepositions import filters
from solecism.locate.preposition_choice import NO_PREPOSITION
from solecism.locate.preposition_columns import Hashes


@dataclass(frozen=True, slots=True, eq=False)
class Verdicts:
    """At each site: the probability of an error, its kind, and the share of each choice."""

    p_error: Floats32
    kinds: npt.NDArray[np.uint8]
    candidates: Candidates


@dataclass(frozen=True, slots=True, eq=False)
class JudgeInputs:
    """What the judge sees of each site, its candidates, and the kind of error that it would be.

    No flag may be raised where `is_silent`.
    """

    rows: judge.Rows
    figures: Floats32
    candidates: Candidates
    kinds: Kinds
    is_silent: npt.NDArray[np.bool_]


class JudgeScorer(Protocol):
    """What tells a judge all it sees, and knows no errors itself."""

    def inputs(self, around: Hashes, written: npt.NDArray[np.uint8]) -> JudgeInputs:
        """What the judge is asked about contexts and what was written there."""


def kinds_of_choice(candidates: Candidates) -> Kinds:
    """The kind of error where the choice 0 is to put nothing: missing, extraneous or wrong."""
    is_there = np.where(candidates.best == 0, EXTRANEOUS_KIND, WRONG_KIND)
    return np.where(candidates.written == 0, MISSING_KIND, is_there).astype(np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Scorer:
    """A context model and the confusions of learners, which know no errors yet."""

    context: ContextModel
    channel: Channel

    def inputs(self, around: Hashes, written: npt.NDArray[np.uint8]) -> JudgeInputs:
        """What the judge is asked about contexts and what was written there."""
        log_p = self.context.doubts(around, written)
        candidates = self.channel.candidates(log_p, written)
        is_silent = filters.is_benefactive(around, written, candidates.best)
        candidates.best[filters.is_quantified(around, written)] = NO_PREPOSITION
        return JudgeInputs(
            judge.judged_rows(around, log_p, written, candidates),
            judge.figures(written, candidates),
            candidates,
            kinds_of_choice(candidates),
            is_silent,
        )


def decided(decider: Decider, inputs: JudgeInputs) -> Verdicts:
    """The verdicts of the judge, as probabilities."""
    scores = decider.judge.scores(inputs.rows, inputs.figures)
    p_error = decider.calibration.probabilities(scores, inputs.kinds)
    p_error[inputs.is_silent] = 0
    return Verdicts(p_error, inputs.kinds, inputs.candidates)
