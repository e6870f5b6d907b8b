"""The words that a correction of a sentence changes, to be marked on a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

Kind = Literal["same", "deleted", "inserted"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Words that stay, go or come."""

    text: str
    kind: Kind = "same"


def changes(corrected: str, source: str) -> Iterator[Piece]:
    """Yield the pieces of a correction, with those of the source that it deletes.

    >>> [(one.text, one.kind) for one in changes("It depends on it.", "It depends of it.")]
    [('It depends', 'same'), ('of', 'deleted'), ('on', 'inserted'), ('it.', 'same')]
    """
    before, after = source.split(), corrected.split()
    matcher = SequenceMatcher(a=before, b=after, autojunk=False)
    for operation, start, end, other_start, other_end in matcher.get_opcodes():
        old, new = " ".join(before[start:end]), " ".join(after[other_start:other_end])
        if operation == "equal":
            yield Piece(new)
            continue
        if old:
            yield Piece(old, "deleted")
        if new:
            yield Piece(new, "inserted")
