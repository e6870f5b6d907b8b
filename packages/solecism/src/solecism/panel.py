"""A panel: many raters' judgments of many items, as arrays, made from a stream of judgments.

Control items, whose answers are known, are separated from the data.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from solecism.errors import InputError
from solecism.judgment import UNKNOWN, Answer
from solecism.numeric import Floats, Ints32
from solecism.site import kind_of, sentence_of
from solecism.system.processes import batches


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


Duplicates = Literal["error", "first", "last"]
Coded = tuple[Sequence[str], Ints32]
"""Different names, and for each row the place of its name among them."""
FIELDS = ("site", "rater", "answer", "task", "stage", "batch", "gold")
SENTENCE, DOCUMENT, KIND = "sentence", "document", "kind"
# Few enough to stay in the cache.
_BATCH = 512


@dataclass(frozen=True, slots=True, eq=False)
class Panels:
    """The panel of all data, one panel per value of a field, and the panel of control items."""

    data: Panel
    parts: dict[str, Panel]
    gold: Panel


def from_judgments(
    judgments: Iterable[Answer],
    *,
    labels: Sequence[str] = (),
    ignored: Sequence[str] = (UNKNOWN,),
    duplicates: Duplicates = "error",
) -> Panel:
    """The panel of all judgments except those of control items and ignored answers."""
    return panels(judgments, labels=labels, ignored=ignored, duplicates=duplicates).data


def panels(
    judgments: Iterable[Answer],
    *,
    by: str | None = None,
    within: str | None = None,
    cluster: str | None = None,
    labels: Sequence[str] = (),
    meaning: Mapping[str, str] | None = None,
    ignored: Sequence[str] = (UNKNOWN,),
    duplicates: Duplicates = "error",
) -> Panels:
    """The panels of all data, of each value of a field, and of control items, in one pass.

    Fields are those of a judgment, "kind" (of the site), or keys of its notes. `within` is a
    field that makes several items of one site (the construction in question). `cluster` is
    "sentence" or "document", read off the site's id, or a field; without it, items of one site are
    a cluster. Where the same rater judges the same item in two parts (stages), the whole has two
    items for it. `meaning` is what answers with other names than the labels count as.
    """
    meaning = meaning or {}
    unused = {*ignored, *(name for name, label in meaning.items() if label in ignored)}
    of_item = _joint(_reader("site"), _reader(within)) if within else _reader("site")
    readers = {"rater": _reader("rater"), "item": of_item}
    readers |= {"part": _reader(by)} if by else {}
    readers |= {"cluster": _reader(cluster or "site")} if cluster or within else {}
    columns = {name: _Column() for name in (*readers, "answer", "gold")}
    seconds: list[Floats] = [np.empty(0)]
    for batch in batches(judgments, _BATCH):
        answers = [judgment.answer for judgment in batch]
        if not unused.isdisjoint(answers):
            batch = [judgment for judgment in batch if judgment.answer not in unused]
            answers = [judgment.answer for judgment in batch]
        columns["answer"].extend(answers)
        for name, read in readers.items():
            columns[name].extend(read(batch))
        # Most judgments are neither of control items nor timed.
        if [one for one in batch if one.gold is not None or one.seconds is not None]:
            columns["gold"].extend([one.gold for one in batch])
            seconds.append(np.array([one.seconds for one in batch], dtype=np.float64))
        else:
            columns["gold"].extend([None] * len(batch))
            seconds.append(np.full(len(batch), np.nan))
    if meaning:
        columns |= {name: columns[name].renamed(meaning) for name in ("answer", "gold")}
    return _split(columns, np.concatenate(seconds), labels, duplicates)


def from_columns(
    items: Iterable[str],
    raters: Iterable[str],
    answers: Iterable[str],
    *,
    labels: Sequence[str] = (),
    duplicates: Duplicates = "error",
) -> Panel:
    """The panel of three columns of equal length."""
    codes = []
    for values in (items, raters, answers):
        column = _Column()
        column.extend(list(values))
        codes.append((column.sorted_names(), column.in_order(column.sorted_names())))
    return from_codes(*codes, labels=labels, duplicates=duplicates)


def from_codes(
    items: Coded,
    raters: Coded,
    answers: Coded,
    *,
    labels: Sequence[str] = (),
    duplicates: Duplicates = "error",
) -> Panel:
    """The panel of three columns, each given as its distinct names and the code of each row."""
    n_rows = {len(codes) for _, codes in (items, raters, answers)}
    if len(n_rows) > 1:
        raise InputError("the columns of items, raters and answers differ in length.")
    [n] = n_rows
    columns = {"gold": _Column()}
    columns["gold"].extend([None] * n)
    for name, (names, codes) in (("item", items), ("rater", raters), ("answer", answers)):
        columns[name] = _Column(names, codes)
    return _split(columns, np.full(n, np.nan), labels, duplicates).data


class _Column:
    """A column of names, coded in order of first appearance."""

    def __init__(self, names: Iterable[str | None] = (), codes: Ints32 | None = None) -> None:
        self.names: defaultdict[str | None, int] = defaultdict()
        self.names.default_factory = self.names.__len__
        self.names.update((name, number) for number, name in enumerate(names))
        self.codes: list[Ints32] = [] if codes is None else [codes]

    def extend(self, names: Sequence[str | None]) -> None:
        if names and names[0] is None and names.count(None) == len(names):
            # Most judgments are not of control items.
            self.codes.append(np.full(len(names), self.names[None], np.int32))
            return
        codes = np.fromiter(map(self.names.__getitem__, names), np.int32, len(names))
        self.codes.append(codes)

    def in_order(self, order: Sequence[str]) -> Ints32:
        """The codes of the rows, for names in this order; -1 for a name that is not in it."""
        return self._recoded(self.names, order)

    def renamed(self, new_names: Mapping[str, str]) -> _Column:
        """The column with new names, joined where two get the same."""
        names = [name and new_names.get(name, name) for name in self.names]
        order = list(dict.fromkeys(names))
        return _Column(order, self._recoded(names, order))

    def _recoded(self, names: Iterable[str | None], order: Sequence[str | None]) -> Ints32:
        place = {name: index for index, name in enumerate(order)}
        new: Ints32 = np.array([place.get(name, -1) for name in names] or [0], dtype=np.int32)
        rows: Ints32 = np.concatenate([np.empty(0, np.int32), *self.codes])
        return new[rows]

    def sorted_names(self) -> list[str]:
        return sorted(name for name in self.names if name is not None)


_Reader = Callable[[Sequence[Answer]], Sequence[str | None]]
# Twice as fast as calls for each judgment.
_READERS: dict[str, _Reader] = {
    "site": lambda batch: [one.site for one in batch],
    "rater": lambda batch: [one.rater for one in batch],
    "answer": lambda batch: [one.answer for one in batch],
    "gold": lambda batch: [one.gold for one in batch],
    SENTENCE: lambda batch: [sentence_of(one.site) for one in batch],
    DOCUMENT: lambda batch: [sentence_of(one.site).rpartition(".")[0] for one in batch],
    KIND: lambda batch: [kind_of(one.site) if one.site.count(":") > 1 else "-" for one in batch],
}


def _reader(name: str) -> _Reader:
    """The function that reads a field of judgments, or a key of their notes."""
    if name in _READERS:
        return _READERS[name]
    if name in FIELDS:
        return lambda batch: [getattr(one, name) or "-" for one in batch]
    return lambda batch: [one.notes.get(name, "-") for one in batch]


def _joint(first: _Reader, second: _Reader) -> _Reader:
    return lambda batch: [
        f"{one}|{other}" for one, other in zip(first(batch), second(batch), strict=True)
    ]


def _split(
    columns: dict[str, _Column], seconds: Floats, labels: Sequence[str], duplicates: Duplicates
) -> Panels:
    """The panels of data, of its parts, and of control items."""
    seen = {**columns["answer"].names, **columns["gold"].names}
    order = tuple(labels) or in_label_order(name for name in seen if name is not None)
    for name in seen:
        if name is not None and name not in order:
            raise InputError(f"unknown answer {name!r}. The labels are {', '.join(order)}.")
    items, raters = columns["item"].sorted_names(), columns["rater"].sorted_names()
    item = columns["item"].in_order(items)
    truth = columns["gold"].in_order(order)
    clusters = np.arange(len(items), dtype=np.int32)
    if "cluster" in columns:
        clusters[item] = columns["cluster"].in_order(columns["cluster"].sorted_names())
    everything = Panel(
        tuple(items),
        tuple(raters),
        order,
        item,
        columns["rater"].in_order(raters),
        columns["answer"].in_order(order),
        clusters,
        seconds=seconds if np.isfinite(seconds).any() else None,
        truth=truth,
    )
    parts = in_label_order(columns["part"].sorted_names()) if "part" in columns else ()
    part = columns["part"].in_order(parts) if parts else np.zeros(len(item), dtype=np.int32)
    is_data = truth < 0
    whole = _distinct(replace(everything.select(is_data), truth=None), part[is_data], parts)
    return Panels(
        data=_canonical(whole, duplicates),
        parts={
            name: _canonical(
                replace(everything.select(is_data & (part == index)), truth=None), duplicates
            )
            for index, name in enumerate(parts)
            if (is_data & (part == index)).any()
        },
        gold=_canonical(everything.select(~is_data), "last"),
    )


def _distinct(panel: Panel, part: Ints32, parts: Sequence[str]) -> Panel:
    """The panel with one item per part if a rater judges the same item in two parts."""
    if len(parts) < 2:
        return panel
    answered = panel.item * np.int64(panel.n_raters) + panel.rater
    n_answers = len(np.unique(answered))
    if len(np.unique(answered * len(parts) + part)) == n_answers:
        return panel
    pairs, item = np.unique(panel.item * np.int64(len(parts)) + part, return_inverse=True)
    site, stage = np.divmod(pairs, len(parts))
    return replace(
        panel,
        items=tuple(f"{panel.items[s]}|{parts[p]}" for s, p in zip(site, stage, strict=True)),
        item=item.astype(np.int32),
        cluster=panel.cluster[site],
    )


def _canonical(panel: Panel, duplicates: Duplicates) -> Panel:
    """The panel with rows in order of item and rater, one row per pair of them."""
    key = panel.item * np.int64(panel.n_raters) + panel.rater
    if (np.diff(key) > 0).all():
        return panel
    rows = np.argsort(key, kind="stable")
    key = key[rows]
    repeated = np.flatnonzero(key[1:] == key[:-1])
    if len(repeated) and duplicates == "error":
        row = rows[repeated[0]]
        raise InputError(
            f"rater {panel.raters[panel.rater[row]]} answers {panel.items[panel.item[row]]} twice. "
            "Distinguish the answers by a field (within), or use the first or last (duplicates)."
        )
    kept = np.delete(rows, repeated if duplicates == "last" else repeated + 1)
    return replace(
        panel,
        item=panel.item[kept],
        rater=panel.rater[kept],
        answer=panel.answer[kept],
        seconds=None if panel.seconds is None else panel.seconds[kept],
        truth=None if panel.truth is None else panel.truth[kept],
    )
