"""A flag: a system's decision at a site."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Words to write at the site (empty: write nothing), and their probability."""

    text: str
    p: float | None = None

    def __reduce__(self) -> tuple[type[Suggestion], tuple[object, ...]]:
        # Field by field, as dataclasses are pickled otherwise, takes three times as long.
        return Suggestion, (self.text, self.p)


@dataclass(frozen=True, slots=True)
class Flag:
    """Whether `system` calls the site an error, of which kind, and what it would write.

    `readers` is the share of native readers who would object, as the system estimates it.
    """

    site: str
    system: str
    error: bool
    kind: str | None = None
    confidence: float | None = None
    suggestions: tuple[Suggestion, ...] = ()
    readers: float | None = None

    def __reduce__(self) -> tuple[type[Flag], tuple[object, ...]]:
        return Flag, (
            self.site,
            self.system,
            self.error,
            self.kind,
            self.confidence,
            self.suggestions,
            self.readers,
        )

    @property
    def id(self) -> str:
        """An identifier: a system makes one decision per site."""
        return f"{self.site}|{self.system}"

    @property
    def as_correct(self) -> Flag:
        """The opposite decision about an error: the site is correct, at the same confidence."""
        return replace(self, error=False, kind=None, suggestions=(), readers=None)
