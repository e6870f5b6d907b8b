"""Two grammars that decide together on every sentence, instead of one that is chosen.

What errors have taught is so asked of every sentence, beside what good text has. Two grammars are
better than one whatever they learned, so two of good text alone are shown for comparison.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solecism.papers.treebanks.error_sets import (
    GRAMMATICAL,
    ONE_ERROR,
    TOGETHER,
    TWICE,
    TWO_ERRORS,
)
from solecism.papers.treebanks.experiment import Run
from solecism.papers.treebanks.lines import Line, line_of

SETS = (GRAMMATICAL, ONE_ERROR, TWO_ERRORS)
_COMPARED = ((TWICE, GRAMMATICAL), (TOGETHER, GRAMMATICAL), (TOGETHER, TWICE))


@dataclass(frozen=True, slots=True)
class Together:
    """The lines of a training whose changes are those from another one."""

    training: str
    compared_with: str
    lines: list[Line]


def together(runs: Sequence[Run]) -> list[Together]:
    """What two grammars give, as far as the runs have them."""
    return [
        Together(training, other, [_line(runs, name, training, other) for name in SETS])
        for training, other in _COMPARED
        if all((each, GRAMMATICAL) in run.outcomes for run in runs for each in (training, other))
    ]


def _line(runs: Sequence[Run], name: str, training: str, other: str) -> Line:
    both = [(run.outcomes[training, name].counts, run.outcomes[other, name].counts) for run in runs]
    return line_of(name, training, both)
