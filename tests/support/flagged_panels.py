"""Judgments with flags, for the tests of scores."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solecism.panel import from_matrix
from solecism.scoring.match import LABELS, Match, match
from solecism.site import Flag


def matched(
    answers: NDArray[np.int64] | Sequence[Sequence[int]],
    flags: Sequence[int] | NDArray[np.bool_],
    *,
    system: str = "me",
) -> Match:
    """A match of answers, items x raters: 1 for error, 0 for OK, -1 for none."""
    given = np.asarray(answers)
    panel = from_matrix(np.where(given < 0, -1, 1 - given), labels=LABELS)
    decisions = [
        Flag(item, system, bool(flag)) for item, flag in zip(panel.items, flags, strict=True)
    ]
    [flagged] = match(decisions, panel)
    return flagged


def simulated(
    seed: int,
    *,
    n_items: int = 300,
    n_raters: int = 5,
    p_error: float = 0.3,
    sensitivity: float = 0.85,
    specificity: float = 0.97,
    spread: float = 0.0,
) -> tuple[Match, NDArray[np.bool_]]:
    """A match of raters of known reliability with a system, and the truth."""
    rng = np.random.default_rng(seed)
    truth = rng.random(n_items) < p_error
    shift = rng.normal(0, spread, n_raters)
    p_said = np.clip(np.where(truth[:, None], sensitivity, 1 - specificity) + shift, 0.01, 0.99)
    answers = (rng.random((n_items, n_raters)) < p_said).astype(np.int64)
    flags = np.where(truth, rng.random(n_items) < 0.5, rng.random(n_items) < 0.05)
    return matched(answers, flags), truth
