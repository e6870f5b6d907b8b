"""Tables of learners' sentences: what real errors cost, and what retraining does about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solecism.papers.treebanks.error_sets import GRAMMATICAL
from solecism.papers.treebanks.experiment import Run
from solecism.papers.treebanks.learner_errors import GROUPS, corrected_name, written_name
from solecism.papers.treebanks.lines import Line, line_of, with_and_without

AS_CORRECTED = "as corrected"


@dataclass(frozen=True, slots=True)
class RealErrors:
    """A corpus: the sentences as corrected, by type of error from corrected to written, retrained.

    Changes of `lines` are from the sentences as corrected, those of `retrained` from the parser
    trained on grammatical text.
    """

    corpus: str
    corrected: Line
    lines: list[Line]
    retrained: list[Line]


def real_errors(runs: Sequence[Run], corpus: str, *, trainings: Sequence[str]) -> RealErrors:
    """The tables of a corpus for the parsers of these trainings, the grammatical one first."""
    good, bad = corrected_name(corpus), written_name(corpus)
    groups = runs[0].sets[bad].groups
    present = [name for name in GROUPS if name in groups]
    as_they_are = [(run.outcomes[GRAMMATICAL, good],) * 2 for run in runs]
    lines = [
        line_of(
            name,
            GRAMMATICAL,
            [
                with_and_without(run, bad, GRAMMATICAL, chosen=groups[name], original=good)
                for run in runs
            ],
        )
        for name in present
    ]
    retrained = [
        _retrained(runs, training, set_name, name, places)
        for training in trainings
        if training != GRAMMATICAL
        for set_name, name, places in (
            (good, AS_CORRECTED, range(len(runs[0].sets[good].sentences))),
            *((bad, name, groups[name]) for name in present),
        )
    ]
    return RealErrors(corpus, line_of(AS_CORRECTED, GRAMMATICAL, as_they_are), lines, retrained)


def _retrained(
    runs: Sequence[Run], training: str, set_name: str, name: str, places: Sequence[int]
) -> Line:
    pairs = [
        (
            run.outcomes[training, set_name].select(places),
            run.outcomes[GRAMMATICAL, set_name].select(places),
        )
        for run in runs
    ]
    return line_of(name, training, pairs)
