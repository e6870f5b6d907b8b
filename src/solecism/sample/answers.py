"""The judgments of a sample as an array, in the order of its key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from solecism.errors import InputError
from solecism.judgment import ERROR, MEANING, OK, Judgment
from solecism.key import Key
from solecism.numeric.arrays import Floats, Ints
from solecism.panels import panels

Reading = Literal["graded", "majority"]


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """One row per judged item of the key: 1 for error, 0 for OK, NaN where a rater did not answer.

    `stratum` is the number of each row's stratum in the key, `n_unjudged` how many items of the
    key have no answer yet (or "unknown" ones only), `n_outside` how many judged sites the key
    does not have.
    """

    values: Floats
    stratum: Ints
    score: Floats
    n_unjudged: int
    n_outside: int = 0
    n_raters: int = 1

    @property
    def grades(self) -> Floats:
        """The share of raters who call each item an error."""
        is_there = ~np.isnan(self.values)
        return np.asarray(np.where(is_there, self.values, 0.0).sum(axis=1) / is_there.sum(axis=1))

    @property
    def has_several_raters(self) -> bool:
        """Whether any item has more than one answer."""
        return bool((~np.isnan(self.values)).sum(axis=1).max(initial=0) > 1)


def answers(key: Key, judgments: Iterable[Judgment], *, reading: Reading = "graded") -> Answers:
    """The answers to the items of the key, as they are or each item's majority (a tie is half)."""
    panel = panels(judgments, labels=(ERROR, OK), meaning=MEANING).data
    row_of = {item.site: row for row, item in enumerate(key.items)}
    is_inside = np.array([site in row_of for site in panel.items], dtype=bool)
    if not is_inside.any():
        raise InputError(
            "none of the judgments is about an item of the key. "
            "Give the key that was written with this sample."
        )
    panel = panel.select(is_inside[panel.item])
    rows = np.array([row_of[site] for site in panel.items], dtype=np.int64)
    values = np.full((panel.n_items, panel.n_raters), np.nan)
    values[panel.item, panel.rater] = np.where(panel.answer == 0, 1.0, 0.0)
    number = {stratum.name: index for index, stratum in enumerate(key.strata)}
    stratum = np.array([number[item.stratum] for item in key.items], dtype=np.int64)
    score = np.array([item.score for item in key.items], dtype=np.float64)
    n_unjudged, n_outside = len(key.items) - len(rows), int(np.sum(~is_inside))
    given = Answers(values, stratum[rows], score[rows], n_unjudged, n_outside, panel.n_raters)
    return _majority(given) if reading == "majority" else given


def _majority(given: Answers) -> Answers:
    grades = given.grades
    values = np.where(grades == 0.5, 0.5, (grades > 0.5).astype(np.float64))
    return replace(given, values=values[:, None])
