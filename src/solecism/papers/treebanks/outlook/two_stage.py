"""The two-stage parser of the paper's outlook: another grammar where something suggests an error.

A sentence is parsed by the grammatical grammar, and by the other one where a signal is above a
threshold. Thresholds are chosen on the dev part alone: the highest F on sentences with errors,
with no more than a given loss on the sentences as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.figure import f_score
from solecism.numeric.arrays import Bools, Floats, Ints
from solecism.papers.treebanks.error_sets import GRAMMATICAL, ONE_ERROR, TWO_ERRORS
from solecism.papers.treebanks.experiment import DEV_GRAMMATICAL, DEV_ONE_ERROR, Run
from solecism.papers.treebanks.lines import Line, line_of
from solecism.papers.treebanks.outcome import Outcome

Signal = Callable[[Run, str, str], Floats]
"""Of a run, another training and a set: for each sentence, how much suggests an error."""
MAX_LOSS = 0.001
_N_THRESHOLDS = 200


@dataclass(frozen=True, slots=True)
class TwoStage:
    """The lines of the sets for a signal and another training, and the threshold to switch at.

    `shares` say by set how often the other grammar is used.
    """

    signal: str
    training: str
    threshold: float
    shares: dict[str, float]
    lines: list[Line]


def two_stage(
    runs: Sequence[Run], training: str, signal: Signal, *, name: str, limit: float | None = None
) -> TwoStage:
    """The two-stage parser on the sets of the test part.

    Its threshold is `limit`, or chosen on the dev part.
    """
    least = threshold(runs, training, signal) if limit is None else limit
    lines, shares = [], {}
    for one in (GRAMMATICAL, ONE_ERROR, TWO_ERRORS):
        switched = [signal(run, training, one) > least for run in runs]
        pairs = [
            (
                _mixed(run, training, one, is_other),
                run.outcomes[GRAMMATICAL, one],
            )
            for run, is_other in zip(runs, switched, strict=True)
        ]
        lines.append(line_of(one, training, pairs))
        shares[one] = float(np.mean([np.mean(is_other) for is_other in switched]))
    return TwoStage(name, training, least, shares, lines)


def threshold(
    runs: Sequence[Run], training: str, signal: Signal, *, max_loss: float = MAX_LOSS
) -> float:
    """The threshold from which the other grammar is used, chosen on the dev parts of all runs."""
    good, bad = (
        [
            (run, name)
            for run in runs
            for name in run.sets
            if name.startswith(prefix) and (training, name) in run.outcomes
        ]
        for prefix in (DEV_GRAMMATICAL, DEV_ONE_ERROR)
    )
    signals = [signal(run, training, name) for run, name in (*good, *bad)]
    candidates = np.quantile(np.concatenate(signals), np.linspace(0, 1, _N_THRESHOLDS))
    tables = [
        [run.outcomes[each, name].counts.table[:, :3] for each in (GRAMMATICAL, training)]
        for run, name in (*good, *bad)
    ]
    baseline = _f([one for one, _ in tables[: len(good)]])
    best, chosen = -np.inf, np.inf
    for candidate in (*candidates, -np.inf):
        kept = [
            np.where((values > candidate)[:, None], other, one)
            for (one, other), values in zip(tables, signals, strict=True)
        ]
        value = _f(kept[len(good) :])
        if value > best and _f(kept[: len(good)]) >= baseline - max_loss:
            best, chosen = value, candidate
    return float(chosen)


def _mixed(run: Run, training: str, name: str, is_other: Bools) -> Outcome:
    return run.outcomes[GRAMMATICAL, name].mixed(run.outcomes[training, name], is_other)


def _f(tables: Sequence[Ints]) -> float:
    matched, gold, tested = np.sum([table.sum(axis=0) for table in tables], axis=0)
    return f_score(float(matched), float(tested), float(gold))
