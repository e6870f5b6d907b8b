"""The share of readers who object, predicted from the probability of an error, and its loss."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import CalibrationLine, Tuning
from solecism.numeric import Bools, Floats, Ints, fit_logistic, logit
from solecism_lab.train.network.tuning.correction_probability import p_corrected, places_of
from solecism_lab.train.network.tuning.tuning_data import TuningData

# Places where an error is less probable than this are left out.
_LEAST_PROBABLE = 0.01
_LEAST = 1e-4
_N_BINS = 10
_PENALTY = (1.0, 1e-3)


@dataclass(frozen=True, slots=True, eq=False)
class Objections:
    """Places, their most probable group, the probability of a correction, and how many object.

    `documents` has the number of the text that each place is in.
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
    data: TuningData,
    tuning: Tuning,
    *,
    n_readers: int,
    documents: Sequence[int] | None = None,
    least: float = _LEAST_PROBABLE,
) -> Objections:
    """The places with at least this probability of an error, in sentences with many annotators.

    `documents` has the number of the text that each sentence is in; None if there is one text.
    """
    places = places_of(tuning, data)
    p = p_corrected(tuning, places)
    rows = np.flatnonzero(p >= least)
    texts = np.zeros(len(rows), np.int64)
    if documents is not None:
        texts = np.asarray(documents, np.int64)[data.owners[rows]]
    return Objections(p[rows], places.groups[rows], data.touched[rows], texts, n_readers)


def with_readers(tuning: Tuning, objections: Objections) -> Tuning:
    """The tuning with lines from probabilities to the shares of readers who object."""
    lines = readers_lines(objections)
    groups = {group: replace(tuning.groups[group], readers=lines.get(group)) for group in GROUPS}
    return replace(tuning, groups=groups)


def readers_lines(objections: Objections) -> dict[str, CalibrationLine]:
    """The line from the probability to the share of readers who object, by group.

    A group without any objection has none: readers did not look for its errors.
    """
    lines = {}
    for number, group in enumerate(GROUPS):
        is_group = objections.groups == number
        if not objections.counts[is_group].any():
            continue
        odds = logit(objections.p[is_group])
        hits = objections.counts[is_group].astype(np.float64)
        columns = np.stack([odds, np.ones(len(odds))], axis=1)
        trials = np.full(len(odds), float(objections.n_readers))
        lines[group] = CalibrationLine(
            *fit_logistic(columns, hits, trials=trials, penalty=_PENALTY).tolist()
        )
    return lines


@dataclass(frozen=True, slots=True)
class ReaderLoss:
    """Log loss per reader: of the group's mean share, of the probability, and of the lines.

    `gap` is the mean distance between the predicted share and the share that objects, over ten bins
    with equal numbers of places.
    """

    n: int
    base: float
    confidence: float
    lines: float
    gap: float


def cross_fitted(objections: Objections, *, n_folds: int = 10) -> tuple[Floats, Floats]:
    """The predicted shares, and the means of groups, each fitted to other texts."""
    predicted, means = np.zeros(len(objections.p)), np.zeros(len(objections.p))
    for fold in range(n_folds):
        is_fold = objections.documents % n_folds == fold
        rest = objections.select(~is_fold)
        lines = readers_lines(rest)
        for number, group in enumerate(GROUPS):
            rows = is_fold & (objections.groups == number)
            predicted[rows] = lines[group](objections.p[rows]) if group in lines else 0.0
            others = rest.counts[rest.groups == number]
            means[rows] = others.mean() / objections.n_readers if len(others) else 0.0
    return predicted, means


def loss(objections: Objections, *, n_folds: int = 10) -> ReaderLoss:
    """The losses with lines and means that were fitted to other texts."""
    predicted, means = cross_fitted(objections, n_folds=n_folds)
    shares = objections.counts / objections.n_readers
    return ReaderLoss(
        len(shares),
        _log_loss(means, shares),
        _log_loss(objections.p, shares),
        _log_loss(predicted, shares),
        _gap(predicted, shares),
    )


def _log_loss(predicted: Floats, shares: Floats) -> float:
    p = np.clip(predicted, _LEAST, 1 - _LEAST)
    return float(-(shares * np.log(p) + (1 - shares) * np.log1p(-p)).mean())


def _gap(predicted: Floats, shares: Floats) -> float:
    order = np.argsort(predicted, kind="stable")
    bins = [part for part in np.array_split(order, _N_BINS) if len(part)]
    return float(np.mean([abs(predicted[part].mean() - shares[part].mean()) for part in bins]))
