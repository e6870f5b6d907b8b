"""Shares of readers: how well they are predicted on essays that were left out (CoNLL-2014)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from solecism.detect import registry
from solecism.detect.network.model import StrongModel
from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import Tuning
from solecism.sentence import Sentence
from solecism.site import KINDS
from solecism_lab.train.network.tuning.reader_objections import (
    Objections,
    cross_fitted,
    loss,
    objections,
)
from solecism_lab.train.network.tuning.tuning_data import TuningData, tuning_data

# The file has no documents: stretches as long as an essay stand for its fifty essays.
N_ESSAYS, N_FOLDS = 50, 10
EDGES = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0)
LEAST, LEAST_PROBABLE = 1e-3, (1e-3, 0.01, 0.02, 0.1, 0.3)
N_READERS = 10
PRECISIONS = (0.6, None)


def show_readers(model: StrongModel, sentences: Sequence[Sentence]) -> None:
    """Log loss beside the base rate's and the confidence's, and a table of reliability."""
    print(f"\n### Shares of {N_READERS} readers, learnt from other essays: log loss\n")
    print(
        "| places | system | number | base rate | confidence | predicted share | better than base "
        "| gap |\n" + "|---" * 8 + "|"
    )
    seen = tuning_data(model, sentences, n_annotators=N_READERS)
    _show_losses("strong", model.tuning, _objections(seen, model.tuning))
    seen = tuning_data(model, sentences, registry.light(), n_annotators=N_READERS)
    found = _objections(seen, model.cascade)
    _show_losses("cascade", model.cascade, found)
    _show_reliability(_of_kinds(found))


def _objections(seen: TuningData, tuning: Tuning) -> Objections:
    """Every place, how probable an error is there, and how many readers object."""
    n = int(seen.owners.max()) + 1
    essays = [number * N_ESSAYS // n for number in range(n)]
    return objections(seen, tuning, n_readers=N_READERS, documents=essays, least=LEAST)


def _of_kinds(found: Objections) -> Objections:
    return found.select(found.groups < len(KINDS))


def _show_losses(system: str, tuning: Tuning, found: Objections) -> None:
    for name, places in _parts(tuning, _of_kinds(found)):
        if not len(places.p):
            continue
        each = loss(places, n_folds=N_FOLDS)
        print(
            f"| {name} | {system} | {each.n} | {each.base:.4f} | {each.confidence:.4f} "
            f"| {each.lines:.4f} | {1 - each.lines / each.base:.1%} | {each.gap:.3f} |",
            flush=True,
        )


def _parts(tuning: Tuning, found: Objections) -> Iterator[tuple[str, Objections]]:
    """Names of sets of places, and the places."""
    for least in LEAST_PROBABLE:
        yield f"three kinds, probable from {least:g}", found.select(found.p >= least)
    for number, kind in enumerate(KINDS):
        mine = (found.groups == number) & (found.p >= LEAST_PROBABLE[0])
        yield f"{kind}, from {LEAST_PROBABLE[0]:g}", found.select(mine)
    for precision in PRECISIONS:
        point = "default" if precision is None else f"`--precision {precision:g}`"
        thresholds = tuning.thresholds(precision=precision)
        sure = np.array([thresholds[group] for group in GROUPS])[found.groups]
        yield f"flags of three kinds, {point}", found.select(found.p >= sure)


def _show_reliability(found: Objections) -> None:
    predicted, seen = cross_fitted(found, n_folds=N_FOLDS)[0], found.counts / found.n_readers
    print("\n### Shares of readers: predicted and observed, three kinds, fitted to other essays\n")
    print(
        "| predicted between | places | predicted, mean | observed, mean | standard error |\n"
        + "|---" * 5
        + "|"
    )
    for low, high in pairwise(EDGES):
        mine = (predicted >= low) & (predicted < high)
        if mine.sum() > 1:
            error = seen[mine].std(ddof=1) / np.sqrt(mine.sum())
            print(
                f"| {low:g} and {high:g} | {mine.sum()} | {predicted[mine].mean():.3f} "
                f"| {seen[mine].mean():.3f} | {error:.3f} |"
            )
