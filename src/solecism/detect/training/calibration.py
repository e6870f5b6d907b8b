"""What a score means: a threshold and a logistic curve (Platt 1999), from tuning data."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from solecism.detect.extraneous import Calibration, Floats, Scorer
from solecism.detect.training.extraneous import Example, grouped
from solecism.errors import InputError

BETA = 0.5
_N_STEPS = 50
_MIN_CHANGE = 1e-9


def calibrated(scorer: Scorer, tuning: list[Example]) -> Calibration:
    """The calibration on examples as they come in running text; their sentences are annotated."""
    sentences, places, is_extraneous = grouped(tuning)
    if not is_extraneous.any() or is_extraneous.all():
        raise InputError(
            "the learner text kept for tuning (a tenth) has not both extraneous and correct "
            "prepositions. Give more of it."
        )
    scores = scorer(sentences, places)
    slope, intercept = logistic(scores, is_extraneous)
    return Calibration(best_threshold(scores, is_extraneous), slope, intercept)


def best_threshold(scores: Floats, is_extraneous: npt.NDArray[np.bool_]) -> float:
    """The score from which on, exclusively, flagging has the greatest F0.5."""
    order = np.argsort(-scores, kind="stable")
    ordered = scores[order]
    n_hits = np.cumsum(is_extraneous[order])
    n_flagged = np.arange(1, len(scores) + 1)
    f_scores = (1 + BETA**2) * n_hits / (n_flagged + BETA**2 * is_extraneous.sum())
    # Equal scores are flagged together or not at all.
    is_last = np.append(ordered[1:] < ordered[:-1], True)
    best = int(np.argmax(np.where(is_last, f_scores, -1)))
    below = ordered[best + 1] if best + 1 < len(ordered) else ordered[best] - 1
    return float((ordered[best] + below) / 2)


def logistic(scores: Floats, is_extraneous: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and intercept of the logistic curve of greatest likelihood, by Newton's method.

    Targets are drawn towards the middle as if each class had one more example (Platt 1999), so
    that classes which scores part altogether have a finite slope.
    """
    n_errors, n_ok = int(is_extraneous.sum()), int((~is_extraneous).sum())
    targets = np.where(is_extraneous, (n_errors + 1) / (n_errors + 2), 1 / (n_ok + 2))
    unit = float(np.std(scores)) or 1.0
    columns = np.stack([scores / unit, np.ones(len(scores))], axis=1)
    line = np.array([0.0, np.log(n_errors / n_ok)])
    for _ in range(_N_STEPS):
        p = 1 / (1 + np.exp(-np.clip(columns @ line, -30, 30)))
        gradient = columns.T @ (targets - p)
        curvature = (columns * (p * (1 - p))[:, None]).T @ columns + 1e-6 * np.eye(2)
        change = np.linalg.solve(curvature, gradient)
        line += np.clip(change, -2, 2)
        if np.abs(change).max() < _MIN_CHANGE:
            break
    return float(line[0] / unit), float(line[1])
