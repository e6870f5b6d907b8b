"""The chart of a sentence under an unsplit grammar: the possible phrases and their places.

A sentence for which the grammar has no tree is covered by as few phrases as possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solecism.numeric import Bools, Floats, Ints
from solecism_lab.parse.grammar.lookup_tables import GrammarTables

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


def reset_outside(chart: Chart) -> None:
    """Reset the outside scores and marks, keeping the inside scores."""
    for array in (chart.outer_tops, chart.outer_bottoms, chart.likely_tops, chart.likely_bottoms):
        array.fill(0)


_STOPS = ({".", "?", "!"}, {";", ":", "--"}, {","})


def split_at_punctuation(words: Sequence[str], *, max_words: int) -> Iterator[tuple[int, int]]:
    """Pieces of at most `max_words`, cut after the last full stop, else semicolon or comma.

    >>> list(split_at_punctuation("a b . c d , e f g".split(), max_words=4))
    [(0, 3), (3, 6), (6, 9)]
    """
    start = 0
    while len(words) - start > max_words:
        ends = range(start + max_words, start, -1)
        end = next(
            (end for stops in _STOPS for end in ends if words[end - 1] in stops),
            start + max_words,
        )
        yield start, end
        start = end
    yield start, len(words)


def fewest_phrases(tables: GrammarTables, chart: Chart) -> list[tuple[int, int, int]]:
    """The fewest phrases or tags of the chart that cover all words, the likeliest of those.

    Each is a half-open span and a symbol.
    """
    tops = np.where(tables.is_phrase | tables.is_tag, chart.tops, 0.0)
    symbols = tops.argmax(axis=1)
    with np.errstate(divide="ignore"):
        scores = np.log(tops.max(axis=1)) + chart.scales
    # How many pieces up to each word, how unlikely, and where the last of them begins.
    least: list[tuple[int, float, int]] = [(0, 0.0, 0)]
    for end in range(1, len(chart.firsts) - 1):
        costs = [-float(scores[chart.firsts[end - start] + start]) for start in range(end)]
        least.append(
            min(
                (least[start][0] + 1, least[start][1] + cost, start)
                for start, cost in enumerate(costs)
                if cost < np.inf
            )
        )
    spans: list[tuple[int, int, int]] = []
    end = len(least) - 1
    while end:
        start = least[end][2]
        spans.append((start, end, int(symbols[chart.firsts[end - start] + start])))
        end = start
    return spans[::-1]
