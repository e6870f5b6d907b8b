"""Two grammars combined for every sentence, instead of one chosen per sentence.

A grammar learned from errors is combined with one learned from good text. Two grammars are better
than one whatever they learned, so two grammars of good text are shown for comparison.
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
class CombinedGrammars:
    """The table of two combined grammars, with changes from another training."""

    training: str
    compared_with: str
    lines: list[Line]


def combined_grammars(runs: Sequence[Run]) -> list[CombinedGrammars]:
    """The tables of combined grammars that the runs contain."""
    return [
        CombinedGrammars(training, other, [_line(runs, name, training, other) for name in SETS])
        for training, other in _COMPARED
        if all((each, GRAMMATICAL) in run.outcomes for run in runs for each in (training, other))
    ]


def _line(runs: Sequence[Run], name: str, training: str, other: str) -> Line:
    pairs = [(run.outcomes[training, name], run.outcomes[other, name]) for run in runs]
    return line_of(name, training, pairs)
