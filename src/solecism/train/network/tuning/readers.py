"""The share of readers who object, told by the probability of an error; how well, text by text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from solecism.arrays import Bools, Floats, Ints
from solecism.detect.network.detector import probabilities
from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import Line, Tuning
from solecism.link_functions import logit
from solecism.logistic import fit_logistic
from solecism.train.network.tuning.judge import Judged

# Where an error is less probable than this, no reader is asked.
_LEAST_PROBABLE = 0.01
_LEAST = 1e-4
_N_BINS = 10
_PENALTY = (1.0, 1e-3)


@dataclass(frozen=True, slots=True, eq=False)
class Objections:
    """Places, how probable an error of a group is there, and how many of the readers object.

    `documents` has the number of the text that a place is in.
    """

    p: Floats
    groups: Ints
    counts: Ints
    documents: Ints
    n_readers: int

    def select(self, index: Bools) -> Objections:
        """Some of the places."""
        return Objections(
            self.p[index],
            self.groups[index],
            self.counts[index],
            self.documents[index],
            self.n_readers,
        )


def objections(
    found: Judged,
    tuning: Tuning,
    *,
    n_readers: int,
    documents: Sequence[int] | None = None,
    least: float = _LEAST_PROBABLE,
) -> Objections:
    """Where an error is not too improbable in sentences that many readers have corrected.

    `documents` has the number of the text that each sentence is of, None where all are of one.
    """
    p = probabilities(tuning, found.shares, found.opinions)
    rows, groups = np.nonzero(p >= least)
    texts = np.zeros(len(rows), np.int64)
    if documents is not None:
        texts = np.asarray(documents, np.int64)[found.owners[rows]]
    return Objections(p[rows, groups], groups, found.counts[rows, groups], texts, n_readers)


def with_readers(tuning: Tuning, found: Objections) -> Tuning:
    """The tuning with lines from probabilities to the shares of readers who object."""
    lines = readers_lines(found)
    groups = {group: replace(tuning.groups[group], readers=lines.get(group)) for group in GROUPS}
    return replace(tuning, groups=groups)


def readers_lines(found: Objections) -> dict[str, Line]:
    """The line from the probability to the share of readers who object, by group.

    A group to which nobody ever objects was not looked at, and has none.
    """
    lines = {}
    for number, group in enumerate(GROUPS):
        mine = found.groups == number
        if not found.counts[mine].any():
            continue
        odds, hits = logit(found.p[mine]), found.counts[mine].astype(np.float64)
        columns = np.stack([odds, np.ones(len(odds))], axis=1)
        trials = np.full(len(odds), float(found.n_readers))
        lines[group] = Line(*fit_logistic(columns, hits, trials=trials, penalty=_PENALTY).tolist())
    return lines


@dataclass(frozen=True, slots=True)
class Loss:
    """Log loss a reader: by the group's mean share, by the confidence, and by the lines.

    `gap` is the mean distance between the share that was told and the one that objects, over ten
    bins of equal numbers of places.
    """

    n: int
    base: float
    confidence: float
    lines: float
    gap: float


def cross_fitted(found: Objections, *, n_folds: int = 10) -> tuple[Floats, Floats]:
    """The shares told, and the groups' means, each learnt from other texts."""
    told, means = np.zeros(len(found.p)), np.zeros(len(found.p))
    for fold in range(n_folds):
        mine = found.documents % n_folds == fold
        rest = found.select(~mine)
        lines = readers_lines(rest)
        for number, group in enumerate(GROUPS):
            rows = mine & (found.groups == number)
            told[rows] = lines[group](found.p[rows]) if group in lines else 0.0
            others = rest.counts[rest.groups == number]
            means[rows] = others.mean() / found.n_readers if len(others) else 0.0
    return told, means


def loss(found: Objections, *, n_folds: int = 10) -> Loss:
    """The losses where the lines, and the means, were learnt from other texts."""
    told, means = cross_fitted(found, n_folds=n_folds)
    shares = found.counts / found.n_readers
    return Loss(
        len(shares),
        _log_loss(means, shares),
        _log_loss(found.p, shares),
        _log_loss(told, shares),
        _gap(told, shares),
    )


def _log_loss(told: Floats, shares: Floats) -> float:
    p = np.clip(told, _LEAST, 1 - _LEAST)
    return float(-(shares * np.log(p) + (1 - shares) * np.log1p(-p)).mean())


def _gap(told: Floats, shares: Floats) -> float:
    order = np.argsort(told, kind="stable")
    bins = [part for part in np.array_split(order, _N_BINS) if len(part)]
    return float(np.mean([abs(told[part].mean() - shares[part].mean()) for part in bins]))
