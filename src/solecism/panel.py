"""A panel: many raters' judgments of many items, as arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solecism.errors import InputError
from solecism.numeric.arrays import Floats, Ints32


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """One row per judgment: `raters[rater[row]]` says `labels[answer[row]]` of `items[item[row]]`.

    Rows are in order of item, then rater, and names in sorted order, so that nothing computed
    from a panel depends on the order in which judgments arrived. A missing answer has no
    row. `cluster` groups items that are not independent (of one sentence, one writer).
    `truth` is the known answer of each row, in a panel of control items only.
    """

    items: tuple[str, ...]
    raters: tuple[str, ...]
    labels: tuple[str, ...]
    item: Ints32
    rater: Ints32
    answer: Ints32
    cluster: Ints32
    seconds: Floats | None = None
    truth: Ints32 | None = None

    def __len__(self) -> int:
        return len(self.answer)

    @property
    def n_items(self) -> int:
        """How many items there are, judged or not."""
        return len(self.items)

    @property
    def n_raters(self) -> int:
        """How many raters there are."""
        return len(self.raters)

    @property
    def n_labels(self) -> int:
        """How many different answers there are."""
        return len(self.labels)

    @property
    def n_judged(self) -> int:
        """How many items have a judgment."""
        return int(np.count_nonzero(np.diff(self.item, prepend=-1)))

    def counts(self) -> NDArray[np.int64]:
        """How many raters gave each answer: items x labels."""
        n_cells = self.n_items * self.n_labels
        cell = self.item * np.int64(self.n_labels) + self.answer
        return np.bincount(cell, minlength=n_cells).reshape(self.n_items, self.n_labels)

    def matrix(self) -> NDArray[np.int16]:
        """The answers as items x raters, -1 where there is none."""
        dense = np.full((self.n_items, self.n_raters), -1, dtype=np.int16)
        dense[self.item, self.rater] = self.answer
        return dense

    def rater_index(self, name: str) -> int:
        """The position of a rater in `raters`."""
        try:
            return self.raters.index(name)
        except ValueError:
            known = ", ".join(self.raters[:8]) + (", ..." if self.n_raters > 8 else "")
            raise InputError(f"there is no rater {name!r}. There are {known}.") from None

    def select(self, rows: NDArray[np.bool_]) -> Panel:
        """The panel of some of the rows; items and raters without a row are left out."""
        if rows.all() and self.n_items == self.n_judged:
            return self
        items, item = renumbered(self.item[rows], self.n_items)
        raters, rater = renumbered(self.rater[rows], self.n_raters)
        return replace(
            self,
            items=tuple(self.items[index] for index in items),
            raters=tuple(self.raters[index] for index in raters),
            item=item,
            rater=rater,
            answer=self.answer[rows],
            cluster=self.cluster[items],
            seconds=None if self.seconds is None else self.seconds[rows],
            truth=None if self.truth is None else self.truth[rows],
        )

    def judged(self) -> Panel:
        """The panel without items that have no judgment."""
        return self.select(np.ones(len(self), dtype=bool))

    def of_raters(self, names: Iterable[str]) -> Panel:
        """The panel of these raters alone."""
        chosen = np.zeros(self.n_raters, dtype=bool)
        chosen[[self.rater_index(name) for name in names]] = True
        return self.select(chosen[self.rater])

    def without_rater(self, name: str) -> Panel:
        """The panel of all other raters."""
        return self.select(self.rater != self.rater_index(name))

    def relabelled(self, new_names: Callable[[str], str]) -> Panel:
        """The panel with labels renamed, and joined where two get the same name.

        >>> panel = from_matrix(np.array([[0, 1]]), labels=["yes", "yes*"])
        >>> panel.relabelled(lambda label: label.rstrip("*")).labels
        ('yes',)
        """
        names = [new_names(label) for label in self.labels]
        labels = tuple(dict.fromkeys(names))
        code = np.array([labels.index(name) for name in names] or [0], dtype=np.int32)
        truth = None if self.truth is None else code[self.truth]
        return replace(self, labels=labels, answer=code[self.answer], truth=truth)


def from_matrix(answers: NDArray[Any], *, labels: Sequence[str] = ()) -> Panel:
    """The panel of an items x raters array of label numbers, negative where there is none."""
    if answers.ndim != 2:
        raise InputError(f"answers have {answers.ndim} dimensions. Give items x raters.")
    n_items, n_raters = answers.shape
    item, rater = np.nonzero(answers >= 0)
    answer = answers[item, rater].astype(np.int32)
    n_labels = max(len(labels), int(answer.max(initial=-1)) + 1)
    if labels and n_labels > len(labels):
        raise InputError(f"label number {n_labels - 1} but only {len(labels)} labels.")
    return Panel(
        items=tuple(f"item{index:0{len(str(n_items))}}" for index in range(n_items)),
        raters=tuple(f"rater{index:0{len(str(n_raters))}}" for index in range(n_raters)),
        labels=tuple(labels) or tuple(str(label) for label in range(n_labels)),
        item=item.astype(np.int32),
        rater=rater.astype(np.int32),
        answer=answer,
        cluster=np.arange(n_items, dtype=np.int32),
    )


def in_label_order(labels: Iterable[str]) -> tuple[str, ...]:
    """The labels in numerical order where all are numbers, else in alphabetical order.

    >>> in_label_order(["10", "9"]), in_label_order(["ok", "error"])
    (('9', '10'), ('error', 'ok'))
    """
    names = sorted(labels)
    try:
        return tuple(sorted(names, key=float))
    except ValueError:
        return tuple(names)


def renumbered(codes: Ints32, n_codes: int = 0) -> tuple[NDArray[np.int64], Ints32]:
    """The codes that occur, and each row's place among them; faster than sorting the rows."""
    occurs = np.bincount(codes, minlength=n_codes) > 0
    place = np.cumsum(occurs, dtype=np.int32) - np.int32(1)
    return np.flatnonzero(occurs), place[codes]
