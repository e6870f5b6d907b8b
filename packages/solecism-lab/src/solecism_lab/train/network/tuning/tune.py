"""Tuning of a trained network: calibration, operating curves and default thresholds by group.

Learners' tuning text gives precision and recall; native tuning text limits the number of flags of
all groups together.

The network is calibrated alone and together with a second detector. A logistic plane through both
is fitted to learners' text and to native text, where every flag is wrong: there the reliability of
the two shows. It is then recalibrated for learners' text.

Default thresholds find the most errors in learners' text for few flags in native text. Every flag
in native text counts the same, whatever its group: they go to the groups that find the most errors
by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from solecism.detect.light.error_classifier import operating_curve
from solecism.detect.network.repairs import AGREEMENT, GROUPS, MARKS, SPELLING
from solecism.detect.network.tuning import (
    NEVER,
    CalibrationLine,
    CalibrationPlane,
    Curve,
    GroupTuning,
    Tuning,
)
from solecism.numeric import Bools, Floats, Ints, fit_logistic, logit, platt
from solecism.site import DETERMINER, NUMBER, PREPOSITION
from solecism_lab.train.network.tuning.correction_probability import (
    CorrectionPlaces,
    p_corrected,
    places_of,
    with_places,
)
from solecism_lab.train.network.tuning.tuning_data import TuningData

# Most text that people check is like native text, of which there is little to tune on.
_NATIVE_WEIGHT = 5.0
_LEAST_SLOPE = 1e-3
_PENALTY = 1e-2


def calibration_line(learners: TuningData, group: int = 0) -> CalibrationLine:
    """The calibration of the network alone."""
    is_error = learners.is_error[:, group]
    if not is_error.any() or is_error.all():
        return CalibrationLine()
    slope, shift = platt(logit(learners.network_p[:, group]), is_error)
    return CalibrationLine(max(slope, _LEAST_SLOPE), shift)


def calibration_line_and_plane(
    learners: TuningData, native: TuningData, group: int = 0
) -> tuple[CalibrationLine, CalibrationPlane | None]:
    """The calibrations without and with a second detector; no plane where it has no data."""
    is_error = learners.is_error[:, group]
    has_second = ~np.isnan(learners.second_p[:, group])
    if not is_error[has_second].any() or is_error[has_second].all():
        return calibration_line(learners, group), None
    columns = np.concatenate([_columns(learners, group), _columns(native, group)])
    weights = np.ones(len(columns))
    weights[len(is_error) :] = _NATIVE_WEIGHT
    hits = np.zeros(len(columns))
    hits[: len(is_error)] = is_error
    slopes = fit_logistic(columns, hits, trials=weights, penalty=_PENALTY)
    slope, shift = platt(columns[: len(is_error)] @ slopes, is_error)
    network, other, both, alone, silent = (max(slope, _LEAST_SLOPE) * slopes).tolist()
    return CalibrationLine(max(alone, _LEAST_SLOPE), silent + shift), CalibrationPlane(
        network, other, both + shift
    )


def _columns(data: TuningData, group: int) -> Floats:
    """Log odds and ones of places with a second probability, then of places without."""
    second_p = data.second_p[:, group]
    has_second = ~np.isnan(second_p)
    odds, other = logit(data.network_p[:, group]), logit(np.where(has_second, second_p, 0.5))
    parts = (odds * has_second, other * has_second, has_second, odds * ~has_second, ~has_second)
    return np.stack([np.asarray(part, np.float64) for part in parts], axis=1)


# What a product of a rate and a number of words may lack.
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds on the default thresholds of some groups.

    The precision is that of each group on learners' tuning text, where a place is right if the
    annotator changed it. `max_alarms` is how many flags these groups together may have per
    thousand words of native text: edited text has fewer errors than what people write, so this is
    well below what we allow in essays.
    """

    groups: tuple[str, ...]
    precision: float
    max_alarms: float


# Usage comes first; wrong agreement, the plainest of all errors, is not to give way to what is less
# plain. What is flagged as misspelt in edited text mostly is, so that more of it is allowed.
_USAGE = (PREPOSITION, DETERMINER, NUMBER)
_REST = tuple(group for group in GROUPS if group not in (*_USAGE, AGREEMENT, SPELLING, *MARKS))
DEFAULT_BOUNDS = (
    Bounds(_USAGE, precision=0.85, max_alarms=0.2),
    Bounds((AGREEMENT,), precision=0.85, max_alarms=0.08),
    Bounds(_REST, precision=0.85, max_alarms=0.04),
    Bounds((SPELLING,), precision=0.95, max_alarms=0.15),
    Bounds(MARKS, precision=0.9, max_alarms=0.06),
)


@dataclass(frozen=True, slots=True, eq=False)
class _Choice:
    """The thresholds of a group, with the errors that each finds and its flags in native text."""

    thresholds: Floats
    hits: Floats
    alarms: Ints


