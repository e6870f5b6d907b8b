"""How nouns are used: the share of each construction, and how evenly a noun spreads over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from solecism.language.forms.lemma import lemma
from solecism.locate.construction import CONSTRUCTIONS, PRINTED_SHARES
from solecism.locate.noun_table import COUNTABILITY, Counts, NounTable, entropies

# Table 1 of Lee, Tetreault and Chodorow (2009).
_PRINTED_TIMES = 8_000_000


@dataclass(frozen=True, slots=True)
class NounUsage:
    """How often a noun occurs, the share of each construction, and its entropy in bits.

    Shares, entropy and countability are None for a noun that never occurs.
    """

    noun: str
    n_times: int
    shares: tuple[float, ...] | None = None
    entropy: float | None = None
    countability: str | None = None

    def row(self) -> dict[str, Any]:
        """The values by column: the times, one column per construction, and the entropy."""
        shares = self.shares or (None,) * len(CONSTRUCTIONS)
        named = dict(zip(CONSTRUCTIONS, shares, strict=True))
        return {"times": self.n_times, **named, "entropy": self.entropy}


def noun_usage(table: NounTable, noun: str) -> NounUsage:
    """The usage of one noun, given in the singular or plural."""
    row = table.row(noun)
    if row is None:
        row = table.row(lemma(noun, "NNS"))
    if row is None:
        return NounUsage(noun, 0)
    counts = table.counts[row]
    return NounUsage(
        table.nouns[row],
        int(counts.sum()),
        tuple((counts / counts.sum()).tolist()),
        float(table.entropies[row]),
        COUNTABILITY[table.countability[row]],
    )


def overall_usage(table: NounTable) -> list[NounUsage]:
    """The usage of all nouns whose construction is open, then with names, then as printed."""
    entropy = float(entropies(PRINTED_SHARES))
    return [
        _together("open", table.total),
        _together("open and names", table.total + table.names),
        NounUsage("paper", _PRINTED_TIMES, PRINTED_SHARES, entropy),
    ]


def _together(name: str, counts: Counts) -> NounUsage:
    n_times = int(counts.sum())
    shares = (counts / max(n_times, 1)).tolist()
    return NounUsage(name, n_times, tuple(shares), float(entropies(counts)))
