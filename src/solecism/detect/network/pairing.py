"""The words of an edit paired with those of its correction, one by one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

# The cost of a word that has no partner, and that of the least similar pair of words.
_ALONE, _UNLIKE = 1.0, 1.6


class Step(NamedTuple):
    """Words `start` to `end` of the edit, and those of the correction that belong to them."""

    start: int
    end: int
    new_start: int
    new_end: int


def paired(before: Sequence[str], after: Sequence[str]) -> list[Step]:
    """The cheapest pairing: like words are partners, the others are removed or inserted.

    Neighbouring words of the correction without a partner are inserted together.

    >>> paired(("in", "my", "opinions"), ("according", "to", "my", "opinion"))
    [Step(start=0, end=0, new_start=0, new_end=1), Step(start=0, end=1, new_start=1, new_end=2), \
Step(start=1, end=2, new_start=2, new_end=3), Step(start=2, end=3, new_start=3, new_end=4)]
    """
    steps = _steps(tuple(word.lower() for word in before), tuple(word.lower() for word in after))
    joined: list[Step] = []
    for step in steps:
        is_inserted = step.start == step.end
        if is_inserted and joined and joined[-1].start == joined[-1].end == step.start:
            joined[-1] = joined[-1]._replace(new_end=step.new_end)
        else:
            joined.append(step)
    return joined


def _steps(before: tuple[str, ...], after: tuple[str, ...]) -> list[Step]:
    n, m = len(before), len(after)
    costs = [[_ALONE * (i + j) for j in range(m + 1)] for i in range(n + 1)]
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            costs[i][j] = min(
                costs[i - 1][j - 1] + _unlikeness(before[i - 1], after[j - 1]),
                costs[i - 1][j] + _ALONE,
                costs[i][j - 1] + _ALONE,
            )
    steps, i, j = [], n, m
    while i or j:
        is_pair = (
            i
            and j
            and _is_near(
                costs[i][j], costs[i - 1][j - 1] + _unlikeness(before[i - 1], after[j - 1])
            )
        )
        down, across = (1, 1) if is_pair else (1, 0)
        if not is_pair and (not i or (j and _is_near(costs[i][j], costs[i][j - 1] + _ALONE))):
            down, across = 0, 1
        steps.append(Step(i - down, i, j - across, j))
        i, j = i - down, j - across
    return steps[::-1]


def _is_near(one: float, other: float) -> bool:
    return abs(one - other) < 1e-9


@lru_cache(maxsize=1 << 15)
def _unlikeness(one: str, other: str) -> float:
    """The cost of a pair of words by the letters with which both begin; 0 if they are the same."""
    if one == other:
        return 0.0
    pairs = zip(one, other, strict=False)
    n_same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return _UNLIKE * (1 - n_same / max(len(one), len(other)))
