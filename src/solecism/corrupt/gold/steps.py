"""An error as a sequence of one-word steps: replaced, missing or extra."""

from __future__ import annotations

from dataclasses import dataclass

from solecism.corrupt.synthetic_error import SyntheticError
from solecism.errors import EditError
from solecism.tree import TRACE_TAG


@dataclass(frozen=True, slots=True)
class Step:
    """At the overt word `position` (or the gap before it), `before` becomes `after`.

    An empty `before` is an extra word, an empty `after` a missing one.
    """

    position: int
    before: str
    after: str
    tag: str = ""


def steps(error: SyntheticError) -> tuple[Step, ...]:
    """The steps of an error, each applied to the words that the step before left.

    Words that both sides begin or end with, whatever their case, are the same word: leaving
    out the first word of "The man" gives "Man", which is one word missing and one respelt.

    >>> from solecism.edit import Edit
    >>> error = SyntheticError("missing-word", Edit(0, ("The", "man"), ("Man",)), ("NN",))
    >>> for step in steps(error):
    ...     print(step.position, step.before or "-", step.after or "-")
    0 The -
    0 man Man
    """
    edit = error.edit
    if len(error.tags) != len(edit.after):
        raise EditError(f"edit {edit.id} has {len(edit.after)} new words but {error.tags} as tags")
    if TRACE_TAG in error.tags:
        raise EditError(f"edit {edit.id} puts in a word tagged {TRACE_TAG}, which is for traces")
    taken: list[Step] = []
    position = edit.start
    for before, after, tag in _pairs(edit.before, edit.after, error.tags):
        if before != after:
            taken.append(Step(position, before, after, tag))
        position += bool(after)
    return tuple(taken)


def _pairs(
    before: tuple[str, ...], after: tuple[str, ...], tags: tuple[str, ...]
) -> list[tuple[str, str, str]]:
    """Old and new words side by side, empty where the other side has no word."""
    shorter = min(len(before), len(after))
    first = 0
    while first < shorter and before[first].lower() == after[first].lower():
        first += 1
    last = 0
    while last < shorter - first and before[-1 - last].lower() == after[-1 - last].lower():
        last += 1
    n_middle = max(len(before), len(after)) - first - last
    old = _padded(before, first, last, n_middle)
    new = _padded(after, first, last, n_middle)
    return list(zip(old, new, _padded(tags, first, last, n_middle), strict=True))


def _padded(side: tuple[str, ...], first: int, last: int, n_middle: int) -> tuple[str, ...]:
    middle = side[first : len(side) - last]
    return side[:first] + middle + ("",) * (n_middle - len(middle)) + side[len(side) - last :]
