"""Majority vote: the answer that most raters give, with equal weights."""

from __future__ import annotations

import numpy as np

from solecism.agree.consensus.consensus import Consensus, judged_items, vote_shares
from solecism.numeric.arrays import Floats, Ints, Ints32
from solecism.panel import Panel


def majority(panel: Panel) -> Consensus:
    """Shares of votes; a rater's score is how often the majority of the others agrees with them."""
    panel = judged_items(panel)
    shares = vote_shares(panel.counts())
    right = agrees_with_others(panel)
    agreed = np.bincount(panel.rater, np.nan_to_num(right), minlength=panel.n_raters)
    comparable = np.bincount(panel.rater, ~np.isnan(right), minlength=panel.n_raters)
    score = np.full(panel.n_raters, np.nan)
    np.divide(agreed, comparable, out=score, where=comparable > 0)
    return Consensus("majority", panel.items, panel.raters, panel.labels, shares, score)


def agrees_with_others(panel: Panel) -> Floats:
    """For each judgment the probability that the majority of the other answers is the same.

    A tie counts by its number of winners; NaN where no other rater judged the item.
    """
    counts = panel.counts()[panel.item]
    row = np.arange(len(panel))
    counts[row, panel.answer] -= 1
    most = counts.max(axis=1, initial=0)
    winners = (counts == most[:, None]).sum(axis=1)
    is_winner = counts[row, panel.answer] == most
    return np.where(most > 0, is_winner / np.maximum(winners, 1), np.nan)


def drawn_majority(counts: Ints, *, rng: np.random.Generator) -> Ints32:
    """The most frequent answer of each item, ties broken at random, -1 without answers."""
    if not counts.size:
        return np.full(len(counts), -1, dtype=np.int32)
    best = np.argmax(counts + rng.random(counts.shape) / 2, axis=1)
    return np.where(counts.sum(axis=1) > 0, best, -1).astype(np.int32)
