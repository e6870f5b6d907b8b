"""The reliability of the majority of N raters, by N, against one or several references.

Paper 003, figures 1 and 2. Of an item's K answers N are drawn, their majority (ties broken at
random) is compared with a reference, and that 100 times over. With two labels nothing but the
number of items in each cell (K, answers for the second label, reference) matters: the majority of N
out of K is a coin whose bias is hypergeometric, and each cell draws one binomial number for all of
its items.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL, Figure, Interval, undefined_figure
from solecism.numeric import AnyInts, Floats, Ints, Ints32
from solecism.panel import Panel
from solecism.uncertainty.bootstrap import bootstrap
from solecism.uncertainty.quantiles import check_level

Tables = Ints
"""Counts: items x labels, or draws x reference's label x majority's label."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """Kappa and agreement of the majority of `n_raters` with the reference.

    Both are means over draws, and their intervals hold the middle share of draws; items with
    fewer answers than `n_raters` are left out.
    """

    n_raters: int
    n_items: int
    kappa: Figure
    agreement: Figure


def reliability(
    panel: Panel,
    reference: Mapping[str, str],
    *,
    rng: np.random.Generator,
    sizes: Sequence[int] = (),
    n_draws: int = 100,
    level: float = DEFAULT_LEVEL,
) -> list[Reliability]:
    """One point per number of raters (default: 1 to the most answers that an item has)."""
    check_level(level)
    if n_draws < 1:
        raise InputError(f"{n_draws} draws are too few. Give at least 1.")
    panel, expected = _with_reference(panel, reference)
    counts = panel.counts()
    largest = int(np.einsum("ij->i", counts).max())
    chosen = sorted(set(sizes)) or list(range(1, largest + 1))
    if chosen[0] < 1 or chosen[-1] > largest:
        raise InputError(f"sizes {chosen[0]} to {chosen[-1]}: no item has so many answers.")
    draw = _binary_tables if panel.n_labels == 2 else _tables
    points = draw(panel, counts, expected, chosen, n_draws, rng)
    return [_point(size, tables, level) for size, tables in zip(chosen, points, strict=True)]


def _with_reference(panel: Panel, reference: Mapping[str, str]) -> tuple[Panel, Ints32]:
    """The panel of items that have a reference, and its label for each of them."""
    panel = panel.judged()
    names = list(map(reference.get, panel.items))
    if None in names:
        panel = panel.select(np.array([name is not None for name in names])[panel.item])
        names = list(map(reference.get, panel.items))
    if not len(panel):
        raise InputError("no judged item has a reference answer. Do their ids match?")
    labels = (*panel.labels, *sorted({name for name in set(names) if name} - {*panel.labels}))
    place: dict[str | None, int] = {label: index for index, label in enumerate(labels)}
    return replace(panel, labels=labels), np.fromiter(map(place.__getitem__, names), np.int32)


def p_majority(n_yes: AnyInts, n_answers: AnyInts, size: int) -> Floats:
    """The probability that the majority of `size` drawn answers is yes; a tie counts half.

    >>> p_majority(np.array([1, 2]), np.array([3, 3]), 1).round(3).tolist()
    [0.333, 0.667]
    """
    drawn = np.arange(size + 1)
    yes, no = n_yes[:, None], (n_answers - n_yes)[:, None]
    possible = (drawn <= yes) & (size - drawn <= no)
    ways = np.where(
        possible,
        _log_choose(yes, np.minimum(drawn, yes)) + _log_choose(no, np.clip(size - drawn, 0, no)),
        -np.inf,
    )
    p = np.exp(ways - _log_choose(n_answers, np.full_like(n_answers, size))[:, None])
    wins = (np.sign(2 * drawn - size) + 1) / 2
    return np.asarray(np.clip((p * wins).sum(axis=1), 0.0, 1.0))


def _log_choose(n: NDArray[Any], k: NDArray[Any]) -> Floats:
    from scipy.special import gammaln

    return np.asarray(gammaln(n + 1.0) - gammaln(k + 1.0) - gammaln(n - k + 1.0))


def _binary_tables(
    panel: Panel,
    counts: Tables,
    reference: Ints32,
    sizes: Sequence[int],
    n_draws: int,
    rng: np.random.Generator,
) -> Iterator[Tables]:
    n_answers = np.einsum("ij->i", counts)
    width = int(n_answers.max()) + 1
    key = (n_answers * width + counts[:, 1]) * 2 + reference
    cells, n_items = np.unique(key, return_counts=True)
    answers_and_yes, of_reference = np.divmod(cells, 2)
    of_answers, of_yes = np.divmod(answers_and_yes, width)
    for size in sizes:
        enough = of_answers >= size
        p = p_majority(of_yes[enough], of_answers[enough], size)
        yes = rng.binomial(n_items[enough], p, size=(n_draws, len(p)))
        by_answer = np.stack([n_items[enough] - yes, yes], axis=2)
        by_reference = np.eye(2, dtype=np.int64)[of_reference[enough]]
        yield np.einsum("dca,cr->dra", by_answer, by_reference)


def _tables(
    panel: Panel,
    counts: Tables,
    reference: Ints32,
    sizes: Sequence[int],
    n_draws: int,
    rng: np.random.Generator,
) -> Iterator[Tables]:
    """For any number of labels: each draw shuffles the answers to an item and counts them."""
    n_answers = counts.sum(axis=1)
    first_row = np.concatenate([[0], np.cumsum(n_answers)[:-1]])
    row_in_item = np.arange(len(panel)) - first_row[panel.item]
    answers = np.full((panel.n_items, int(n_answers.max())), -1, dtype=np.int64)
    answers[panel.item, row_in_item] = panel.answer
    n_labels = panel.n_labels
    tables = np.zeros((len(sizes), n_draws, n_labels, n_labels), dtype=np.int64)
    for draw in range(n_draws):
        order = np.argsort(rng.random(answers.shape) + 2 * (answers < 0), axis=1)
        shuffled = np.take_along_axis(answers, order, axis=1)
        drawn = rng.random((panel.n_items, n_labels)) / 2
        done = 0
        for index, size in enumerate(sizes):
            enough = np.flatnonzero(n_answers >= size)
            for column in range(done, size):
                drawn[enough, shuffled[enough, column]] += 1
            done = size
            cell = reference[enough] * n_labels + np.argmax(drawn[enough], axis=1)
            tables[index, draw] = np.bincount(cell, minlength=n_labels**2).reshape(n_labels, -1)
    yield from tables


def kappas_over_items(
    panel: Panel,
    reference: str,
    sizes: Iterable[int],
    *,
    rng: np.random.Generator,
    n_draws: int = 1000,
    level: float = DEFAULT_LEVEL,
) -> list[Figure]:
    """Kappa of the majority of so many raters with a reference, with intervals for other items.

    The answers are two. Each item gives its exact probabilities of what the majority says, so
    that kappa is that of the expected table; items are resampled, whole clusters at a time.
    """
    others = _others(panel, (reference,))
    known, expected = _with_reference(others, _answers(panel, reference))
    counts = known.counts()
    n_answers = counts.sum(axis=1)
    figures = []
    for size in sizes:
        enough = n_answers >= size
        p = p_majority(counts[enough, 1], n_answers[enough], size)
        is_yes = expected[enough] == 1
        cells = np.column_stack([(1 - p) * ~is_yes, p * ~is_yes, (1 - p) * is_yes, p * is_yes])
        clusters = known.cluster[enough]
        draws = bootstrap(cells, _kappa_of_cells, rng=rng, n_draws=n_draws, clusters=clusters)
        figures.append(
            Figure(float(draws.estimate), name="kappa", interval=draws.interval(level=level))
        )
    return figures


def _kappa_of_cells(sums: Floats) -> Floats:
    """Kappa from sums of the cells of a table of two by two, row by row."""
    tables = sums.reshape(-1, 2, 2) / sums.sum(axis=1)[:, None, None]
    observed = tables[:, 0, 0] + tables[:, 1, 1]
    chance = (tables.sum(axis=1) * tables.sum(axis=2)).sum(axis=1)
    return np.asarray((observed - chance) / (1 - chance))


def _point(size: int, tables: Tables, level: float) -> Reliability:
    n_items = int(tables[0].sum())
    p_observed = np.einsum("dkk->d", tables) / n_items
    p_chance = (tables.sum(axis=1) * tables.sum(axis=2)).sum(axis=1) / n_items**2
    kappa = np.full(len(tables), np.nan)
    np.divide(p_observed - p_chance, 1 - p_chance, out=kappa, where=p_chance < 1)
    kappa = kappa[np.isfinite(kappa)]
    return Reliability(
        size,
        n_items,
        mean_of("kappa", kappa, level=level, method="draws of raters"),
        mean_of("agreement", p_observed, level=level, method="draws of raters"),
    )


def mean_of(
    name: str, values: Floats, *, level: float, method: str, weights: Floats | None = None
) -> Figure:
    """The mean of values, with the interval that contains the middle share of them."""
    if not len(values):
        return undefined_figure(name, "all answers are the same", level=level)
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    mean = values.mean() if weights is None else np.average(values, weights=weights)
    return Figure(mean, name=name, interval=Interval(float(low), float(high), level, method))


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
