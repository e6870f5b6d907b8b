"""Confusion tables: which answers of raters are compared, and how often each pair occurs.

Paper 000, section 5.2: contexts in which a rater notes other errors are left out, and the ratings
"correct" and "equally good" are joined, before kappa is computed.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solecism.errors import InputError
from solecism.judgment import OK, TOO_MESSY, Judgment
from solecism.numeric import Ints
from solecism.panel import Panel


def compared_answers(
    judgments: Iterable[Judgment],
    *,
    answer: str | None = None,
    joined: Mapping[str, str] | None = None,
    without: Sequence[str] = (),
) -> list[Judgment]:
    """The judgments with the answers to compare.

    `answer` is a key of the notes that has the answer ("rating"); judgments without it keep their
    own. `joined` has the new name of each answer that is joined with others. Sites are left out
    where any rater's notes have a key of `without`, or a KEY=VALUE of it.
    """
    everything = list(judgments)
    messy = {each.site for each in everything if any(_has(each, name) for name in without)}
    kept = [each for each in everything if each.site not in messy]
    if everything and not kept:
        raise InputError(f"every site has a note of {', '.join(without)}: nothing is left.")
    if answer is not None and not any(answer in each.notes for each in kept):
        known = sorted({name for each in kept for name in each.notes})
        there = f"There are {', '.join(known)}." if known else "There are no notes."
        raise InputError(f"no judgment has a note {answer!r}. {there}")
    return [_with_answer(each, answer, joined or {}) for each in kept]


def joined_answers(texts: Iterable[str]) -> dict[str, str]:
    """The new name of each joined answer, from texts such as "correct,equal=ok".

    >>> joined_answers(["correct,equal=ok"])
    {'correct': 'ok', 'equal': 'ok'}
    """
    names: dict[str, str] = {}
    for text in texts:
        members, _, new = text.partition("=")
        if not new.strip() or not members.strip():
            raise InputError(f"{text!r} joins nothing. Write ANSWER,ANSWER=NEW.")
        names |= {name.strip(): new.strip() for name in members.split(",")}
    return names


def _has(judgment: Judgment, name: str) -> bool:
    key, is_valued, value = name.partition("=")
    noted = judgment.notes.get(key)
    return noted is not None and (not is_valued or value in noted.split("+"))


def _with_answer(judgment: Judgment, answer: str | None, joined: Mapping[str, str]) -> Judgment:
    given = judgment.answer if answer is None else judgment.notes.get(answer, judgment.answer)
    new = joined.get(given, given)
    gold = judgment.gold if judgment.gold is None else joined.get(judgment.gold, judgment.gold)
    if (new, gold) == (judgment.answer, judgment.gold):
        return judgment
    return replace(judgment, answer=new, gold=gold)


ONE, ANOTHER = "one rater", "another rater"


@dataclass(frozen=True, slots=True, eq=False)
class Confusion:
    """To how many items `first` gives the label of the row and `second` that of the column."""

    first: str
    second: str
    labels: tuple[str, ...]
    counts: Ints

    @property
    def n_items(self) -> int:
        """How many items both raters judged."""
        return int(self.counts.sum())

    def collapsed(self, label: str, members: Collection[str]) -> Confusion:
        """The table with several labels joined into one, which comes first.

        >>> table = from_counts([[4, 1, 0], [0, 2, 1], [0, 0, 9]], labels=("a", "b", "c"))
        >>> table.collapsed("error", {"a", "b"}).counts.tolist()
        [[7, 1], [0, 9]]
        """
        names = [label if name in members else name for name in self.labels]
        labels = tuple(dict.fromkeys([label, *names]))
        merge = np.array([[name == new for name in names] for new in labels], dtype=np.int64)
        return Confusion(self.first, self.second, labels, merge @ self.counts @ merge.T)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """How many of the errors that `rater` found are OK for `other` (paper 000, section 5.2)."""

    rater: str
    other: str
    n_accepted: int
    n_errors: int

    @property
    def rate(self) -> float:
        """The disagreement rate, NaN where the rater found no error."""
        return self.n_accepted / self.n_errors if self.n_errors else math.nan


def from_counts(
    counts: ArrayLike, *, labels: Sequence[str] = (), first: str = "R1", second: str = "R2"
) -> Confusion:
    """The confusion table with these counts."""
    table = np.asarray(counts)
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        raise InputError(f"a confusion table is square, not of shape {table.shape}.")
    if (table < 0).any():
        raise InputError(f"{table.min()} items in a confusion table. Counts are not negative.")
    names = tuple(labels) or tuple(str(label) for label in range(len(table)))
    if len(names) != len(table):
        raise InputError(f"{len(names)} labels for a table of {len(table)} rows.")
    return Confusion(first, second, names, table)


def confusion(panel: Panel, first: str, second: str) -> Confusion:
    """The confusion table of two raters of the panel."""
    return _table(panel.matrix(), panel, panel.rater_index(first), panel.rater_index(second))


def confusions(panel: Panel) -> Iterator[Confusion]:
    """The confusion tables of all pairs of raters who judged a common item."""
    answers = panel.matrix()
    for first, second in combinations(range(panel.n_raters), 2):
        table = _table(answers, panel, first, second)
        if table.n_items:
            yield table


def pooled_confusion(panel: Panel) -> Confusion:
    """The table of two raters; with more, the sum over all ordered pairs of answers to an item."""
    if panel.n_raters == 2:
        return confusion(panel, *panel.raters)
    counts = panel.counts()
    together = counts.T @ counts - np.diag(counts.sum(axis=0))
    return from_counts(together, labels=panel.labels, first=ONE, second=ANOTHER)


def disagreements(
    table: Confusion, *, ok: Collection[str] = (OK,), neither: Collection[str] = (TOO_MESSY,)
) -> tuple[Disagreement, ...]:
    """Both raters' disagreement rates; every label that is not in `ok` or `neither` is an error.

    >>> table = from_counts([[60, 26], [37, 1213]], labels=("error", "ok"))
    >>> [round(one.rate, 3) for one in disagreements(table)]
    [0.302, 0.381]
    """
    is_ok = np.array([label in ok for label in table.labels])
    is_error = ~is_ok & np.array([label not in neither for label in table.labels])
    counts = table.counts
    return tuple(
        Disagreement(rater, other, int(view[is_error][:, is_ok].sum()), int(view[is_error].sum()))
        for rater, other, view in (
            (table.first, table.second, counts),
            (table.second, table.first, counts.T),
        )
    )


def _table(answers: NDArray[np.int16], panel: Panel, first: int, second: int) -> Confusion:
    rows, columns = answers[:, first], answers[:, second]
    both = (rows >= 0) & (columns >= 0)
    cells = rows[both].astype(np.int64) * panel.n_labels + columns[both]
    counts = np.bincount(cells, minlength=panel.n_labels**2)
    shape = panel.n_labels, panel.n_labels
    return Confusion(panel.raters[first], panel.raters[second], panel.labels, counts.reshape(shape))
