"""Whether a writer's choice is an error: a calibrated classifier that knows what was written.

The noisy channel: a context model gives the probability of each choice, the confusions how often a
learner who should have made it makes this one. Rozovskaya and Roth (2010) put such priors into
training; here they also weigh the candidates when a text is checked.

The scorer is a logistic regression over features of the context models, of the channel, and of the
written choice together with its context. It is trained on errors: real ones of learners, and
confusions that were injected into native text. Its scores become probabilities per kind of error by
Platt (1999), a logistic curve through the scores of tuning data. The curve of precision and recall
on the same data is stored, so that the threshold for a precision can be looked up.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from solecism.corruption.counts import Counts, error_rates
from solecism.detect.light.context_models import HashPlan, mixed
from solecism.errors import InputError
from solecism.locate.sentence_columns import Hashes
from solecism.numeric import Bools, Floats, Floats32, UInts8, UInts32, expit, platt
from solecism.system.archive import Arrays, check_arrays, spec

# The log rate of confusions that are excluded.
_EXCLUDED = -99.0


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """At each site: the written choice, the best other candidate, and the log odds of an error.

    `log_written` and `log_best` are the log probabilities of the two by the context alone.
    `posterior` has one column per choice, the written one included: its log probability by context
    and confusions, up to a constant per row.
    """

    written: UInts8
    best: UInts8
    log_odds: Floats32
    log_written: Floats32
    log_best: Floats32
    posterior: Floats32


class Channel:
    """The error rates of learners; the two choices of a pair in `excluded` are never confused."""

    def __init__(self, counts: Counts, *, excluded: Sequence[tuple[int, int]] = ()) -> None:
        log_rates = np.log(error_rates(counts))
        for one, other in excluded:
            log_rates[one, other] = log_rates[other, one] = _EXCLUDED
        # One row per written choice.
        self._log_rates = np.ascontiguousarray(log_rates.T.astype(np.float32))

    def candidates(self, log_p: Floats32, written: UInts8) -> Candidates:
        """The candidates, given the log probability of each choice in its context."""
        each = np.arange(len(written))
        posterior = log_p + self._log_rates[written]
        of_written = posterior[each, written]
        posterior[each, written] = _EXCLUDED
        best = posterior.argmax(axis=1)
        others = np.log(np.exp(posterior).sum(axis=1) + np.float32(1e-30))
        posterior[each, written] = of_written
        return Candidates(
            written=written,
            best=best.astype(np.uint8),
            log_odds=others - of_written,
            log_written=log_p[each, written],
            log_best=log_p[each, best],
            posterior=posterior,
        )


BITS = 20


@dataclass(frozen=True, slots=True, eq=False)
class ErrorScorer:
    """Weights of hashed features, in 8 bits, and weights of numeric features."""

    table: npt.NDArray[np.int8]
    scale: float
    of_figures: Floats32

    def scores(self, rows: UInts32, figures: Floats32) -> Floats32:
        """The log odds that each site is an error.

        `rows` are the rows in the table of hashed features, `figures` the numeric features: one
        row per site, one column per feature.
        """
        sums = self.table[rows].sum(axis=1, dtype=np.int32)
        return np.asarray(sums * np.float32(self.scale) + figures @ self.of_figures)


def plan_of(features: Sequence[str], names: Sequence[str], *, first_seed: int) -> HashPlan:
    """The plan for features that are given by the names of their columns, with spaces between."""
    index = {name: number for number, name in enumerate(names)}
    return HashPlan.of(
        [[index[name] for name in feature.split()] for feature in features], first_seed=first_seed
    )


def hashed_rows(values: Sequence[UInts32], contexts: Hashes, plan: HashPlan) -> UInts32:
    """The row in the table for each feature of each context.

    The columns that features join are these values, and after them those of the contexts.
    """
    hashes = mixed(np.concatenate((np.stack(values), contexts.T)), plan)
    return np.asarray(hashes.T) & np.uint32((1 << BITS) - 1)


def step_numbers(values: Floats32, low: float, high: float, n_steps: int) -> UInts32:
    """The number of the step that each value lies in, of equal steps between two bounds."""
    scaled = (values - low) / (high - low) * n_steps
    # Several times faster than `np.clip` where there are few values.
    return np.asarray(np.minimum(np.maximum(scaled, 0), n_steps).astype(np.uint32))


N_KINDS = 3
WRONG_KIND, EXTRANEOUS_KIND, MISSING_KIND = range(N_KINDS)
# The precision of fewer flags is too uncertain: the curve begins with this many.
_FEWEST_FLAGS = 20
# Higher scores never mean fewer errors.
_LEAST_SLOPE = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class KindCalibration:
    """Slope and shift per kind of error, and the operating curve: threshold, precision, recall."""

    slopes: Floats32
    shifts: Floats32
    curve: Floats

    def probabilities(self, scores: Floats32, kinds: UInts8) -> Floats32:
        """The probability that each site is an error."""
        return expit(self.slopes[kinds] * scores + self.shifts[kinds])

    def threshold(self, precision: float) -> float:
        """The lowest threshold at which flags had this precision on tuning data."""
        if not 0 < precision < 1:
            raise InputError(f"precision {precision} is not between 0 and 1.")
        enough = self.curve[self.curve[:, 1] >= precision]
        if not len(enough):
            best = self.curve[:, 1].max(initial=0.0)
            raise InputError(
                f"no threshold reaches precision {precision:g} on tuning data. "
                f"The highest is {best:.2f}."
            )
        return float(enough[:, 0].min())


def calibrate(
    scores: Floats32, kinds: UInts8, is_error: Bools, *, n_missed: int = 0
) -> KindCalibration:
    """The calibration fitted to sites of tuning data; `n_missed` errors are at no site."""
    slopes, shifts = np.ones(N_KINDS, dtype=np.float32), np.zeros(N_KINDS, dtype=np.float32)
    for kind in range(N_KINDS):
        is_kind = kinds == kind
        slopes[kind], shifts[kind] = _curve(scores[is_kind].astype(np.float64), is_error[is_kind])
    without_curve = KindCalibration(slopes, shifts, np.zeros((0, 3)))
    probabilities = without_curve.probabilities(scores, kinds)
    n_errors = int(is_error.sum()) + n_missed
    curve = operating_curve(probabilities, is_error, n_errors=n_errors)
    return KindCalibration(slopes, shifts, curve)


def operating_curve(
    probabilities: Floats32,
    is_error: Bools,
    *,
    n_errors: int,
    n_points: int = 200,
    is_dense_first: bool = False,
) -> Floats:
    """Threshold, precision and recall (columns), from the most certain flags on.

    Points are equally spaced in the number of flags, or where `is_dense_first`, in its logarithm.
    """
    if not len(probabilities):
        return np.zeros((0, 3))
    order = np.argsort(-probabilities, kind="stable")
    n_flags = np.arange(1, len(order) + 1)
    hits = np.cumsum(is_error[order])
    last = min(len(order), max(_FEWEST_FLAGS, 4 * n_errors))
    spaced = np.geomspace if is_dense_first else np.linspace
    ends = np.unique(spaced(min(_FEWEST_FLAGS, last), last, n_points).astype(int))
    ends = ends[ends > 0] - 1
    precision = (hits / n_flags)[ends]
    recall = hits[ends] / max(n_errors, 1)
    return np.stack([probabilities[order][ends].astype(np.float64), precision, recall], axis=1)


def _curve(scores: Floats, is_error: Bools) -> tuple[float, float]:
    """Slope and shift; 1 and 0 for a kind with no errors, or with errors only."""
    if not is_error.any() or is_error.all():
        return 1.0, 0.0
    slope, shift = platt(scores, is_error)
    return max(slope, _LEAST_SLOPE), shift


# Model files have an older name for the scorer: judge.
_ARRAYS = ("judge", "judge_figures", "calibration", "curve")
_SCALE = "judge_scale"


@dataclass(frozen=True, slots=True, eq=False)
class ErrorClassifier:
    """A scorer, the calibration of its scores, and the lowest probability that is flagged."""

    scorer: ErrorScorer
    calibration: KindCalibration
    threshold: float

    def reaches(self, precision: float) -> bool:
        """Whether flags were this precise on tuning data at some threshold."""
        return float(self.calibration.curve[:, 1].max(initial=0.0)) >= precision

    def threshold_for(self, *, precision: float | None, threshold: float | None) -> float:
        """The threshold for a precision on tuning data, or the one given, or its own."""
        if precision is not None:
            return self.calibration.threshold(precision)
        return self.threshold if threshold is None else threshold


def array_names(name: str) -> tuple[str, ...]:
    """The names of a classifier's arrays in an archive."""
    return tuple(f"{name}_{array}" for array in _ARRAYS)


