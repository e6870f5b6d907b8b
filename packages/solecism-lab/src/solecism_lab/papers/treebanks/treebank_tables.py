"""All tables of the paper's two experiments and of its outlook, for one parser.

In the outlook, two grammars are combined for every sentence, instead of one chosen per sentence. A
grammar learned from errors is combined with one learned from good text. Two grammars are better
than one whatever they learned, so two grammars of good text are shown for comparison. Sentences of
learners show what real errors cost, and what retraining does about it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from solecism.corruption.gold_trees import Sites
from solecism_lab.papers.page import SavedParts
from solecism_lab.papers.treebanks.claims import (
    Claim,
    retraining_claims,
    robustness_claims,
    subtype_claims,
)
from solecism_lab.papers.treebanks.error_sets import (
    BOTH,
    ERROR_TYPES,
    GRAMMATICAL,
    GROUPS,
    ONE_ERROR,
    PAIRS,
    TOGETHER,
    TRAININGS,
    TWICE,
    TWO_ERRORS,
    UNGRAMMATICAL,
    ErrorSet,
    TreebankParts,
    corrected_name,
    written_name,
)
from solecism_lab.papers.treebanks.experiment import Run, Signals, run
from solecism_lab.papers.treebanks.parsers import Trainer
from solecism_lab.papers.treebanks.rerank import (
    HELD_GRAMMATICAL,
    RERANKED,
    HeldOut,
    Reranker,
    held_out,
    with_held_out,
)
from solecism_lab.papers.treebanks.score_lines import (
    ScoreLine,
    by_group,
    line_of,
    retraining,
    robustness,
    with_and_without,
)
from solecism_lab.papers.treebanks.two_stage import (
    COMPUTED,
    LIKELIHOODS,
    SIGNALS,
    TwoStage,
    two_stage,
)

COMBINED_SETS = (GRAMMATICAL, ONE_ERROR, TWO_ERRORS)
_COMPARED_PAIRS = ((TWICE, GRAMMATICAL), (TOGETHER, GRAMMATICAL), (TOGETHER, TWICE))


@dataclass(frozen=True, slots=True)
class CombinedGrammars:
    """The table of two combined grammars, with changes from another training."""

    training: str
    compared_with: str
    lines: list[ScoreLine]


def combined_grammars(runs: Sequence[Run]) -> list[CombinedGrammars]:
    """The tables of combined grammars that the runs contain."""
    return [
        CombinedGrammars(
            training, other, [_combined_line(runs, name, training, other) for name in COMBINED_SETS]
        )
        for training, other in _COMPARED_PAIRS
        if all((each, GRAMMATICAL) in run.outcomes for run in runs for each in (training, other))
    ]


def _combined_line(runs: Sequence[Run], name: str, training: str, other: str) -> ScoreLine:
    pairs = [(run.outcomes[training, name], run.outcomes[other, name]) for run in runs]
    return line_of(name, training, pairs)


AS_CORRECTED = "as corrected"


@dataclass(frozen=True, slots=True)
class RealErrors:
    """A corpus: the sentences as corrected, by type of error from corrected to written, retrained.

    Changes of `lines` are from the sentences as corrected, those of `retrained` from the parser
    trained on grammatical text.
    """

    corpus: str
    corrected: ScoreLine
    lines: list[ScoreLine]
    retrained: list[ScoreLine]


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
        _retrained_lines(runs, training, set_name, name, places)
        for training in trainings
        if training != GRAMMATICAL
        for set_name, name, places in (
            (good, AS_CORRECTED, range(len(runs[0].sets[good].sentences))),
            *((bad, name, groups[name]) for name in present),
        )
    ]
    return RealErrors(corpus, line_of(AS_CORRECTED, GRAMMATICAL, as_they_are), lines, retrained)


def _retrained_lines(
    runs: Sequence[Run], training: str, set_name: str, name: str, places: Sequence[int]
) -> ScoreLine:
    pairs = [
        (
            run.outcomes[training, set_name].select(places),
            run.outcomes[GRAMMATICAL, set_name].select(places),
        )
        for run in runs
    ]
    return line_of(name, training, pairs)


ROBUSTNESS, RETRAINING, TWO_STAGE = "robustness", "retraining", "two-stage"
PARTS = (ROBUSTNESS, RETRAINING, TWO_STAGE)
TESTED_SETS = (GRAMMATICAL, ONE_ERROR, TWO_ERRORS, *ERROR_TYPES)
_NEEDED = {
    ROBUSTNESS: (GRAMMATICAL,),
    RETRAINING: TRAININGS,
    TWO_STAGE: (GRAMMATICAL, UNGRAMMATICAL, BOTH, *PAIRS),
}
# Real errors are parsed with these.
_COMPARED_TRAININGS = (UNGRAMMATICAL, BOTH)


@dataclass(frozen=True, slots=True)
class TreebankTables:
    """The lines of each table, and which of the paper's claims they support.

    `subtypes` are by type of error, `real` by corpus of learners' sentences.
    """

    grammatical: ScoreLine
    robustness: list[ScoreLine]
    subtypes: Mapping[str, list[ScoreLine]]
    retraining: list[ScoreLine]
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
        return TWO_STAGE in self.chosen and any(name in self.needed for name in _COMPARED_TRAININGS)

    @property
    def n_parts(self) -> int:
        """The number of parts that are saved, per parser."""
        per_seed = len(self.needed)
        if self.has_two_stages:
            per_seed += len(self.signals) + (BOTH in self.needed)
        return per_seed * len(self.seeds)


def treebank_runs(
    parts: TreebankParts,
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
    robust = robustness(runs, TESTED_SETS, training=GRAMMATICAL)
    subtypes = {name: by_group(runs, name, training=GRAMMATICAL) for name in ERROR_TYPES}
    retrained = [
        line
        for training in (others if RETRAINING in experiment.chosen else ())
        for line in retraining(runs, TESTED_SETS, training=training)
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
            real_errors(
                runs, corpus, trainings=[name for name in _COMPARED_TRAININGS if name in others]
            )
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
        for training in _COMPARED_TRAININGS
        if training in others
        for name, (signal, limit) in SIGNALS.items()
        if name not in left_out
    ]
    if BOTH in others and HELD_GRAMMATICAL in runs[0].sets:
        stages.append(two_stage(runs, BOTH, Reranker(runs, BOTH), name=RERANKED))
    return stages
