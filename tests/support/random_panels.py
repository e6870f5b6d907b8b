"""Panels at random, for the tests of whatever is computed from them."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from solecism.panel import Panel, from_matrix

Answers = NDArray[np.int64]


@st.composite
def answer_matrices(
    draw: st.DrawFn,
    *,
    n_labels: int = 3,
    max_items: int = 12,
    max_raters: int = 5,
    least: int = -1,
) -> Answers:
    """Items x raters of label numbers, -1 for no answer; with 0 as `least` all are given."""
    n_items = draw(st.integers(1, max_items))
    n_raters = draw(st.integers(1, max_raters))
    answer = st.integers(least, n_labels - 1)
    rows = st.lists(answer, min_size=n_raters, max_size=n_raters)
    return np.array(draw(st.lists(rows, min_size=n_items, max_size=n_items)), dtype=np.int64)


def simulated_answers(
    seed: int,
    *,
    n_items: int = 200,
    n_raters: int = 6,
    n_labels: int = 3,
    p_missing: float = 0.3,
    accuracy: tuple[float, float] = (0.5, 0.95),
) -> tuple[Answers, NDArray[np.int64]]:
    """Answers of raters who are right more or less often, and the truth."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, n_labels, n_items)
    right = rng.random((n_items, n_raters)) < rng.uniform(*accuracy, n_raters)
    answers = np.where(right, truth[:, None], rng.integers(0, n_labels, (n_items, n_raters)))
    answers[rng.random(answers.shape) < p_missing] = -1
    return answers, truth


def simulated_panel(
    seed: int, *, n_labels: int = 3, p_missing: float = 0.3, n_items: int = 200, n_raters: int = 6
) -> Panel:
    """A panel of such raters."""
    answers, _ = simulated_answers(
        seed, n_items=n_items, n_raters=n_raters, n_labels=n_labels, p_missing=p_missing
    )
    return from_matrix(answers, labels=[str(label) for label in range(n_labels)])
