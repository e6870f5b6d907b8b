"""MACE (Hovy, Berg-Kirkpatrick, Vaswani & Hovy 2013): each rater either knows or guesses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.agree.consensus.consensus import Consensus, judged_items, softmax
from solecism.agree.consensus.votes import Votes, votes
from solecism.numeric.arrays import Floats
from solecism.panel import Panel

_KNOWING_PRIOR, _GUESS_PRIOR, _NOISE = 0.5, 10.0, 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Guessing:
    """How often each rater guesses (raters x [guesses, knows]), and what (raters x labels)."""

    knowing: Floats
    guesses: Floats


def mace(
    panel: Panel, *, rng: np.random.Generator, n_restarts: int = 10, n_iterations: int = 50
) -> Consensus:
    """The best of several random starts, by variational Bayes.

    As published, every label is as likely as any other beforehand: where one is rare, it is
    found too often, and Dawid-Skene does better.

    Parameters: "guesses", what each rater answers when guessing (raters x labels).
    """
    panel = judged_items(panel)
    cast = votes(panel)
    n_votes = panel_votes(panel)
    best: tuple[float, Floats, Guessing] | None = None
    for _ in range(max(1, n_restarts)):
        start = random_start(panel.n_raters, panel.n_labels, rng=rng)
        start_result = fitted(cast, n_votes, start, n_iterations=n_iterations)
        if best is None or start_result[0] > best[0]:
            best = start_result
    assert best is not None  # noqa: S101 - there was at least one start
    log_likelihood, p, guessing = best
    share_knowing = guessing.knowing[:, 1] / guessing.knowing.sum(axis=1)
    return Consensus(
        "mace",
        panel.items,
        panel.raters,
        panel.labels,
        p,
        share_knowing,
        log_likelihood,
        n_iterations,
        {"guesses": guessing.guesses / guessing.guesses.sum(axis=1, keepdims=True)},
    )


def panel_votes(panel: Panel) -> Floats:
    """How many items each rater gave each label: raters x labels."""
    cell = panel.rater * np.int64(panel.n_labels) + panel.answer
    counts = np.bincount(cell, minlength=panel.n_raters * panel.n_labels)
    return counts.reshape(panel.n_raters, panel.n_labels).astype(np.float64)


def random_start(n_raters: int, n_labels: int, *, rng: np.random.Generator) -> Guessing:
    """Parameters near uniform ones."""
    knowing = rng.uniform(1, 2 + _NOISE, size=(n_raters, 2))
    guesses = rng.uniform(1, 2 + _NOISE, size=(n_raters, n_labels))
    return Guessing(
        knowing / knowing.sum(axis=1, keepdims=True), guesses / guesses.sum(axis=1, keepdims=True)
    )


def fitted(
    cast: Votes, n_votes: Floats, start: Guessing, *, n_iterations: int
) -> tuple[float, Floats, Guessing]:
    """Log-likelihood, probabilities and parameters after a number of iterations."""
    guessing = start
    log_likelihood, p, p_known = _expected(cast, n_votes, guessing)
    for _ in range(n_iterations):
        knowing = np.stack([(n_votes - p_known).sum(axis=1), p_known.sum(axis=1)], axis=1)
        guessing = Guessing(
            _variational(knowing, _KNOWING_PRIOR), _variational(n_votes - p_known, _GUESS_PRIOR)
        )
        log_likelihood, p, p_known = _expected(cast, n_votes, guessing)
    return log_likelihood, p, guessing


def _expected(cast: Votes, n_votes: Floats, guessing: Guessing) -> tuple[float, Floats, Floats]:
    """Log-likelihood, each item's probabilities, and how many votes (rater x label) were known."""
    n_raters, n_labels = n_votes.shape
    by_guess = guessing.knowing[:, :1] * guessing.guesses
    by_either = by_guess + guessing.knowing[:, 1:]
    gain = np.log(by_either) - np.log(by_guess)
    # A vote speaks for its own label only: every other one gets the same from it.
    own_label = gain[:, :, None] * np.eye(n_labels)
    p, log_sum = softmax(cast.by_item(own_label.reshape(-1, n_labels)))
    right = cast.by_rater(p).reshape(n_raters, n_labels, n_labels)
    p_known = np.einsum("rkk->rk", right) * guessing.knowing[:, 1:] / by_either
    log_likelihood = log_sum.sum() + (n_votes * np.log(by_guess)).sum()
    return float(log_likelihood - len(p) * np.log(n_labels)), p, p_known


def _variational(counts: Floats, prior: float) -> Floats:
    """exp(E log) of Dirichlet posteriors, which need not add up to 1."""
    from scipy.special import digamma

    posterior = counts + prior
    return np.asarray(np.exp(digamma(posterior) - digamma(posterior.sum(axis=1, keepdims=True))))
