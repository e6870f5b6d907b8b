"""Dawid & Skene (1979): answers and every rater's confusion table, by expectation-maximisation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.agree.consensus.consensus import Consensus, judged_items, softmax, vote_shares
from solecism.agree.consensus.votes import Votes, votes
from solecism.numeric.arrays import Floats
from solecism.panel import Panel

_FLOOR = 1e-10


def dawid_skene(panel: Panel, *, max_iterations: int = 100, tolerance: float = 1e-5) -> Consensus:
    """The fixed point of expectation-maximisation that is reached from the shares of votes.

    Parameters: "prior" of each label, and "confusion", how probable a rater's label is given
    the truth (raters x labels x truths). It stops when the evidence lower bound, divided by the
    number of judgments, grows by less than `tolerance`.
    """
    panel = judged_items(panel)
    cast = votes(panel)
    counts = cast.by_item(np.tile(np.eye(panel.n_labels), (panel.n_raters, 1)))
    p = vote_shares(counts)
    new = _maximised(cast, p)
    bound, n_iterations = -np.inf, 0
    while n_iterations < max_iterations:
        old, n_iterations = new, n_iterations + 1
        p, log_sum = softmax(cast.by_item(old.log_confusion) + old.log_prior)
        new = _maximised(cast, p)
        # The entropy of p, from what p was made of: no logarithm of each item's probabilities.
        entropy = log_sum.sum() - new.fit_of(old) - new.p_sum @ old.log_prior
        last, bound = bound, entropy + new.fit_of(new) + new.expected.sum(axis=0) @ new.log_prior
        if bound - last < tolerance * len(panel):
            break
    confusion = np.exp(new.log_confusion).reshape(panel.n_raters, panel.n_labels, -1)
    prior = np.exp(new.log_prior)
    p_right: Floats = np.einsum("rkk,k->r", confusion, prior)
    return Consensus(
        "dawid-skene",
        panel.items,
        panel.raters,
        panel.labels,
        p,
        p_right,
        float(bound),
        n_iterations,
        {"prior": prior, "confusion": confusion},
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Estimate:
    """Parameters, and the expected votes (rater x label) x truth that they come from."""

    expected: Floats
    p_sum: Floats
    log_confusion: Floats
    log_prior: Floats

    def fit_of(self, other: _Estimate) -> float:
        """The expected log-likelihood of the votes under other parameters."""
        return float((self.expected * other.log_confusion).sum())


def _maximised(cast: Votes, p: Floats) -> _Estimate:
    """The best parameters, given how probable each answer is."""
    expected = cast.by_rater(p)
    p_sum: Floats = np.einsum("it->t", p)
    n_items, n_labels = p.shape
    confusion = np.maximum(expected.reshape(-1, n_labels, n_labels), _FLOOR)
    confusion /= confusion.sum(axis=1, keepdims=True)
    prior = np.maximum(p_sum / n_items, _FLOOR)
    return _Estimate(expected, p_sum, np.log(confusion).reshape(-1, n_labels), np.log(prior))
