"""Lines of the tables: a score, its change from a baseline, and the paper's figure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.figure import f_score
from solecism.numeric.arrays import Floats
from solecism.papers.treebanks.error_sets import GRAMMATICAL, ErrorSet
from solecism.papers.treebanks.experiment import Run
from solecism.papers.treebanks.outcome import Outcome
from solecism.papers.treebanks.printed import Figures, printed
from solecism.parse.parseval.counts import BracketCounts
from solecism.uncertainty.shuffle import stratified_shuffle

N_DRAWS = 10_000
OutcomePair = tuple[Outcome, Outcome]
"""The outcome of a line, and that of the same sentences that it is compared with."""


@dataclass(frozen=True, slots=True)
class MeanScore:
    """Precision, recall and F in per cent, means over seeds; `spread` is F's deviation.

    `leaf_ancestor` is the mean score of words by the leaf-ancestor measure, in per cent.
    """

    precision: float
    recall: float
    f: float
    spread: float
    leaf_ancestor: float


@dataclass(frozen=True, slots=True)
class Line:
    """A score of a set by a parser, and the change of F from what it is compared with.

    `p_value` is the largest of the seeds' by stratified shuffling. `printed` has the paper's
    figures by parser, `printed_change` the change of its F.
    """

    name: str
    training: str
    n_sentences: int
    score: MeanScore
    change: float
    change_spread: float
    leaf_ancestor_change: float
    p_value: float
    printed: dict[str, Figures]
    printed_change: dict[str, float]


def robustness(runs: Sequence[Run], names: Sequence[str], *, training: str) -> list[Line]:
    """Sets with errors against the same sentences without (section 5.1)."""
    lines = []
    for name in names:
        both = [with_and_without(run, name, training) for run in runs]
        lines.append(_line(name, training, both, compared=lambda _, __: (GRAMMATICAL, training)))
    return lines


def by_group(runs: Sequence[Run], name: str, *, training: str) -> list[Line]:
    """The groups of a set against the same sentences without errors, most frequent first."""
    groups = dict.fromkeys(group for run in runs for group in run.sets[name].groups)
    lines = []
    for group in groups:
        both = [
            with_and_without(run, name, training, chosen=run.sets[name].groups[group])
            for run in runs
            if group in run.sets[name].groups
        ]
        lines.append(_line(group, training, both, compared=None))
    return sorted(lines, key=lambda line: -line.n_sentences)


def retraining(runs: Sequence[Run], names: Sequence[str], *, training: str) -> list[Line]:
    """A training against the grammatical one, on the same sets (section 5.2)."""
    lines = []
    for name in names:
        both = [
            (run.outcomes[training, name], run.outcomes[GRAMMATICAL, name])
            for run in runs
            if (training, name) in run.outcomes
        ]
        lines.append(_line(name, training, both, compared=lambda name, _: (name, GRAMMATICAL)))
    return lines


def line_of(name: str, training: str, both: Sequence[OutcomePair]) -> Line:
    """A line for which the paper has no figure."""
    return _line(name, training, both, compared=None)


def with_and_without(
    run: Run,
    name: str,
    training: str,
    *,
    chosen: Sequence[int] | None = None,
    original: str = GRAMMATICAL,
) -> OutcomePair:
    """The outcomes of sentences with errors, and of the same ones in the set without."""
    one: ErrorSet = run.sets[name]
    places = range(len(one.places)) if chosen is None else chosen
    return (
        run.outcomes[training, name].select(places),
        run.outcomes[training, original].select(one.places[place] for place in places),
    )


def _line(
    name: str,
    training: str,
    both: Sequence[OutcomePair],
    *,
    compared: Callable[[str, str], tuple[str, str]] | None,
) -> Line:
    scores = [_figures(one.counts) for one, _ in both]
    changes = [
        score[2] - _figures(other.counts)[2] for score, (_, other) in zip(scores, both, strict=True)
    ]
    precision, recall, f = (float(value) for value in np.mean(scores, axis=0))
    lineage, other_lineage = (
        float(np.mean([_leaf_ancestor(pair[side]) for pair in both])) for side in (0, 1)
    )
    in_paper = _printed(name, training)
    before = _printed(*compared(name, training)) if compared else {}
    return Line(
        name,
        training,
        round(float(np.mean([len(one) for one, _ in both]))),
        MeanScore(precision, recall, f, _spread([score[2] for score in scores]), lineage),
        float(np.mean(changes)),
        _spread(changes),
        lineage - other_lineage,
        max(
            _p_value(one.counts, other.counts, seed=number)
            for number, (one, other) in enumerate(both)
        ),
        in_paper,
        {
            parser: in_paper[parser][2] - before[parser][2]
            for parser in in_paper
            if parser in before
        },
    )


def _printed(name: str, training: str) -> dict[str, Figures]:
    rows = {parser: tables.get(training, {}).get(name) for parser, tables in printed().items()}
    return {parser: row for parser, row in rows.items() if row is not None}


def _figures(counts: BracketCounts) -> Figures:
    matched, gold, tested = counts.table[:, :3].sum(axis=0).tolist()
    if not gold and not tested:
        return 0.0, 0.0, 0.0
    precision, recall = matched / max(tested, 1), matched / max(gold, 1)
    return 100 * precision, 100 * recall, 100 * f_score(matched, tested, gold)


def _leaf_ancestor(one: Outcome) -> float:
    total, n_words = one.lineages.sum(axis=0)
    return 100 * float(total) / max(1.0, float(n_words))


def _p_value(one: BracketCounts, other: BracketCounts, *, seed: int) -> float:
    rng = np.random.default_rng(seed)
    tables = one.table[:, :3], other.table[:, :3]
    return stratified_shuffle(*tables, _f, rng=rng, n_draws=N_DRAWS).p_value


def _f(sums: Floats) -> Floats:
    matched, gold, tested = sums.T
    return f_score(matched, tested, gold)


def _spread(values: Sequence[float]) -> float:
    return float(np.std(values, ddof=1)) if len(values) > 1 else float("nan")
