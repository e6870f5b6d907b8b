"""Tune a trained network: calibration, operating curves and default thresholds, group by group.

Learners' tuning text gives precision and recall; native tuning text bounds how often all groups
together may flag what nobody has called an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from solecism.detect.calibration import operating_curve
from solecism.detect.platt import logistic
from solecism.detect.strong.detector import StrongDetector
from solecism.detect.strong.model import StrongModel
from solecism.detect.strong.repairs import FLAGGED, GROUPS, INSERT, repairs_of
from solecism.detect.strong.tuning import (
    LEARNERS,
    NEVER,
    Curve,
    Floats,
    GroupTuning,
    Line,
    Tuning,
    log_odds,
)
from solecism.edit import Edit
from solecism.sentence import Sentence

Booleans = npt.NDArray[np.bool_]
# The precisions that the default is chosen among, lowest first.
_PRECISIONS = tuple(round(0.6 + 0.01 * step, 2) for step in range(40))
_LEAST_SLOPE = 1e-3
_BATCH_SENTENCES, _N_POINTS = 1_000, 200
# Where the network sees less than this, no reader is asked.
_LEAST_DOUBT = 0.02


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the default thresholds keep to.

    Flags a thousand words of native text: edited text has fewer errors than what people write,
    so this is well under what we allow on their essays.
    """

    precision: float = 0.75
    max_alarms: float = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """The network's shares of each group at words and gaps together, and which are errors.

    `owners` has the number of the sentence that each row is of.
    """

    shares: Floats
    is_error: Booleans
    owners: npt.NDArray[np.int64]


def judged(model: StrongModel, sentences: Sequence[Sentence]) -> Judged:
    """Learners' sentences as the network and their first annotator see them."""
    found, places = _shares(model, sentences)
    errors = np.zeros((2, places[-1], len(GROUPS)), np.bool_)
    for number, sentence in enumerate(sentences):
        edits = sentence.annotations[0].edits if sentence.annotations else ()
        for place, repair in repairs_of(edits):
            row = places[number] + place
            errors[int(repair.operation == INSERT), row, GROUPS.index(repair.group)] = True
    owners = np.repeat(np.arange(len(sentences)), np.diff(places))
    return Judged(found, np.concatenate(list(errors)), np.tile(owners, 2))


def shares(model: StrongModel, sentences: Sequence[Sentence]) -> Floats:
    """The share of each group at every word, then at every gap."""
    return _shares(model, sentences)[0]


def _shares(
    model: StrongModel, sentences: Sequence[Sentence]
) -> tuple[Floats, npt.NDArray[np.int64]]:
    parts: list[tuple[Floats, Floats]] = []
    lengths = [0, *(len(sentence.words) + 1 for sentence in sentences)]
    detector = StrongDetector(model, threshold=1.0)
    for start in range(0, len(sentences), _BATCH_SENTENCES):
        reading = detector.reading(sentences[start : start + _BATCH_SENTENCES])
        parts.append(detector.shares(reading))
    empty = np.zeros((0, len(GROUPS)))
    words, gaps = zip(*parts, strict=True) if parts else ((empty,), (empty,))
    return np.concatenate([*words, *gaps]), np.cumsum(lengths)


def tune(learners: Judged, native: Floats, *, bounds: Bounds | None = None) -> Tuning:
    """The tuning by learners' text and by the shares of native words and gaps."""
    bounds = Bounds() if bounds is None else bounds
    groups = dict(_calibrated(learners))
    alarms = {
        group: groups[group].calibration(native[:, number]) for number, group in enumerate(GROUPS)
    }
    # Words and gaps have a row each.
    allowed = bounds.max_alarms * len(native) / 2 / 1_000
    thresholds = dict.fromkeys(GROUPS, NEVER)
    for precision in _PRECISIONS:
        thresholds = {group: each.at(precision) for group, each in groups.items()}
        n_alarms = sum(int((alarms[group] >= thresholds[group]).sum()) for group in FLAGGED)
        if precision >= bounds.precision and n_alarms <= allowed:
            break
    return Tuning(
        {group: replace(each, threshold=thresholds[group]) for group, each in groups.items()}
    )


def _calibrated(learners: Judged) -> Iterator[tuple[str, GroupTuning]]:
    for number, group in enumerate(GROUPS):
        line = _line(log_odds(learners.shares[:, number]), learners.is_error[:, number])
        curves = {LEARNERS: _curve(line, learners, number)}
        yield group, GroupTuning(line, Line(), NEVER, curves)


