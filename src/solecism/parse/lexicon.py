"""How likely each tag's subsymbols are to give a word, seen in training or not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solecism.parse.signature import signatures

Floats = npt.NDArray[np.float64]
Longs = npt.NDArray[np.int64]
SIGNATURE = "\0"


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Counts of tags' subsymbols for words and, from rare words, for signatures.

    Row r counts `counts[r]` for subsymbol `subsymbols[r]`; the rows of key k, a word or a
    signature, are `bounds[k]` up to `bounds[k + 1]`. `totals` counts all subsymbols.
    A word seen c times counts c against `trust` imagined ones that are as its signature says.
    """

    keys: dict[str, int]
    bounds: Longs
    subsymbols: Longs
    counts: Floats
    totals: Floats
    trust: float = 2.0
    backing: float = 3.0

    def emission(self, word: str, *, is_first: bool) -> Floats:
        """The probability of the word, given each subsymbol (of tags; zero for others)."""
        seen = self._counted(word)
        if is_first and not seen.any():
            seen = self._counted(word[:1].lower() + word[1:])
        n_seen = seen.sum()
        looks = self._looks(word, is_first=is_first)
        p_subsymbols = (seen + self.trust * looks) / (n_seen + self.trust)
        n_all = self.totals.sum()
        p_word = max(n_seen, 0.5) / n_all
        emission: Floats = p_subsymbols * p_word * n_all / np.maximum(self.totals, 1e-300)
        return emission

    def _looks(self, word: str, *, is_first: bool) -> Floats:
        """The distribution of subsymbols over words that look like this one."""
        p_subsymbols: Floats = self.totals / self.totals.sum()
        for signature in reversed(signatures(word, is_first=is_first)):
            counts = self._counted(SIGNATURE + signature)
            n = counts.sum()
            if n > 0:
                backing = self.backing if signature else 0.0
                p_subsymbols = (counts + backing * p_subsymbols) / (n + backing)
        return p_subsymbols

    def _counted(self, key: str) -> Floats:
        found = np.zeros_like(self.totals)
        number = self.keys.get(key)
        if number is not None:
            rows = slice(self.bounds[number], self.bounds[number + 1])
            found[self.subsymbols[rows]] = self.counts[rows]
        return found
