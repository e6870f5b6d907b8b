"""A flag: a system's decision at a site."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Words to put at the site (empty: put nothing), and how probable they are."""

    text: str
    p: float | None = None


@dataclass(frozen=True, slots=True)
class Flag:
    """Whether `system` calls the site an error, of which kind, and what it would write.

    `readers` is the share of native readers who would object, as far as the system can tell.
    """

    site: str
    system: str
    error: bool
    kind: str | None = None
    confidence: float | None = None
    suggestions: tuple[Suggestion, ...] = ()
    readers: float | None = None

    @property
    def id(self) -> str:
        """One decision a system and site."""
        return f"{self.site}|{self.system}"
