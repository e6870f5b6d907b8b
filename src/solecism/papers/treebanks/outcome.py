"""A parser's result on a set of sentences: counts, leaf-ancestor scores, likelihoods and trees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.formats.penn import format_tree
from solecism.numeric.arrays import Bools, Floats
from solecism.parse.parsed import Parsed
from solecism.parse.parseval.counts import COLUMNS, BracketCounts, bracket_counts
from solecism.parse.parseval.leaf_ancestor import leaf_ancestor
from solecism.sentence import Sentence


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """A parser's result on a set, sentence by sentence.

    `lineages` has the sum of the words' leaf-ancestor scores and their number. `log_likelihoods`
    are NaN where the parser has none. `trees` are in Penn brackets.
    """

    counts: BracketCounts
    lineages: Floats
    log_likelihoods: Floats
    trees: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.trees)

    def select(self, places: Iterable[int]) -> Outcome:
        """The result on some sentences, by their places."""
        chosen = list(places)
        return Outcome(
            self.counts.select(chosen),
            self.lineages[chosen],
            self.log_likelihoods[chosen],
            tuple(self.trees[place] for place in chosen),
        )

    def mixed(self, other: Outcome, is_other: Bools) -> Outcome:
        """The result of which the parses are another parser's where `is_other` is true."""
        mine, others = self.counts, other.counts
        counts = BracketCounts(
            mine.ids,
            np.where(is_other[:, None], others.table, mine.table),
            _either(mine.states, others.states, is_other),
            np.where(is_other, others.is_counted, mine.is_counted),
        )
        return Outcome(
            counts,
            np.where(is_other[:, None], other.lineages, self.lineages),
            np.where(is_other, other.log_likelihoods, self.log_likelihoods),
            _either(self.trees, other.trees, is_other),
        )

    def joined(self, other: Outcome) -> Outcome:
        """The result on these sentences, and after them on those of another set."""
        mine, others = self.counts, other.counts
        counts = BracketCounts(
            mine.ids + others.ids,
            np.concatenate([mine.table, others.table]),
            mine.states + others.states,
            np.concatenate([mine.is_counted, others.is_counted]),
        )
        return Outcome(
            counts,
            np.concatenate([self.lineages, other.lineages]),
            np.concatenate([self.log_likelihoods, other.log_likelihoods]),
            self.trees + other.trees,
        )


def outcome(sentences: Sequence[Sentence], parses: Iterable[Parsed]) -> Outcome:
    """The result of these parses of the sentences, against their gold trees."""
    parsed = list(parses)
    trees = [parse.tree for parse in parsed]
    likelihoods = [
        np.nan if parse.log_likelihood is None else parse.log_likelihood for parse in parsed
    ]
    return Outcome(
        bracket_counts(sentences, trees),
        leaf_ancestor(sentences, trees),
        np.array(likelihoods, dtype=np.float64),
        tuple(map(format_tree, trees)),
    )


@dataclass(frozen=True, slots=True)
class SavedOutcome:
    """An outcome as plain values, to be saved."""

    ids: list[str]
    table: list[list[int]]
    states: list[str]
    lineages: list[list[float]]
    log_likelihoods: list[float]
    trees: list[str]


def saved(one: Outcome) -> SavedOutcome:
    """The outcome as plain values."""
    return SavedOutcome(
        list(one.counts.ids),
        one.counts.table.tolist(),
        list(one.counts.states),
        one.lineages.tolist(),
        one.log_likelihoods.tolist(),
        list(one.trees),
    )


def restored(one: SavedOutcome) -> Outcome:
    """The outcome that was saved."""
    n = len(one.ids)
    counts = BracketCounts(
        tuple(one.ids),
        np.array(one.table, dtype=np.int64).reshape(n, len(COLUMNS)),
        tuple(one.states),
        np.ones(n, dtype=np.bool_),
    )
    lineages = np.array(one.lineages, dtype=np.float64).reshape(n, 2)
    likelihoods = np.array(one.log_likelihoods, dtype=np.float64)
    return Outcome(counts, lineages, likelihoods, tuple(one.trees))


def _either(mine: Sequence[str], others: Sequence[str], is_other: Bools) -> tuple[str, ...]:
    return tuple(b if is_b else a for a, b, is_b in zip(mine, others, is_other, strict=True))