def classifier_arrays(name: str, classifier: ErrorClassifier) -> Arrays:
    """The arrays of a classifier; its single numbers are in `about`."""
    calibration = classifier.calibration
    arrays = (
        classifier.scorer.table,
        classifier.scorer.of_figures,
        np.stack([calibration.slopes, calibration.shifts]),
        calibration.curve,
    )
    return dict(zip(array_names(name), arrays, strict=True))


def about(classifiers: Mapping[str, ErrorClassifier]) -> dict[str, dict[str, float]]:
    """The single numbers of classifiers, by name."""
    return {
        _SCALE: {name: each.scorer.scale for name, each in classifiers.items()},
        "threshold": {name: each.threshold for name, each in classifiers.items()},
    }


def classifier_of(
    name: str, arrays: Mapping[str, npt.NDArray[Any]], about: Any, *, n_figures: int
) -> ErrorClassifier:
    """The classifier of this name, with so many numeric features, in the arrays of an archive."""
    forms = (
        spec("int8", 1 << BITS),
        spec("float32", n_figures),
        spec("float32", 2, N_KINDS),
        spec("float64", "points", 3),
    )
    check_arrays(arrays, dict(zip(array_names(name), forms, strict=True)))
    table, of_figures, (slopes, shifts), curve = (arrays[each] for each in array_names(name))
    scale, threshold = float(about[_SCALE][name]), float(about["threshold"][name])
    if not math.isfinite(scale + threshold):
        raise ValueError(f"the scale {scale} or the threshold {threshold}")
    return ErrorClassifier(
        scorer=ErrorScorer(table, scale, of_figures),
        calibration=KindCalibration(slopes, shifts, curve),
        threshold=threshold,
    )


