"""A site: a place where the writer chose, or failed to choose, a word."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Site:
    """A half-open span of words of a sentence, empty for a gap where a word may be missing.

    >>> Site("essay7.3", 4, 5, "preposition", "at").id
    'essay7.3:4-5:preposition'
    """

    sentence: str
    start: int
    end: int
    kind: str
    text: str
    context: str | None = None

    @property
    def id(self) -> str:
        """The same in every file and run: join on it, never on position."""
        return f"{self.sentence}:{self.start}-{self.end}:{self.kind}"
