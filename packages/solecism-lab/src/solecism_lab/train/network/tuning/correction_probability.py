"""The probability that an annotator corrects a place, learnt from learners' and native text.

One logistic regression from the log odds of any error at a place, and from how many errors its text
seems to have; then a line of its own for each group, drawn to that of all groups.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.strong_detector import probabilities
from solecism.detect.network.tuning import CalibrationLine, Tuning, any_error
from solecism.detect.network.writer import Writer
from solecism.numeric import Bools, Floats, Ints, fit_logistic, logit
from solecism_lab.train.network.tuning.tuning_data import TuningData

# What native text counts for: people check both, and learners' text must stay calibrated.
_NATIVE_SHARE = 0.3
_STRENGTHS = (1.0, 3.0, 10.0, 30.0)
_LEAST_SLOPE = 1e-3
_PENALTY = 1e-3
# How strongly the line of a group is drawn to that of all.
_GROUP_PENALTY = 20.0


@dataclass(frozen=True, slots=True, eq=False)
class CorrectionPlaces:
    """Places, the most probable group and the probability of any error at each, and their texts.

    `is_right` is whether an annotator changed anything there.
    """

    groups: Ints
    p: Floats
    documents: Ints
    is_right: Bools


def places_of(tuning: Tuning, data: TuningData) -> CorrectionPlaces:
    """The places of tuning data."""
    groups, p = any_error(probabilities(tuning, data.network_p, data.second_p))
    return CorrectionPlaces(groups, p, data.documents, data.touched > 0)


def p_corrected(tuning: Tuning, places: CorrectionPlaces) -> Floats:
    """The probability of a correction at each place, as a finding there would be told."""
    return tuning.p_corrected(places.groups, places.p, places.documents)


def with_places(tuning: Tuning, learners: CorrectionPlaces, native: CorrectionPlaces) -> Tuning:
    """The tuning with a writer, and with the lines of all groups for learners' text."""
    if not learners.is_right.any():
        return tuning
    writer, line = _writer(learners, native)
    return _with_lines(replace(tuning, writer=writer), learners, line)


def _writer(learners: CorrectionPlaces, native: CorrectionPlaces) -> tuple[Writer, CalibrationLine]:
    """The writer and the line under which the corrections of learners' text are most probable."""
    rate = float(learners.p.mean())
    is_right = np.concatenate([learners.is_right, np.zeros(len(native.p), np.bool_)])
    weights = np.ones(len(is_right))
    n_native = max(len(native.p), 1)
    weights[len(learners.p) :] = _NATIVE_SHARE / (1 - _NATIVE_SHARE) * len(learners.p) / n_native
    fits = []
    for strength in _STRENGTHS:
        columns = np.concatenate(
            [_columns(each, Writer(rate, strength)) for each in (learners, native)]
        )
        slopes = fit_logistic(columns, weights * is_right, trials=weights, penalty=_PENALTY)
        fits.append((_log_likelihood(columns @ slopes, is_right, weights), strength, slopes))
    _, strength, slopes = max(fits, key=lambda fit: fit[0])
    slope = max(float(slopes[0]), _LEAST_SLOPE)
    return Writer(rate, strength, max(float(slopes[1]), 0.0) / slope), CalibrationLine(
        slope, float(slopes[2])
    )


def _columns(places: CorrectionPlaces, writer: Writer) -> Floats:
    odds = logit(places.p)
    ratios = writer.log_ratios(places.p, places.documents)
    return np.stack([odds, ratios, np.ones(len(odds))], axis=1)


def _log_likelihood(scores: Floats, is_right: Bools, weights: Floats) -> float:
    return float(-(weights * np.logaddexp(0, np.where(is_right, -scores, scores))).sum())


def _with_lines(tuning: Tuning, places: CorrectionPlaces, of_all: CalibrationLine) -> Tuning:
    odds = logit(tuning.writer.shifted(places.p, places.documents))
    groups = {}
    for number, group in enumerate(GROUPS):
        rows = places.groups == number
        line = _line(odds[rows], places.is_right[rows], of_all)
        groups[group] = replace(tuning.groups[group], places=line)
    return replace(tuning, groups=groups)


def _line(odds: Floats, is_right: Bools, centre: CalibrationLine) -> CalibrationLine:
    columns = np.stack([odds, np.ones(len(odds))], axis=1)
    middle = (centre.slope, centre.shift)
    slope, shift = fit_logistic(
        columns, is_right.astype(np.float64), start=middle, centre=middle, penalty=_GROUP_PENALTY
    ).tolist()
    return CalibrationLine(max(slope, _LEAST_SLOPE), shift)
