"""The probability of a word, seen in training or not, given each subsymbol of a tag.

Unknown words have signatures by their spelling, from the finest to the coarsest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np

from solecism.numeric import Floats, Ints

_NUMBER = re.compile(r"[+-]?[\d.,:/\\]*\d[\d.,:/\\]*")
_N_ENDING = 3


def signatures(word: str, *, is_first: bool) -> list[str]:
    """The signatures of a word, the finest first: case, digits and hyphens with its ending.

    >>> signatures("reconvening", is_first=False)
    ['a:ing', 'a:ng', 'a:g', 'a', '']
    >>> signatures("Zweig", is_first=True)[0], signatures("30,000", is_first=False)[0]
    ('^A:eig', '0')
    """
    shape = _shape(word, is_first=is_first)
    if shape in ("0", "."):
        return [shape, ""]
    letters = word.lower()
    endings = [letters[-n:] for n in range(min(_N_ENDING, len(letters)), 0, -1)]
    return [*(f"{shape}:{ending}" for ending in endings), shape, ""]


def _shape(word: str, *, is_first: bool) -> str:
    """Case and contents: a small, A capital, AA capitals, 0 a number, -0 and -- for what is in it.

    A capital at the beginning of a sentence (^) says less.
    """
    if _NUMBER.fullmatch(word):
        return "0"
    if not any(map(str.isalpha, word)):
        return "."
    if word.islower():
        case = "a"
    elif word.isupper() and len(word) > 1:
        case = "AA"
    elif word[0].isupper():
        case = "^A" if is_first else "A"
    else:
        case = "aA"
    if "-" in word[1:-1]:
        case += "-"
    if any(map(str.isdigit, word)):
        case += "0"
    return case


SIGNATURE = "\0"
_N_REMEMBERED = 4_000


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Counts of tags' subsymbols for words and, from rare words, for signatures.

    Row r counts `counts[r]` for subsymbol `subsymbols[r]`; the rows of key k, a word or a
    signature, are `bounds[k]` up to `bounds[k + 1]`. `totals` counts all subsymbols.
    `symbols` are the symbols of all subsymbols. What is seen of a word is weighed against
    `trust` words that look like it: so many when it comes to tags, so many for the subsymbols
    of one tag; what is seen of a signature against `backing` words of the next coarser one.
    """

    keys: dict[str, int]
    bounds: Ints
    subsymbols: Ints
    counts: Floats
    totals: Floats
    symbols: Ints
    trust: tuple[float, float] = (0.5, 10.0)
    backing: tuple[float, float] = (3.0, 30.0)
    _remembered: dict[str, Floats] = field(default_factory=dict, init=False, compare=False)

    def emission(self, word: str, *, is_first: bool) -> Floats:
        """The probability of the word, given each subsymbol (of tags; zero for others)."""
        seen = self._counted(word)
        if is_first and not seen.any():
            seen = self._counted(word[:1].lower() + word[1:])
        n_seen = seen.sum()
        p_subsymbols = self._learned(seen, self._looks(word, is_first=is_first), self.trust)
        emission: Floats = max(n_seen, 0.5) * p_subsymbols / np.maximum(self.totals, 1e-300)
        return emission

    def _looks(self, word: str, *, is_first: bool) -> Floats:
        """The distribution of subsymbols over words that look like this one."""
        names = signatures(word, is_first=is_first)
        if names[0] not in self._remembered:
            if len(self._remembered) >= _N_REMEMBERED:
                self._remembered.clear()
            self._remembered[names[0]] = self._distribution(names)
        return self._remembered[names[0]]

    def _distribution(self, names: list[str]) -> Floats:
        p_subsymbols: Floats = self.totals / self.totals.sum()
        for signature in reversed(names):
            counts = self._counted(SIGNATURE + signature)
            if counts.any():
                backing = self.backing if signature else (0.0, self.backing[1])
                p_subsymbols = self._learned(counts, p_subsymbols, backing)
        return p_subsymbols

    def _learned(self, counts: Floats, before: Floats, trust: tuple[float, float]) -> Floats:
        """A prior distribution updated by counts, first over tags, then within each tag."""
        n_tags, tags_before = self._by_tag(counts), self._by_tag(before)
        p_tags = (n_tags + trust[0] * tags_before) / (n_tags.sum() + trust[0])
        within = before / np.maximum(tags_before, 1e-300)[self.symbols]
        learned = (counts + trust[1] * within) / (n_tags + trust[1])[self.symbols]
        posterior: Floats = learned * p_tags[self.symbols]
        return posterior

    def _by_tag(self, numbers: Floats) -> Floats:
        return np.bincount(self.symbols, weights=numbers).astype(float)

    def _counted(self, key: str) -> Floats:
        counts = np.zeros_like(self.totals)
        number = self.keys.get(key)
        if number is not None:
            rows = slice(self.bounds[number], self.bounds[number + 1])
            counts[self.subsymbols[rows]] = self.counts[rows]
        return counts
