"""Parseval: how many phrases of a parse have the span and label of gold ones (Black et al. 1991).

Counts are kept for each sentence and add up, so that tables by group, intervals and shuffling
follow from them. Where a sentence has several gold trees, the one with the highest F counts
(Foster 2007, section 5.1). What counts is said by rules, as in EVALB.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from solecism.figure import f_score
from solecism.numeric.arrays import Bools, Ints
from solecism.parse.parseval.brackets import Bracket
from solecism.parse.parseval.pairs import SCORED, Pair, pairs
from solecism.parse.parseval.rules import Rules
from solecism.sentence import Sentence
from solecism.tree import Tree

COLUMNS = ("matched", "gold", "tested", "crossing", "words", "right_tags", "length")


@dataclass(frozen=True, slots=True, eq=False)
class BracketCounts:
    """Counts of each sentence: `table` is sentences x COLUMNS.

    `states` says how a sentence went; one that is not `is_counted` has no part in any figure.
    """

    ids: tuple[str, ...]
    table: Ints
    states: tuple[str, ...]
    is_counted: Bools

    def __len__(self) -> int:
        return len(self.ids)

    def column(self, name: str) -> Ints:
        """One of COLUMNS."""
        return self.table[:, COLUMNS.index(name)]

    def select(self, places: Iterable[int]) -> BracketCounts:
        """The counts of some sentences, by their places."""
        chosen = np.array(list(places), dtype=np.int64)
        return BracketCounts(
            tuple(self.ids[place] for place in chosen),
            self.table[chosen],
            tuple(self.states[place] for place in chosen),
            self.is_counted[chosen],
        )


def bracket_counts(
    gold: Iterable[Sentence], parsed: Iterable[Tree | None], *, rules: Rules | None = None
) -> BracketCounts:
    """The counts of each sentence's parse against its gold trees; None is a failed parse."""
    rules = rules or Rules()
    ids, rows, states = [], [], []
    for id, of_golds in pairs(gold, parsed, rules=rules):
        row, pair = max(
            ((_counts(pair), pair) for pair in of_golds), key=lambda each: _f(*each[0][:3])
        )
        ids.append(id)
        rows.append(row)
        states.append(pair.state)
    is_counted = [state == SCORED or not rules.is_strict for state in states]
    table = np.array(rows, dtype=np.int64).reshape(len(rows), len(COLUMNS))
    return BracketCounts(tuple(ids), table, tuple(states), np.array(is_counted, dtype=np.bool_))


def n_matched(gold: Iterable[Bracket], parsed: Iterable[Bracket]) -> int:
    """How many gold brackets the parse has; one that occurs twice must be there twice.

    >>> n_matched([("NP", 0, 2), ("NP", 0, 2), ("VP", 2, 3)], [("NP", 0, 2), ("S", 0, 3)])
    1
    """
    remaining: dict[Bracket, int] = {}
    for bracket in parsed:
        remaining[bracket] = remaining.get(bracket, 0) + 1
    matched = 0
    for bracket in gold:
        count = remaining.get(bracket, 0)
        if count:
            remaining[bracket] = count - 1
            matched += 1
    return matched


def n_crossing(gold: Iterable[Bracket], parsed: Iterable[Bracket]) -> int:
    """How many brackets of the parse overlap a gold one without one being inside the other.

    >>> n_crossing([("NP", 0, 2), ("VP", 2, 4)], [("NP", 1, 3), ("VP", 2, 4)])
    1
    """
    spans = {(start, end) for _, start, end in gold}
    # A span that the gold tree has too crosses none of its phrases.
    others = [(start, end) for _, start, end in parsed if (start, end) not in spans]
    return sum(
        any(a < start < b < end or start < a < end < b for a, b in spans) for start, end in others
    )


def _counts(pair: Pair) -> tuple[int, ...]:
    return (
        n_matched(pair.gold, pair.parsed),
        len(pair.gold),
        len(pair.parsed),
        n_crossing(pair.gold, pair.parsed),
        pair.n_words,
        pair.n_right_tags,
        pair.length,
    )


def _f(matched: int, gold: int, tested: int) -> float:
    return f_score(matched, tested, gold) if gold + tested else 1.0