def with_register(tuning: Tuning, register: str, found: Judged) -> Tuning:
    """The tuning with the curves of one more kind of text."""
    groups = {}
    for number, group in enumerate(GROUPS):
        each = tuning.groups[group]
        curve = _curve(each.calibration, found, number)
        groups[group] = replace(each, curves={**each.curves, register: curve})
    return replace(tuning, groups=groups)


def _curve(line: Line, found: Judged, number: int) -> Curve:
    is_error = found.is_error[:, number]
    p = line(found.shares[:, number]).astype(np.float32)
    rows = operating_curve(p, is_error, n_errors=int(is_error.sum()), n_points=_N_POINTS)
    return tuple((round(a, 5), round(b, 4), round(c, 4)) for a, b, c in rows.tolist())


def _line(odds: Floats, is_error: Booleans) -> Line:
    if not is_error.any() or is_error.all():
        return Line()
    slope, shift = logistic(odds, is_error)
    return Line(max(slope, _LEAST_SLOPE), shift)


@dataclass(frozen=True, slots=True, eq=False)
class Objections:
    """Places that the network doubts: its share, the group, and how many of the readers object.

    `documents` has the number of the text that a place is in.
    """

    shares: Floats
    groups: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    documents: npt.NDArray[np.int64]
    n_readers: int

    def select(self, index: Booleans) -> Objections:
        """Some of the places."""
        return Objections(
            self.shares[index],
            self.groups[index],
            self.counts[index],
            self.documents[index],
            self.n_readers,
        )


def objections(
    model: StrongModel, sentences: Sequence[Sentence], documents: Sequence[int]
) -> Objections:
    """Where the network doubts sentences that many readers have corrected, and what they say."""
    found, places = _shares(model, sentences)
    n_readers = max((len(sentence.annotations) for sentence in sentences), default=0)
    counts = np.zeros((2, places[-1], len(GROUPS)), np.int64)
    for number, sentence in enumerate(sentences):
        for annotation in sentence.annotations:
            for is_gap, place, group in _objected(annotation.edits):
                counts[is_gap, places[number] + place, group] += 1
    owners = np.repeat(np.asarray(documents, np.int64), np.diff(places))
    rows, groups = np.nonzero(found >= _LEAST_DOUBT)
    both = np.concatenate(list(counts))
    return Objections(
        found[rows, groups], groups, both[rows, groups], np.tile(owners, 2)[rows], n_readers
    )


def _objected(edits: Sequence[Edit]) -> set[tuple[int, int, int]]:
    """The places where one reader objects: gap or word, which, and of which group."""
    return {
        (int(repair.operation == INSERT), place, GROUPS.index(repair.group))
        for place, repair in repairs_of(edits)
    }


def with_readers(tuning: Tuning, found: Objections) -> Tuning:
    """The tuning with lines from the network's shares to those of readers."""
    lines = readers_lines(found)
    groups = {group: replace(tuning.groups[group], readers=lines[group]) for group in GROUPS}
    return replace(tuning, groups=groups)


def readers_lines(found: Objections) -> dict[str, Line]:
    """For each group the line from the network's share to that of readers who object."""
    lines = {}
    for number, group in enumerate(GROUPS):
        mine = found.groups == number
        odds, counts = log_odds(found.shares[mine]), found.counts[mine].astype(np.float64)
        lines[group] = _binomial(odds, counts, found.n_readers)
    return lines


def _binomial(odds: Floats, counts: Floats, n: int, *, n_steps: int = 50) -> Line:
    """The logistic curve of greatest likelihood for counts of `n`, drawn a little to flat."""
    line = np.zeros(2)
    columns = np.stack([odds, np.ones(len(odds))], axis=1)
    ridge = np.diag([1.0, 1e-3])
    for _ in range(n_steps):
        p = 1 / (1 + np.exp(-np.clip(columns @ line, -30, 30)))
        gradient = columns.T @ (counts - n * p) - ridge @ line
        curvature = (columns * (n * p * (1 - p))[:, None]).T @ columns + ridge
        line = line + np.clip(np.linalg.solve(curvature, gradient), -2, 2)
    return Line(float(line[0]), float(line[1]))