def default_thresholds(
    groups: Mapping[str, GroupTuning],
    native: Mapping[str, Floats],
    *,
    n_words: float,
    bounds: Iterable[Bounds],
) -> dict[str, float]:
    """The threshold of each group; NEVER for groups without bounds.

    `native` has the probabilities at the places of each group in `n_words` native words.
    """
    thresholds = dict.fromkeys(groups, NEVER)
    for each in bounds:
        choices = {
            name: _choice(groups[name], native[name], each.precision) for name in each.groups
        }
        thresholds |= _affordable(choices, each.max_alarms * n_words / 1_000)
    return thresholds


def _affordable(choices: dict[str, _Choice], allowed: float) -> dict[str, float]:
    """The thresholds that find the most errors together, with so many alarms at most.

    Group by group, for each number of alarms, the best row of this group is that which finds the
    most together with what the groups before it find by the other alarms.
    """
    n_at_most = sum(int(each.alarms.max()) for each in choices.values())
    n_allowed = int(min(allowed + _ROUNDING, n_at_most))
    hits = np.zeros(n_allowed + 1)
    rows: list[Ints] = []
    for each in choices.values():
        together = np.full((len(each.thresholds), n_allowed + 1), -np.inf)
        for row, n_alarms in enumerate(each.alarms.tolist()):
            if n_alarms <= n_allowed:
                together[row, n_alarms:] = hits[: n_allowed + 1 - n_alarms] + each.hits[row]
        rows.append(together.argmax(axis=0))
        hits = together.max(axis=0)
    thresholds: dict[str, float] = {}
    left = n_allowed
    for (name, each), best in zip(reversed(choices.items()), reversed(rows), strict=True):
        row = best[left]
        thresholds[name] = float(each.thresholds[row])
        left -= each.alarms[row]
    return thresholds


def _choice(group: GroupTuning, native: Floats, precision: float) -> _Choice:
    rows = [row for row in group.curve if row[1] >= precision]
    thresholds = np.array([NEVER, *(row[0] for row in rows)])
    hits = np.array([0.0, *(row[2] * group.n_errors for row in rows)])
    ordered = np.sort(native)
    alarms = len(ordered) - np.searchsorted(ordered, thresholds, side="left")
    return _Choice(thresholds, hits, alarms)


# A group with fewer errors in learners' tuning text has no figures of its own: the places of all
# such groups together stand for each of them.
FEWEST_ERRORS = 30
# Curves are stored in every model file: more points would take more room than they are worth.
_N_POINTS = 120


def tune(
    learners: TuningData, native: TuningData, *, bounds: Iterable[Bounds] = DEFAULT_BOUNDS
) -> Tuning:
    """The tuning by learners' text, and by native text without errors."""
    tuning = Tuning(dict(_calibrated(learners, native)))
    places, native_places = places_of(tuning, learners), places_of(tuning, native)
    tuning = with_places(tuning, places, native_places)
    tuning = _with_curves(tuning, places, learners)
    alarms = p_corrected(tuning, native_places)
    thresholds = default_thresholds(
        tuning.groups,
        {group: alarms[native_places.groups == number] for number, group in enumerate(GROUPS)},
        n_words=native.n_words,
        bounds=bounds,
    )
    return replace(
        tuning,
        groups={
            group: replace(each, threshold=thresholds[group])
            for group, each in tuning.groups.items()
        },
    )


def _calibrated(learners: TuningData, native: TuningData) -> Iterator[tuple[str, GroupTuning]]:
    for number, group in enumerate(GROUPS):
        same = _same_figures(learners, number)
        alone, second = calibration_line_and_plane(learners.pooled(same), native.pooled(same))
        if np.isnan(learners.second_p[:, number]).all():
            second = None
        n_errors = int(learners.is_error[:, number].sum())
        yield group, GroupTuning(alone, second, threshold=NEVER, n_errors=n_errors)


def _same_figures(learners: TuningData, number: int) -> list[int]:
    """The groups whose places this group is tuned on: itself, or all that have too few errors."""
    n_errors = learners.is_error.sum(axis=0)
    if n_errors[number] >= FEWEST_ERRORS:
        return [number]
    return np.flatnonzero(n_errors < FEWEST_ERRORS).tolist()


def _with_curves(tuning: Tuning, places: CorrectionPlaces, learners: TuningData) -> Tuning:
    p = p_corrected(tuning, places)
    is_error = learners.is_error
    is_own, n_errors = is_error[np.arange(len(p)), places.groups], is_error.sum(axis=0)
    groups = {}
    for number, group in enumerate(GROUPS):
        same = _same_figures(learners, number)
        rows = np.isin(places.groups, same)
        n = int(n_errors[same].sum())
        curve = _curve(p[rows], places.is_right[rows], is_own[rows], n_errors=n)
        groups[group] = replace(tuning.groups[group], curve=curve)
    return replace(tuning, groups=groups)


def _curve(p: Floats, is_right: Bools, is_own: Bools, *, n_errors: int) -> Curve:
    """Thresholds with precision by any correction, and recall of errors of the groups' own."""
    precision, recall = (
        operating_curve(
            p.astype(np.float32),
            each,
            n_errors=n_errors,
            n_points=_N_POINTS,
            is_dense_first=True,
        ).tolist()
        for each in (is_right, is_own)
    )
    return tuple(
        (round(threshold, 5), round(share, 4), round(found, 4))
        for (threshold, share, _), (*_, found) in zip(precision, recall, strict=True)
    )
