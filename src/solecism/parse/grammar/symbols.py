"""The symbols and rules of a grammar before any symbol is split."""

from __future__ import annotations

from dataclasses import dataclass

# A tag stands over a word, a part of a phrase only inside its phrase.
TAG, PHRASE, PART = 0, 1, 2
Symbol = tuple[int, str]
# The symbol on top, the names of those between, the symbol at the bottom.
Chain = tuple[int, tuple[str, ...], int]


@dataclass(frozen=True, slots=True)
class Symbols:
    """Names with their kinds, rules of two children (parent, left, right) and chains."""

    names: tuple[Symbol, ...]
    rules: tuple[tuple[int, int, int], ...]
    chains: tuple[Chain, ...]

    @property
    def first_chain(self) -> int:
        """The number of the first block of chains, after two-child rules and phrases."""
        return len(self.rules) + sum(kind == PHRASE for kind, _ in self.names)
