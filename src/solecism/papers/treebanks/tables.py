"""All tables of the paper's two experiments and of the two-stage parser, from one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solecism.papers.treebanks.combined_grammars import CombinedGrammars, combined_grammars
from solecism.papers.treebanks.error_sets import (
    BOTH,
    ERROR_TYPES,
    GRAMMATICAL,
    ONE_ERROR,
    PAIRS,
    TRAININGS,
    TWO_ERRORS,
    UNGRAMMATICAL,
    Parts,
)
from solecism.papers.treebanks.experiment import Progress, Run, run
from solecism.papers.treebanks.lines import Line, by_group, retraining, robustness
from solecism.papers.treebanks.parsers import Trainer
from solecism.papers.treebanks.patterns import (
    Claim,
    missing_word_claims,
    retraining_claims,
    robustness_claims,
)
from solecism.papers.treebanks.signals import SIGNALS
from solecism.papers.treebanks.two_stage import TwoStage, two_stage

ROBUSTNESS, RETRAINING, TWO_STAGE = "robustness", "retraining", "two-stage"
PARTS = (ROBUSTNESS, RETRAINING, TWO_STAGE)
SETS = (GRAMMATICAL, ONE_ERROR, TWO_ERRORS, *ERROR_TYPES)
_NEEDED = {
    ROBUSTNESS: (GRAMMATICAL,),
    RETRAINING: TRAININGS,
    TWO_STAGE: (GRAMMATICAL, UNGRAMMATICAL, BOTH, *PAIRS),
}


@dataclass(frozen=True, slots=True)
class TreebankTables:
    """The lines of each table, and which of the paper's claims they support."""

    grammatical: Line
    robustness: list[Line]
    missing_words: list[Line]
    retraining: list[Line]
    two_stage: list[TwoStage]
    together: list[CombinedGrammars]
    claims: list[Claim]


def treebank_tables(
    parts: Parts,
    trainer: Trainer,
    *,
    seeds: Sequence[int] = (1, 2, 3),
    chosen: Sequence[str] = PARTS,
    without: Sequence[str] = (),
    n_jobs: int = 1,
    progress: Progress | None = None,
) -> TreebankTables:
    """The chosen PARTS of the experiments on a treebank, without some of the TRAININGS."""
    trainings = [
        name
        for name in (*TRAININGS, *PAIRS)
        if name not in without and any(name in _NEEDED[part] for part in chosen)
    ]
    runs = run(
        parts,
        trainer,
        trainings=trainings,
        seeds=seeds,
        with_dev=TWO_STAGE in chosen,
        n_jobs=n_jobs,
        progress=progress,
    )
    others = [name for name in trainings if name in TRAININGS and name != GRAMMATICAL]
    robust = robustness(runs, SETS, training=GRAMMATICAL)
    missing = by_group(runs, ERROR_TYPES[0], training=GRAMMATICAL)
    retrained = [
        line
        for training in (others if RETRAINING in chosen else ())
        for line in retraining(runs, SETS, training=training)
    ]
    claims = [*robustness_claims(robust[1:]), *missing_word_claims(missing)]
    if retrained:
        claims += retraining_claims(retrained)
    return TreebankTables(
        robust[0],
        robust[1:],
        missing,
        retrained,
        _two_stages(runs, others) if TWO_STAGE in chosen else [],
        combined_grammars(runs) if TWO_STAGE in chosen else [],
        claims,
    )


def _two_stages(runs: Sequence[Run], others: Sequence[str]) -> list[TwoStage]:
    return [
        two_stage(runs, training, signal, name=name, limit=limit)
        for training in (UNGRAMMATICAL, BOTH)
        if training in others
        for name, (signal, limit) in SIGNALS.items()
    ]
