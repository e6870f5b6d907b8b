"""Nouns ranked by main construction and entropy (Lee, Tetreault and Chodorow 2009, section 3.3)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import numpy as np

from solecism.errors import InputError
from solecism.locate.construction import CONSTRUCTIONS
from solecism.locate.noun_table import NounTable

Rank = Literal["high", "low"]
HIGH: Rank = "high"
LOW: Rank = "low"
LEAST_TIMES = 1_000


@dataclass(frozen=True, slots=True)
class RankedNoun:
    """A noun with its commonest construction, and whether its entropy is among the highest."""

    noun: str
    dominant: str
    entropy: float
    rank: Rank
    n_times: int


def ranked_nouns(
    table: NounTable,
    *,
    n_each: int = 3,
    least: int = LEAST_TIMES,
    among: Collection[str] | None = None,
) -> list[RankedNoun]:
    """For each dominant construction the nouns of highest and of lowest entropy.

    Those that native text has at least so often and that count; `among` some only. Where there
    are too few, each is either high or low.
    """
    if n_each < 1:
        raise InputError(f"{n_each} nouns are too few. Give at least 1.")
    n_times = table.counts.sum(axis=1)
    is_kept = (n_times >= least) & ~table.is_non_count[:-1]
    dominant = table.counts.argmax(axis=1)
    nouns: list[RankedNoun] = []
    for number, name in enumerate(CONSTRUCTIONS):
        rows = [
            int(row)
            for row in np.flatnonzero(is_kept & (dominant == number))
            if among is None or table.nouns[row] in among
        ]
        rows.sort(key=lambda row: (-table.entropies[row], table.nouns[row]))
        n_high = min(n_each, (len(rows) + 1) // 2)
        nouns += [_ranked(table, row, name, HIGH) for row in rows[:n_high]]
        nouns += [_ranked(table, row, name, LOW) for row in rows[n_high:][-n_each:]]
    return nouns


def _ranked(table: NounTable, row: int, dominant: str, rank: Rank) -> RankedNoun:
    return RankedNoun(
        table.nouns[row],
        dominant,
        float(table.entropies[row]),
        rank,
        int(table.counts[row].sum()),
    )
