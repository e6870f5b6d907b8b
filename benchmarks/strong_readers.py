"""Shares of readers: how well they are told on essays that were left out (CoNLL-2014)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from solecism.detect.strong.model import StrongModel
from solecism.detect.strong.repairs import GROUPS
from solecism.detect.training.strong import readers
from solecism.detect.training.strong.tune import Objections, objections, readers_lines
from solecism.kind import KINDS
from solecism.sentence import Sentence

# The file has no documents: stretches as long as an essay stand for its fifty essays.
N_ESSAYS, N_FOLDS = 50, 10
EDGES = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0)
LEAST_SHARES = (0.02, 0.1, 0.3)
PRECISIONS = (0.6, None)

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]


def show_readers(model: StrongModel, sentences: Sequence[Sentence]) -> None:
    """Log loss beside the base rate's and the confidence's, and a table of reliability."""
    essays = [number * N_ESSAYS // len(sentences) for number in range(len(sentences))]
    found = objections(model, sentences, essays)
    print(f"\n### Shares of {found.n_readers} readers, learnt from other essays: log loss\n")
    print("| places | number | base rate | confidence | share told | better than base | gap |")
    print("|---" * 7 + "|")
    for name, places in _parts(model, found):
        if not places.any():
            continue
        loss = readers.cross_fitted(found.select(places), model.tuning, n_folds=N_FOLDS)
        print(
            f"| {name} | {loss.n} | {loss.base:.4f} | {loss.confidence:.4f} | {loss.lines:.4f} "
            f"| {1 - loss.lines / loss.base:.1%} | {loss.gap:.3f} |",
            flush=True,
        )
    _show_reliability(found.select(found.groups < len(KINDS)))


def _parts(model: StrongModel, found: Objections) -> Iterator[tuple[str, Booleans]]:
    """Names of sets of places, and which places they have."""
    in_kinds = found.groups < len(KINDS)
    for least in LEAST_SHARES:
        yield f"three kinds, network's share from {least:g}", in_kinds & (found.shares >= least)
    for number, kind in enumerate(KINDS):
        yield f"{kind}, from {LEAST_SHARES[0]:g}", found.groups == number
    for precision in PRECISIONS:
        point = "default" if precision is None else f"`--precision {precision:g}`"
        thresholds = model.tuning.thresholds(precision=precision)
        is_flagged = np.zeros(len(found.shares), np.bool_)
        for number, group in enumerate(GROUPS):
            p = model.tuning.groups[group].calibration(found.shares)
            is_flagged |= (found.groups == number) & (p >= thresholds[group])
        yield f"flags of three kinds, {point}", in_kinds & is_flagged


def told(found: Objections) -> Floats:
    """The share at each place, by lines that were learnt from other essays."""
    shares = np.zeros(len(found.shares))
    for fold in range(N_FOLDS):
        mine = found.documents % N_FOLDS == fold
        lines = readers_lines(found.select(~mine))
        for number, group in enumerate(GROUPS):
            rows = mine & (found.groups == number)
            shares[rows] = lines[group](found.shares[rows])
    return shares


def _show_reliability(found: Objections) -> None:
    predicted, seen = told(found), found.counts / found.n_readers
    print("\n### Shares of readers: told and seen, three kinds, learnt from other essays\n")
    print(
        "| told between | places | told, mean | seen, mean | standard error |\n" + "|---" * 5 + "|"
    )
    for low, high in pairwise(EDGES):
        mine = (predicted >= low) & (predicted < high)
        if mine.sum() > 1:
            error = seen[mine].std(ddof=1) / np.sqrt(mine.sum())
            print(
                f"| {low:g} and {high:g} | {mine.sum()} | {predicted[mine].mean():.3f} "
                f"| {seen[mine].mean():.3f} | {error:.3f} |"
            )
