"""Sentences for which the grammar has no tree: as few phrases as possible, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from solecism.parse.chart.chart import Chart
from solecism.parse.grammar.tables import Tables

_STOPS = ({".", "?", "!"}, {";", ":", "--"}, {","})


def cut(words: Sequence[str], *, max_words: int) -> Iterator[tuple[int, int]]:
    """Pieces of at most `max_words`, cut after the last full stop, else semicolon or comma.

    >>> list(cut("a b . c d , e f g".split(), max_words=4))
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


def pieces(tables: Tables, chart: Chart) -> list[tuple[int, int, int]]:
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