@dataclass(frozen=True, slots=True, eq=False)
class ErrorFeatures:
    """The features of each site, its candidates, and the kind of error that it would be.

    `rows` are the hashed features and `figures` the numeric ones, as `ErrorScorer` takes them.
    Sites that are `is_exempt` are never flagged.
    """

    rows: UInts32
    figures: Floats32
    candidates: Candidates
    kinds: UInts8
    is_exempt: Bools


class FeatureExtractor(Protocol):
    """What makes the features of sites."""

    def features(self, contexts: Hashes, written: UInts8) -> ErrorFeatures:
        """The features of contexts and what was written there."""


@dataclass(frozen=True, slots=True, eq=False)
class Predictions:
    """At each site: the probability of an error, its kind, and the candidates."""

    p_error: Floats32
    kinds: UInts8
    candidates: Candidates


def predicted(classifier: ErrorClassifier, features: ErrorFeatures) -> Predictions:
    """The predictions of a classifier."""
    scores = classifier.scorer.scores(features.rows, features.figures)
    p_error = classifier.calibration.probabilities(scores, features.kinds)
    p_error[features.is_exempt] = 0
    return Predictions(p_error, features.kinds, features.candidates)


def kinds_of_choice(candidates: Candidates) -> UInts8:
    """The kind of error where the choice 0 is to write nothing: missing, extraneous or wrong."""
    kind_of_word = np.where(candidates.best == 0, EXTRANEOUS_KIND, WRONG_KIND)
    return np.where(candidates.written == 0, MISSING_KIND, kind_of_word).astype(np.uint8)
