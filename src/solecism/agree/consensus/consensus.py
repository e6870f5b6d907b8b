"""A consensus: the probability of each answer to each item, by one method of weighting raters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from solecism.errors import InputError
from solecism.numeric.arrays import Floats, Ints, Ints32
from solecism.panel import Panel
from solecism.table import Table, Tabular, number, table

_MOST_ITEMS = 20


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Consensus(Tabular):
    """Probabilities (judged items x labels), and a score per rater by the method's own measure.

    `rater_score` is the probability of the right answer (majority, Dawid-Skene), of not
    guessing (MACE) or ability (GLAD); higher is better. `log_likelihood` is what the method
    makes as large as it can, and NaN where there is no such thing. `parameters` are the
    method's own, by the names that its function's docstring gives them.
    """

    method: str
    items: tuple[str, ...]
    raters: tuple[str, ...]
    labels: tuple[str, ...]
    p: Floats
    rater_score: Floats
    log_likelihood: float = np.nan
    n_iterations: int = 0
    parameters: Mapping[str, Floats] = field(default_factory=dict)

    def answers(self) -> Ints32:
        """The most probable label of each item, the first of them in a tie."""
        best: Ints32 = np.argmax(self.p, axis=1).astype(np.int32)
        return best

    def tables(self) -> Iterator[Table]:
        """The answers to the first items, and the score of each rater."""
        rows = list(zip(self.items, self.answers().tolist(), self.p, strict=True))
        title = f"Consensus of {len(self.items)} items by {self.method}"
        if len(rows) > _MOST_ITEMS:
            title += f", the first {_MOST_ITEMS}"
        yield table(
            title,
            ("item", "answer", "p"),
            [(item, self.labels[best], number(p[best])) for item, best, p in rows[:_MOST_ITEMS]],
        )
        raters = zip(self.raters, self.rater_score.tolist(), strict=True)
        yield table("Raters", ("rater", "score"), [(name, number(one)) for name, one in raters])

    def by_item(self) -> dict[str, str]:
        """The most probable label of each item."""
        names = [self.labels[answer] for answer in self.answers()]
        return dict(zip(self.items, names, strict=True))


def softmax(logits: Floats) -> tuple[Floats, Floats]:
    """Probabilities that are proportional to exp of each row, and the log of each row's sum."""
    # Labels first: numpy is slow at reducing over a short last axis.
    by_label: Floats = np.ascontiguousarray(logits.T)
    top = by_label.max(axis=0)
    by_label -= top
    np.exp(by_label, out=by_label)
    total = by_label.sum(axis=0)
    by_label /= total
    return np.ascontiguousarray(by_label.T), top + np.log(total)


def vote_shares(counts: Ints | Floats) -> Floats:
    """The share of each label in the votes of an item, which must have at least one."""
    return np.asarray(counts / np.einsum("ij->i", counts)[:, None])


def judged_items(panel: Panel) -> Panel:
    """The panel without unjudged items; InputError if nothing is left."""
    if not len(panel):
        raise InputError("there are no judgments to aggregate.")
    return panel.judged()
