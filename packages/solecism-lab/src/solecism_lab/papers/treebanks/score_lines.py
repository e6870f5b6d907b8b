"""Lines of the paper's tables: a score, its change from a baseline, and the printed figure."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np

from solecism.bracketing.counts import BracketCounts
from solecism.figure import Interval, f_score, undefined_interval
from solecism.numeric import Floats
from solecism.reporting.table import Cell
from solecism.uncertainty.bootstrap import bootstrap
from solecism.uncertainty.significance import stratified_shuffle
from solecism_lab.papers.treebanks.error_sets import GRAMMATICAL, ErrorSet
from solecism_lab.papers.treebanks.experiment import Outcome, Run

BIKEL, CHARNIAK_JOHNSON = "bikel", "charniak-johnson"
PrintedScore = tuple[float, float, float]
"""Precision, recall and F, in per cent."""


@cache
def printed_scores() -> dict[str, dict[str, dict[str, PrintedScore]]]:
    """Figures by parser, by what it was trained on, by test set or type of error."""
    file = resources.files("solecism_lab.papers") / "printed" / "treebanks.toml"
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        parser: {
            training: {name: (row[0], row[1], row[2]) for name, row in rows.items()}
            for training, rows in trainings.items()
        }
        for parser, trainings in content.items()
    }


N_DRAWS = 10_000
# Fewer sentences than these are too few to draw from.
_FEWEST = 10
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
class ScoreLine:
    """A score of a set by a parser, and the change of F from what it is compared with.

    `change_interval` is that of the mean over seeds, as far as it depends on which sentences are
    tested. `p_value` is the largest of the seeds' by stratified shuffling. `printed` has the
    paper's figures by parser, `printed_change` the change of its F.
    """

    name: str
    training: str
    n_sentences: int
    score: MeanScore
    change: float
    change_spread: float
    change_interval: Interval
    leaf_ancestor_change: float
    p_value: float
    printed: dict[str, PrintedScore]
    printed_change: dict[str, float]


def robustness(runs: Sequence[Run], names: Sequence[str], *, training: str) -> list[ScoreLine]:
    """Sets with errors against the same sentences without (section 5.1)."""
    lines = []
    for name in names:
        both = [with_and_without(run, name, training) for run in runs]
        lines.append(_line(name, training, both, compared=lambda _, __: (GRAMMATICAL, training)))
    return lines


def by_group(runs: Sequence[Run], name: str, *, training: str) -> list[ScoreLine]:
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


def retraining(runs: Sequence[Run], names: Sequence[str], *, training: str) -> list[ScoreLine]:
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


def line_of(name: str, training: str, both: Sequence[OutcomePair]) -> ScoreLine:
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
) -> ScoreLine:
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
    return ScoreLine(
        name,
        training,
        round(float(np.mean([len(one) for one, _ in both]))),
        MeanScore(precision, recall, f, _spread([score[2] for score in scores]), lineage),
        float(np.mean(changes)),
        _spread(changes),
        _change_interval(both),
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


def _printed(name: str, training: str) -> dict[str, PrintedScore]:
    rows = {
        parser: tables.get(training, {}).get(name) for parser, tables in printed_scores().items()
    }
    return {parser: row for parser, row in rows.items() if row is not None}


def _figures(counts: BracketCounts) -> PrintedScore:
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


def _change_interval(both: Sequence[OutcomePair]) -> Interval:
    """The interval of the mean change, by drawing sentences with all that seeds made of them."""
    sentences = [sentence for _, other in both for sentence in other.counts.ids]
    if len(set(sentences)) < _FEWEST:
        return undefined_interval(f"fewer than {_FEWEST} sentences")
    shape = len(both), 2, 3
    table = np.zeros((len(sentences), *shape))
    row = 0
    for number, pair in enumerate(both):
        for side, one in enumerate(pair):
            table[row : row + len(one), number, side] = one.counts.table[:, :3]
        row += len(pair[0])

    def change(sums: Floats) -> Floats:
        matched, gold, tested = np.moveaxis(sums.reshape(-1, *shape), -1, 0)
        f = f_score(matched, tested, gold)
        return np.asarray(100 * (f[..., 0] - f[..., 1]).mean(axis=1))

    rng = np.random.default_rng(0)
    draws = bootstrap(table.reshape(row, -1), change, rng=rng, clusters=sentences)
    return draws.interval()


def _f(sums: Floats) -> Floats:
    matched, gold, tested = sums.T
    return f_score(matched, tested, gold)


def _spread(values: Sequence[float]) -> float:
    return float(np.std(values, ddof=1)) if len(values) > 1 else float("nan")


_FIRST = ("F1", "F1 ±", "change", "95% interval", "change ±", "p")
_REST = ("P", "R", "LA", "LA change", "sentences")
CHANGE_COLUMNS = (*_FIRST, *_REST)
# Changes first, which can be compared, and the printed ones right beside ours.
SCORE_COLUMNS = (
    *_FIRST,
    "change, Bikel (printed)",
    "change, C&J (printed)",
    "F1, Bikel (printed)",
    "F1, C&J (printed)",
    *_REST,
)
_N_FIRST = len(_FIRST)


def change_row(line: ScoreLine) -> tuple[Cell, ...]:
    """The cells of CHANGE_COLUMNS."""
    score = line.score
    return (
        score.f,
        score.spread,
        line.change,
        line.change_interval,
        line.change_spread,
        f"{line.p_value:.2g}",
        score.precision,
        score.recall,
        score.leaf_ancestor,
        line.leaf_ancestor_change,
        line.n_sentences,
    )


def score_row(line: ScoreLine) -> tuple[Cell, ...]:
    """The cells of SCORE_COLUMNS; nothing where the paper has no figure."""
    ours = change_row(line)
    parsers = (BIKEL, CHARNIAK_JOHNSON)
    changes = [line.printed_change.get(parser) for parser in parsers]
    f = [line.printed[parser][2] if parser in line.printed else None for parser in parsers]
    return (*ours[:_N_FIRST], *changes, *f, *ours[_N_FIRST:])
