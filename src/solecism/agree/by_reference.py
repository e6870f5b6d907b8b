"""Reliability against each of several references in turn, and on average (paper 003, figure 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solecism.agree.reliability import Reliability, mean_of, reliability
from solecism.figure import Figure
from solecism.interval import DEFAULT_LEVEL
from solecism.numeric.arrays import Ints
from solecism.panel import Panel

LEAST_ITEMS = 10
MOST_REFERENCES = 30


@dataclass(frozen=True, slots=True)
class ByReference:
    """One curve per reference rater, and their mean; `reason` says why they are missing.

    The mean counts each reference by the items it shares with so many others, and its interval
    holds the middle share of references. Where `in_turn`, each rater is held against the
    majority of so many others, and otherwise the references are held against all other raters.
    """

    curves: dict[str, list[Reliability]]
    mean: list[Reliability]
    in_turn: bool
    reason: str = ""


def by_reference(
    panel: Panel,
    references: Sequence[str] = (),
    *,
    rng: np.random.Generator,
    n_draws: int = 100,
    level: float = DEFAULT_LEVEL,
) -> ByReference:
    """Kappa and agreement by number of raters, against the references.

    Without references every rater is one in turn, of the panel's thirty busiest, if there are
    ten items or more to hold them against.
    """
    in_turn = not references
    others = {
        name: _others(panel, (name,) if in_turn else references)
        for name in (references or _busiest(panel))
    }
    answers = {name: _answers(panel, name) for name in others}
    curves = {
        name: reliability(others[name], answers[name], rng=rng, n_draws=n_draws, level=level)
        for name in others
        if _n_shared(others[name], answers[name]) >= (LEAST_ITEMS if in_turn else 1)
    }
    reason = "" if curves else _reason(in_turn)
    return ByReference(curves, _mean(list(curves.values()), level), in_turn, reason)


def _busiest(panel: Panel) -> list[str]:
    n_answers = np.bincount(panel.rater, minlength=panel.n_raters)
    order = np.argsort(-n_answers, kind="stable")[:MOST_REFERENCES]
    return [panel.raters[index] for index in sorted(order)]


def _others(panel: Panel, names: Sequence[str]) -> Panel:
    left_out = np.zeros(panel.n_raters, dtype=bool)
    left_out[[panel.rater_index(name) for name in names]] = True
    return panel.select(~left_out[panel.rater])


def _answers(panel: Panel, name: str) -> dict[str, str]:
    rows = np.flatnonzero(panel.rater == panel.rater_index(name))
    return {panel.items[panel.item[row]]: panel.labels[panel.answer[row]] for row in rows}


def _n_shared(others: Panel, answers: dict[str, str]) -> int:
    return sum(item in answers for item in others.items) if len(others) else 0


def _reason(in_turn: bool) -> str:
    if in_turn:
        return f"no rater shares {LEAST_ITEMS} items with others"
    return "no reference rater shares an item with another rater"


def _mean(curves: Sequence[Sequence[Reliability]], level: float) -> list[Reliability]:
    largest = max((len(curve) for curve in curves), default=0)
    at_size = [[curve[index] for curve in curves if index < len(curve)] for index in range(largest)]
    return [_mean_point(points, level) for points in at_size]


def _mean_point(points: Sequence[Reliability], level: float) -> Reliability:
    n_items = np.array([point.n_items for point in points])
    return Reliability(
        points[0].n_raters,
        int(n_items.sum()),
        _spread([point.kappa for point in points], n_items, level),
        _spread([point.agreement for point in points], n_items, level),
    )


def _spread(figures: Sequence[Figure], n_items: Ints, level: float) -> Figure:
    values = np.array(figures)
    known = np.isfinite(values)
    return mean_of(
        figures[0].name, values[known], level=level, method="references", weights=n_items[known]
    )
