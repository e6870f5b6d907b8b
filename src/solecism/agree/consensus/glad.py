"""GLAD (Whitehill, Ruvolo, Wu, Bergsma & Movellan 2009): raters' ability and items' ease.

A rater of ability a answers an item of ease b right with probability sigmoid(a exp(b)).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from solecism.agree.consensus.consensus import Consensus, judged_items, softmax
from solecism.agree.consensus.votes import Votes, votes
from solecism.errors import InputError
from solecism.numeric.arrays import Floats
from solecism.panel import Panel

_PRIOR_MEAN = 1.0
_ITEMS_AT_ONCE = 2000


def glad(
    panel: Panel,
    *,
    max_iterations: int = 100,
    tolerance: float = 1e-5,
    max_steps: int = 25,
    step_tolerance: float = 1e-3,
) -> Consensus:
    """The fixed point that is reached from equal raters and equal items.

    Parameters: "ease", the log of how easy each item is. It stops when the expected
    log-likelihood, divided by judgments times labels, grows by less than `tolerance`.
    """
    panel = judged_items(panel)
    if panel.n_labels < 2:
        raise InputError("GLAD needs at least two labels. Give all possible labels.")
    chance = panel.counts() * np.log(panel.n_labels - 1)
    problem = _Problem(panel, votes(panel), _blocks(panel), chance)
    point = np.full(panel.n_raters + panel.n_items, _PRIOR_MEAN)
    p = problem.answers(point)
    fit, n_iterations = problem.fit(point, p), 0
    while n_iterations < max_iterations:
        last, n_iterations = fit, n_iterations + 1
        p = problem.answers(point)
        point = _maximised(problem, point, p, max_steps, step_tolerance)
        fit = problem.fit(point, p) / (len(panel) * panel.n_labels)
        if fit - last < tolerance:
            break
    ability, ease = point[: panel.n_raters], point[panel.n_raters :]
    return Consensus(
        "glad",
        panel.items,
        panel.raters,
        panel.labels,
        p,
        ability,
        fit,
        n_iterations,
        {"ease": ease},
    )


def _maximised(
    problem: _Problem, point: Floats, p: Floats, max_steps: int, tolerance: float
) -> Floats:
    """Abilities and eases that fit best, each measured in units of its own standard error.

    A rater has thousands of times more answers than an item: without the units the search
    crawls along a narrow valley.
    """
    # Loading it takes longer than most other measures take to compute.
    from scipy.optimize import minimize

    panel = problem.panel
    p_right = p[panel.item, panel.answer]
    unit = 1 / np.sqrt(problem.information(point))

    def loss(scaled: Floats) -> tuple[float, Floats]:
        value, slope = problem.loss(scaled * unit, p_right)
        return value, slope * unit

    options = {"maxiter": max_steps, "gtol": tolerance, "ftol": 0.0}
    minimum = minimize(loss, point / unit, method="L-BFGS-B", jac=True, options=options)
    return np.asarray(minimum.x * unit)


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    """The judgments of a few items, few enough to stay in the processor's cache."""

    rows: slice
    items: slice
    starts: NDArray[np.intp]
    n_votes: NDArray[np.intp]
    rater: NDArray[np.intp]

    def evidence(self, ability: Floats, easy: Floats) -> tuple[Floats, Floats]:
        """For each judgment exp(ease) of the item, and that times the ability of the rater."""
        by_item = np.repeat(easy[self.items], self.n_votes)
        return by_item, by_item * ability[self.rater]

    def add_sums(self, sums: Floats, of_raters: Floats, of_items: Floats, n_raters: int) -> None:
        """Add sums over the judgments of each rater, followed by those of each item."""
        sums[:n_raters] += np.bincount(self.rater, of_raters, n_raters)
        sums[n_raters:][self.items] += np.add.reduceat(of_items, self.starts)


def _blocks(panel: Panel) -> list[_Block]:
    n_votes = np.bincount(panel.item, minlength=panel.n_items)
    first_rows = np.concatenate([[0], np.cumsum(n_votes)])
    cuts = [*range(0, panel.n_items, _ITEMS_AT_ONCE), panel.n_items]
    return [
        _Block(
            slice(first_rows[first], first_rows[last]),
            slice(first, last),
            first_rows[first:last] - first_rows[first],
            n_votes[first:last],
            panel.rater[first_rows[first] : first_rows[last]].astype(np.intp),
        )
        for first, last in pairwise(cuts)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """The likelihood of the panel, and its gradient, at a point (abilities, then eases)."""

    panel: Panel
    cast: Votes
    blocks: list[_Block]
    chance: Floats

    def answers(self, point: Floats) -> Floats:
        """The probability of each label of each item: votes weighted by ability, times ease."""
        panel = self.panel
        ability, ease = point[: panel.n_raters], point[panel.n_raters :]
        weight = ability[:, None, None] * np.eye(panel.n_labels)
        support = self.cast.by_item(weight.reshape(-1, panel.n_labels))
        p, _ = softmax(support * np.exp(ease)[:, None] + self.chance)
        return p

    def fit(self, point: Floats, p: Floats) -> float:
        """The expected log-likelihood and the log of the priors."""
        panel = self.panel
        loss, _ = self.loss(point, p[panel.item, panel.answer])
        return -loss

    def loss(self, point: Floats, p_right: Floats) -> tuple[float, Floats]:
        """Minus the expected log-likelihood and priors, and its gradient."""
        n_raters = self.panel.n_raters
        ability, easy = point[:n_raters], np.exp(point[n_raters:])
        slope = point - _PRIOR_MEAN
        loss = (slope**2).sum() / 2 + len(point) * np.log(2 * np.pi) / 2
        loss += (len(p_right) - p_right.sum()) * np.log(self.panel.n_labels - 1)
        for block in self.blocks:
            by_item, evidence = block.evidence(ability, easy)
            right = p_right[block.rows]
            shrunk = np.exp(-np.abs(evidence))
            loss += (np.maximum(evidence, 0) + np.log1p(shrunk) - right * evidence).sum()
            surplus = np.where(evidence > 0, 1, shrunk) / (1 + shrunk) - right
            block.add_sums(slope, surplus * by_item, surplus * evidence, n_raters)
        return float(loss), slope

    def information(self, point: Floats) -> Floats:
        """The diagonal of the Fisher information, with that of the priors."""
        n_raters = self.panel.n_raters
        information = np.ones_like(point)
        for block in self.blocks:
            by_item, evidence = block.evidence(point[:n_raters], np.exp(point[n_raters:]))
            shrunk = np.exp(-np.abs(evidence))
            variance = shrunk / (1 + shrunk) ** 2
            block.add_sums(information, variance * by_item**2, variance * evidence**2, n_raters)
        return information
