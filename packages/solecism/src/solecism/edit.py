"""An edit: some words of a sentence, and the words to put there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import itemgetter

from solecism.errors import EditError

_MAX_KINDS = 1_000
_INVERSE_OPERATION = {"M:": "U:", "U:": "M:"}


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace `before`, which begins at word `start`, by `after`.

    It carries both sides, so that it can be checked, undone and moved without its sentence.
    `kind` is an ERRANT type (`R:PREP`) or any other name; `alternatives` are further words
    that the same annotator would take as well.
    """

    start: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    kind: str = ""
    alternatives: tuple[tuple[str, ...], ...] = ()
    is_required: bool = True
    comment: str = ""

    def __reduce__(self) -> tuple[type[Edit], tuple[object, ...]]:
        # Field by field, as dataclasses are pickled otherwise, takes three times as long.
        return Edit, (
            self.start,
            self.before,
            self.after,
            self.kind,
            self.alternatives,
            self.is_required,
            self.comment,
        )

    @property
    def end(self) -> int:
        """The end of the half-open span that `before` covers."""
        return self.start + len(self.before)

    @property
    def id(self) -> str:
        """An identifier, different for all edits of an annotation."""
        return f"{self.start}-{self.end}:{self.kind}:{' '.join(self.after)}"


@dataclass(frozen=True, slots=True)
class Annotation:
    """One annotator's edits of a sentence; without edits, the annotator accepts it as it is."""

    annotator: str
    edits: tuple[Edit, ...] = ()

    def __reduce__(self) -> tuple[type[Annotation], tuple[object, ...]]:
        return Annotation, (self.annotator, self.edits)


def in_order(edits: Iterable[Edit]) -> list[Edit]:
    """The edits from left to right; insertions at the same place stay in their given order."""
    ordered = list(edits)
    if len(ordered) > 1:
        ordered.sort(key=lambda edit: (edit.start, edit.start + len(edit.before)))
    return ordered


def trimmed(edit: Edit) -> Edit:
    """The edit without the words with which both sides begin or end, ignoring case.

    >>> trimmed(Edit(3, ("Sun", "rises"), ("The", "sun", "rises"))).id
    '3-3::The'
    """
    before, after = ([word.lower() for word in side] for side in (edit.before, edit.after))
    shorter = min(len(before), len(after))
    n_last = 0
    while n_last < shorter and before[-1 - n_last] == after[-1 - n_last]:
        n_last += 1
    n_first = 0
    while n_first < shorter - n_last and before[n_first] == after[n_first]:
        n_first += 1
    if not n_first and not n_last:
        return edit
    return replace(
        edit,
        start=edit.start + n_first,
        before=edit.before[n_first : len(before) - n_last],
        after=edit.after[n_first : len(after) - n_last],
    )


def touched_places(edit: Edit) -> Iterator[tuple[int, int]]:
    """The words and gaps that an edit changes: whether each is a gap (1), and its number.

    Words with which both sides begin or end are not touched, unless they change their case.

    >>> list(touched_places(Edit(3, ("in", "sun"), ("in", "the", "sun"))))
    [(1, 4)]
    >>> list(touched_places(Edit(3, ("in", "sun"), ("in", "Sun"))))
    [(0, 4)]
    """
    core = trimmed(edit)
    if core.before:
        yield from ((0, place) for place in range(core.start, core.end))
    elif core.after:
        yield 1, core.start
    else:
        for place, (old, new) in enumerate(zip(edit.before, edit.after, strict=True), edit.start):
            if old != new:
                yield 0, place


def apply(words: Sequence[str], edits: Iterable[Edit]) -> tuple[str, ...]:
    """The words after all edits, whose spans refer to the original words.

    >>> apply(("I", "depend", "of", "him"), [Edit(2, ("of",), ("on",))])
    ('I', 'depend', 'on', 'him')
    """
    result: list[str] = []
    done = 0
    for edit in checked(words, edits):
        result.extend(words[done : edit.start])
        result.extend(edit.after)
        done = edit.end
    result.extend(words[done:])
    return tuple(result)


def checked(words: Sequence[str], edits: Iterable[Edit]) -> Iterator[Edit]:
    """The edits from left to right; EditError for one that cannot be applied after the others."""
    done = 0
    for edit in in_order(edits):
        if edit.start < done:
            raise EditError(f"edit {edit.id} overlaps the one before it, which ends at {done}")
        end = edit.start + len(edit.before)
        actual = tuple(words[edit.start : end])
        if edit.start > len(words) or actual != edit.before:
            raise EditError(
                f"edit {edit.id} expects {' '.join(edit.before)!r} but finds {' '.join(actual)!r}"
            )
        yield edit
        done = end


def fitting(words: Sequence[str], edits: Iterable[Edit]) -> tuple[tuple[Edit, ...], list[str]]:
    """The edits that can be applied together, from left to right, and why others cannot.

    >>> edits = [Edit(0, ("a", "b"), ("c",)), Edit(1, ("b",), ("d",))]
    >>> kept, problems = fitting(("a", "b"), edits)
    >>> len(kept), problems
    (1, ['edit 1-2::d overlaps the one before it, which ends at 2'])
    """
    kept: list[Edit] = []
    problems: list[str] = []
    for edit in in_order(edits):
        try:
            apply(words, [*kept[-1:], edit])
            kept.append(edit)
        except EditError as error:
            problems.append(str(error))
    return tuple(kept), problems


