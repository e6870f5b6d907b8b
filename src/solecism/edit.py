"""An edit: some words of a sentence, and the words to put there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from solecism.errors import EditError

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

    @property
    def end(self) -> int:
        """Where `before` ends: the span is half-open."""
        return self.start + len(self.before)

    @property
    def id(self) -> str:
        """What tells this edit from the others of its annotation."""
        return f"{self.start}-{self.end}:{self.kind}:{' '.join(self.after)}"


@dataclass(frozen=True, slots=True)
class Annotation:
    """One annotator's edits of a sentence; none means that the annotator accepts it whole."""

    annotator: str
    edits: tuple[Edit, ...] = ()


def in_order(edits: Iterable[Edit]) -> list[Edit]:
    """The edits from left to right; insertions at one place keep the order they came in."""
    return sorted(edits, key=lambda edit: (edit.start, edit.end))


def trimmed(edit: Edit) -> Edit:
    """The edit without the words that both its sides begin or end with, whatever their case.

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


def apply(words: Sequence[str], edits: Iterable[Edit]) -> tuple[str, ...]:
    """The words after all edits, whose spans all refer to the words before.

    >>> apply(("I", "depend", "of", "him"), [Edit(2, ("of",), ("on",))])
    ('I', 'depend', 'on', 'him')
    """
    result: list[str] = []
    done = 0
    for edit in in_order(edits):
        if edit.start < done:
            raise EditError(f"edit {edit.id} overlaps the one before it, which ends at {done}")
        found = tuple(words[edit.start : edit.end])
        if edit.start > len(words) or found != edit.before:
            raise EditError(
                f"edit {edit.id} expects {' '.join(edit.before)!r} but finds {' '.join(found)!r}"
            )
        result.extend(words[done : edit.start])
        result.extend(edit.after)
        done = edit.end
    result.extend(words[done:])
    return tuple(result)


def invert(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits that undo these: `apply(apply(words, edits), invert(edits)) == words`.

    >>> invert([Edit(1, (), ("the",), "M:DET")])
    (Edit(start=1, before=('the',), after=(), kind='U:DET', alternatives=(), is_required=True, \
comment=''),)
    """
    shift = 0
    inverse: list[Edit] = []
    for edit in in_order(edits):
        inverse.append(
            Edit(
                edit.start + shift,
                edit.after,
                edit.before,
                _inverse_kind(edit.kind),
                is_required=edit.is_required,
                comment=edit.comment,
            )
        )
        shift += len(edit.after) - len(edit.before)
    return tuple(inverse)


def merge(edits: Iterable[Edit], *, kind: str | None = None) -> tuple[Edit, ...]:
    """The same change with edits that touch joined into one, of `kind` or of both their kinds.

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
    """One step for two: `apply(words, compose(a, b)) == apply(apply(words, a), b)`.

    Edits of the second step that overlap or touch what the first step wrote become one edit
    with it; the others stay as they are.
    """
    composed: list[Edit] = []
    shift = 0
    for group in _clusters(invert(first), in_order(second)):
        # Most edits touch no other: for them there is nothing to be worked out.
        edit = _alone(*group[0]) if len(group) == 1 else _together(group)
        composed.append(_moved(edit, shift))
        shift += sum([len(undo.after) - len(undo.before) for step, undo in group if step == 0])
    return tuple(composed)


def _alone(step: int, edit: Edit) -> Edit:
    return edit if step else invert((edit,))[0]


def _together(group: Sequence[tuple[int, Edit]]) -> Edit:
    """What the edits of a cluster do, from before the first step to after the second."""
    undo = [edit for step, edit in group if step == 0]
    redo = [edit for step, edit in group if step == 1]
    start = min(edit.start for _, edit in group)
    between = _words_between(group, start)
    before = apply(between, [_moved(edit, -start) for edit in undo])
    after = apply(between, [_moved(edit, -start) for edit in redo])
    kinds = [edit.kind for edit in invert(undo)] + [edit.kind for edit in redo]
    comment = _joint_kind(edit.comment for _, edit in group)
    return Edit(start, before, after, _joint_kind(kinds), comment=comment)


def _moved(edit: Edit, shift: int) -> Edit:
    return replace(edit, start=edit.start + shift) if shift else edit


def _joint_kind(kinds: Iterable[str]) -> str:
    return "+".join(dict.fromkeys(part for kind in kinds for part in kind.split("+") if part))


def _inverse_kind(kind: str) -> str:
    if "+" in kind:
        return "+".join(map(_inverse_kind, kind.split("+")))
    operation = kind[:2]
    return _INVERSE_OPERATION.get(operation, operation) + kind[2:]


def _clusters(undo: Sequence[Edit], redo: Sequence[Edit]) -> list[list[tuple[int, Edit]]]:
    """Edits of two steps over the same words, grouped where edits of both steps touch."""
    tagged = [(0, edit) for edit in undo] + [(1, edit) for edit in redo]
    tagged.sort(key=lambda item: (item[1].start, item[1].end))
    clusters: list[list[tuple[int, Edit]]] = []
    end = -1
    for step, edit in tagged:
        touches = clusters and edit.start <= end
        same_step_only = clusters and all(s == step for s, _ in clusters[-1])
        if touches and not (same_step_only and edit.start == end):
            clusters[-1].append((step, edit))
            end = max(end, edit.end)
        else:
            clusters.append([(step, edit)])
            end = edit.end
    return clusters


def _words_between(group: Sequence[tuple[int, Edit]], start: int) -> tuple[str, ...]:
    """The words that a cluster covers, as its edits know them."""
    words: dict[int, str] = {}
    for _, edit in group:
        words.update(enumerate(edit.before, edit.start))
    return tuple(words[start + offset] for offset in range(len(words)))
