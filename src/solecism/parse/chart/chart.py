"""The chart of a sentence under an unsplit grammar: the possible phrases and their places."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solecism.numeric.arrays import Bools, Floats, Ints

Shorts = npt.NDArray[np.uint16]
# Where two cells meet so much less likely than elsewhere, they are taken not to.
NEGLIGIBLE = 1e-40


class Chart(NamedTuple):
    """Scores of a sentence's cells, which are numbered by width, then by first word.

    Cell `firsts[w] + i` spans the words i to i + w. Its bottom is what a word or two phrases
    make, its top has at most one chain above that. Scores are divided by e to `scales`.
    `tried` are the scores of the tops that are worth trying, zero for others; those that may be
    left children are listed in `lefts`, `n_lefts` of them. `likely_tops` and `likely_bottoms`
    mark what has a high posterior.
    """

    firsts: Ints
    bottoms: Floats
    tops: Floats
    tried: Floats
    outer_tops: Floats
    outer_bottoms: Floats
    scales: Floats
    lefts: Shorts
    n_lefts: Ints
    likely_tops: Bools
    likely_bottoms: Bools


def empty_chart(n_words: int, n_symbols: int) -> Chart:
    """A chart with nothing in it."""
    firsts = np.zeros(n_words + 2, dtype=np.int64)
    firsts[2:] = np.cumsum(np.arange(n_words, 0, -1))
    n_cells = n_words * (n_words + 1) // 2
    shape = (n_cells, n_symbols)
    return Chart(
        firsts=firsts,
        bottoms=np.zeros(shape),
        tops=np.zeros(shape),
        tried=np.zeros(shape),
        outer_tops=np.zeros(shape),
        outer_bottoms=np.zeros(shape),
        scales=np.full(n_cells, -np.inf),
        lefts=np.zeros(shape, dtype=np.uint16),
        n_lefts=np.zeros(n_cells, dtype=np.int64),
        likely_tops=np.zeros(shape, dtype=np.bool_),
        likely_bottoms=np.zeros(shape, dtype=np.bool_),
    )


def unmark(chart: Chart) -> None:
    """Reset the outside scores and marks, keeping the inside scores."""
    for array in (chart.outer_tops, chart.outer_bottoms, chart.likely_tops, chart.likely_bottoms):
        array.fill(0)