def invert(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits that undo these: `apply(apply(words, edits), invert(edits)) == words`.

    >>> invert([Edit(1, (), ("the",), "M:DET")])
    (Edit(start=1, before=('the',), after=(), kind='U:DET', alternatives=(), is_required=True, \
comment=''),)
    """
    shift = 0
    inverse: list[Edit] = []
    for edit in in_order(edits):
        before, after = edit.before, edit.after
        kind = _inverse_kind(edit.kind)
        undo = Edit(edit.start + shift, after, before, kind, (), edit.is_required, edit.comment)
        inverse.append(undo)
        shift += len(after) - len(before)
    return tuple(inverse)


def merge(edits: Iterable[Edit], *, kind: str | None = None) -> tuple[Edit, ...]:
    """The same change, with adjacent edits joined into one, of `kind` or of both kinds.

    >>> [edit.id for edit in merge([Edit(0, ("a",), ("b",), "R"), Edit(1, ("c",), (), "U")])]
    ['0-2:R+U:b']
    """
    merged: list[Edit] = []
    for edit in in_order(edits):
        if merged and merged[-1].end == edit.start:
            last = merged.pop()
            edit = Edit(
                last.start,
                last.before + edit.before,
                last.after + edit.after,
                _joint_kind([last.kind, edit.kind]) if kind is None else kind,
                is_required=last.is_required or edit.is_required,
            )
        merged.append(edit)
    return tuple(merged)


def compose(first: Iterable[Edit], second: Iterable[Edit]) -> tuple[Edit, ...]:
    """Two steps of edits as one: `apply(words, compose(a, b)) == apply(apply(words, a), b)`.

    Edits of the second step that overlap or touch what the first step wrote become one edit
    with it; the others stay as they are.
    """
    composed: list[Edit] = []
    shift = 0
    for group in _clusters(_placed(first, second)):
        # Most edits touch no other: for them there is nothing to be worked out.
        edit, is_first = group[0][2:]
        if len(group) > 1:
            composed.append(_moved(_together(group), shift))
        else:
            composed.append(edit if is_first else _moved(edit, shift))
        for *_, edit, is_first in group:
            if is_first:
                shift += len(edit.before) - len(edit.after)
    return tuple(composed)


_Placed = tuple[int, int, Edit, bool]
"""An edit of the first step or not, with its span in the words between the two steps."""


def _placed(first: Iterable[Edit], second: Iterable[Edit]) -> list[_Placed]:
    """The edits of both steps, in order of their spans in the words between the steps."""
    placed: list[_Placed] = []
    shift = 0
    for edit in in_order(first):
        start = edit.start + shift
        placed.append((start, start + len(edit.after), edit, True))
        shift += len(edit.after) - len(edit.before)
    placed += [(edit.start, edit.end, edit, False) for edit in second]
    placed.sort(key=itemgetter(0, 1))
    return placed


def _together(group: Sequence[_Placed]) -> Edit:
    """The edit that all edits of a cluster make together."""
    start = group[0][0]
    between = _words_between(group, start)
    undo = [Edit(a - start, edit.after, edit.before) for a, _, edit, is_first in group if is_first]
    redo = [_moved(edit, -start) for *_, edit, is_first in group if not is_first]
    kinds = [edit.kind for *_, edit, is_first in group if is_first]
    kinds += [edit.kind for edit in redo]
    comment = _joint_kind([edit.comment for *_, edit, _ in group])
    before, after = apply(between, undo), apply(between, redo)
    return Edit(start, before, after, _joint_kind(kinds), comment=comment)


def _moved(edit: Edit, shift: int) -> Edit:
    return replace(edit, start=edit.start + shift) if shift else edit


def _joint_kind(kinds: Iterable[str]) -> str:
    return "+".join(dict.fromkeys(part for kind in kinds for part in kind.split("+") if part))


@lru_cache(_MAX_KINDS)
def _inverse_kind(kind: str) -> str:
    if "+" in kind:
        return "+".join(map(_inverse_kind, kind.split("+")))
    operation = kind[:2]
    return _INVERSE_OPERATION.get(operation, operation) + kind[2:]


def _clusters(placed: Iterable[_Placed]) -> list[list[_Placed]]:
    """The edits of two steps, grouped where edits of both steps touch."""
    clusters: list[list[_Placed]] = []
    last = -1
    for item in placed:
        start, end, _, is_first = item
        if start < last or (start == last and any(each[3] != is_first for each in clusters[-1])):
            clusters[-1].append(item)
            last = max(last, end)
        else:
            clusters.append([item])
            last = end
    return clusters


def _words_between(group: Sequence[_Placed], start: int) -> tuple[str, ...]:
    """The words that a cluster covers between the two steps, from its edits."""
    words: dict[int, str] = {}
    for begin, _, edit, is_first in group:
        words.update(enumerate(edit.after if is_first else edit.before, begin))
    return tuple(words[start + offset] for offset in range(len(words)))
