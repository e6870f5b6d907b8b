"""All tables of the paper's two experiments and of its outlook, for one parser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from solecism.corrupt.gold.sites import Sites
from solecism.papers.page.saved_parts import SavedParts
from solecism.papers.treebanks.error_sets import (
    BOTH,
    ERROR_TYPES,
    GRAMMATICAL,
    ONE_ERROR,
    PAIRS,
    TRAININGS,
    TWO_ERRORS,
    UNGRAMMATICAL,
    ErrorSet,
    Parts,
)
from solecism.papers.treebanks.experiment import Run, Signals, run
from solecism.papers.treebanks.lines import Line, by_group, retraining, robustness
from solecism.papers.treebanks.outlook.combined_grammars import CombinedGrammars, combined_grammars
from solecism.papers.treebanks.outlook.held_out import (
    HELD_GRAMMATICAL,
    HeldOut,
    held_out,
    with_held_out,
)
from solecism.papers.treebanks.outlook.rerank import RERANKED, Reranker
from solecism.papers.treebanks.outlook.signals import COMPUTED, LIKELIHOODS, SIGNALS
from solecism.papers.treebanks.outlook.two_stage import TwoStage, two_stage
from solecism.papers.treebanks.parsers import Trainer
from solecism.papers.treebanks.patterns import (
    Claim,
    retraining_claims,
    robustness_claims,
    subtype_claims,
)
from solecism.papers.treebanks.real_errors import RealErrors, real_errors

ROBUSTNESS, RETRAINING, TWO_STAGE = "robustness", "retraining", "two-stage"
PARTS = (ROBUSTNESS, RETRAINING, TWO_STAGE)
SETS = (GRAMMATICAL, ONE_ERROR, TWO_ERRORS, *ERROR_TYPES)
_NEEDED = {
    ROBUSTNESS: (GRAMMATICAL,),
    RETRAINING: TRAININGS,
    TWO_STAGE: (GRAMMATICAL, UNGRAMMATICAL, BOTH, *PAIRS),
}
# Real errors are parsed with these.
_COMPARED = (UNGRAMMATICAL, BOTH)


@dataclass(frozen=True, slots=True)
class TreebankTables:
    """The lines of each table, and which of the paper's claims they support.

    `subtypes` are by type of error, `real` by corpus of learners' sentences.
    """

    grammatical: Line
    robustness: list[Line]
    subtypes: Mapping[str, list[Line]]
    retraining: list[Line]
    two_stage: list[TwoStage]
    together: list[CombinedGrammars]
    real: list[RealErrors]
    claims: list[Claim]


@dataclass(frozen=True, slots=True)
class Experiment:
    """What is measured: the parts of the experiments, the seeds, and which gold sites count.

    `trainings` are those that the parser can have, `signals` those of an error that are computed
    for two stages; `others` are sets of learners' sentences, and `corpora` their names.
    """

    seeds: Sequence[int] = (1, 2, 3)
    chosen: Sequence[str] = PARTS
    trainings: Sequence[str] = (*TRAININGS, *PAIRS)
    sites: Sites = "all"
    signals: Signals = field(default_factory=lambda: COMPUTED)
    others: Sequence[ErrorSet] = ()
    corpora: Sequence[str] = ()

    @property
    def needed(self) -> list[str]:
        """The trainings that the chosen parts need and that are possible."""
        return [
            name
            for name in (*TRAININGS, *PAIRS)
            if name in self.trainings and any(name in _NEEDED[part] for part in self.chosen)
        ]

    @property
    def has_two_stages(self) -> bool:
        """Whether there is a second grammar to use where a signal suggests an error."""
        return TWO_STAGE in self.chosen and any(name in self.needed for name in _COMPARED)

    @property
    def n_parts(self) -> int:
        """The number of parts that are saved, per parser."""
        per_seed = len(self.needed)
        if self.has_two_stages:
            per_seed += len(self.signals) + (BOTH in self.needed)
        return per_seed * len(self.seeds)


def treebank_runs(
    parts: Parts,
    trainer: Trainer,
    experiment: Experiment | None = None,
    *,
    n_jobs: int = 1,
    saves: SavedParts | None = None,
    name: str = "parser",
) -> list[Run]:
    """The experiment on a treebank with one parser, one run per seed."""
    experiment = experiment or Experiment()
    saves = saves or SavedParts()
    signals = experiment.signals if experiment.has_two_stages else {}
    runs = run(
        parts,
        trainer,
        trainings=experiment.needed,
        seeds=experiment.seeds,
        sites=experiment.sites,
        signals=signals,
        others=experiment.others,
        n_jobs=n_jobs,
        saves=saves,
        name=name,
    )
    if not experiment.has_two_stages or BOTH not in experiment.needed:
        return runs
    completed = []
    for each in runs:
        compute = partial(held_out, parts, trainer, signals, seed=each.seed, sites=experiment.sites)
        result = saves.part(f"{name}-held-out-{each.seed}", HeldOut, compute)
        completed.append(with_held_out(each, parts, result, sites=experiment.sites))
    return completed


def treebank_tables(runs: Sequence[Run], experiment: Experiment | None = None) -> TreebankTables:
    """The tables of an experiment's runs."""
    experiment = experiment or Experiment()
    others = [name for name in experiment.needed if name in TRAININGS and name != GRAMMATICAL]
    robust = robustness(runs, SETS, training=GRAMMATICAL)
    subtypes = {name: by_group(runs, name, training=GRAMMATICAL) for name in ERROR_TYPES}
    retrained = [
        line
        for training in (others if RETRAINING in experiment.chosen else ())
        for line in retraining(runs, SETS, training=training)
    ]
    claims = [*robustness_claims(robust[1:]), *subtype_claims(subtypes)]
    if retrained:
        claims += retraining_claims(retrained)
    return TreebankTables(
        robust[0],
        robust[1:],
        {name: lines for name, lines in subtypes.items() if lines},
        retrained,
        _two_stages(runs, others, experiment.signals) if experiment.has_two_stages else [],
        combined_grammars(runs) if TWO_STAGE in experiment.chosen else [],
        [
            real_errors(runs, corpus, trainings=[name for name in _COMPARED if name in others])
            for corpus in experiment.corpora
        ],
        claims,
    )


def _two_stages(runs: Sequence[Run], others: Sequence[str], signals: Signals) -> list[TwoStage]:
    left_out = {name for name in COMPUTED if name not in signals}
    if np.isnan(runs[0].outcomes[GRAMMATICAL, GRAMMATICAL].log_likelihoods).any():
        left_out |= LIKELIHOODS
    stages = [
        two_stage(runs, training, signal, name=name, limit=limit)
        for training in _COMPARED
        if training in others
        for name, (signal, limit) in SIGNALS.items()
        if name not in left_out
    ]
    if BOTH in others and HELD_GRAMMATICAL in runs[0].sets:
        stages.append(two_stage(runs, BOTH, Reranker(runs, BOTH), name=RERANKED))
    return stages
