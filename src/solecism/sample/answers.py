"""Answers: the judgments of a sample, as an array beside its key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from solecism.errors import InputError
from solecism.judgment import ERROR, OK, Judgment
from solecism.key import Key
from solecism.panels import from_judgments

Floats = NDArray[np.float64]
Reading = Literal["graded", "majority"]


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """One row a judged item of the key: 1 for error, 0 for OK, NaN where a rater did not answer.

    `stratum` is the number of each row's stratum in the key, `n_unjudged` how many items of the
    key have no answer yet (or "unknown" ones only).
    """

    values: Floats
    stratum: NDArray[np.int64]
    score: Floats
    n_unjudged: int

    @property
    def grades(self) -> Floats:
        """The share of raters who call each item an error."""
        is_there = ~np.isnan(self.values)
        return np.asarray(np.where(is_there, self.values, 0.0).sum(axis=1) / is_there.sum(axis=1))

    @property
    def has_several_raters(self) -> bool:
        """Whether any item has more than one answer."""
        return bool((~np.isnan(self.values)).sum(axis=1).max(initial=0) > 1)

    @property
    def n_raters(self) -> int:
        """How many raters answered at all."""
        return int((~np.isnan(self.values)).any(axis=0).sum())


def answers(key: Key, judgments: Iterable[Judgment], *, reading: Reading = "graded") -> Answers:
    """The answers to the items of the key, as they are or each item's majority (a tie is half)."""
    panel = from_judgments(judgments, labels=(ERROR, OK))
    row_of = {item.site: row for row, item in enumerate(key.items)}
    for site in panel.items:
        if site not in row_of:
            raise InputError(
                f"there is a judgment of {site}, which is not in the key. "
                "Give the key that was written with this sample."
            )
    if not panel.items:
        raise InputError("none of the judgments is about an item of the key.")
    rows = np.array([row_of[site] for site in panel.items], dtype=np.int64)
    values = np.full((panel.n_items, panel.n_raters), np.nan)
    values[panel.item, panel.rater] = np.where(panel.answer == 0, 1.0, 0.0)
    number = {stratum.name: index for index, stratum in enumerate(key.strata)}
    stratum = np.array([number[item.stratum] for item in key.items], dtype=np.int64)
    score = np.array([item.score for item in key.items], dtype=np.float64)
    found = Answers(values, stratum[rows], score[rows], len(key.items) - len(rows))
    return _majority(found) if reading == "majority" else found


def _majority(found: Answers) -> Answers:
    grades = found.grades
    values = np.where(grades == 0.5, 0.5, (grades > 0.5).astype(np.float64))
    return Answers(values[:, None], found.stratum, found.score, found.n_unjudged)
