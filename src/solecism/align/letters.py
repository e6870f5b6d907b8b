"""How alike two words are in their letters."""

from __future__ import annotations

from functools import lru_cache


def similarity(word: str, other: str) -> float:
    """The share of letters that both words have in the same order, from 0 to 1.

    >>> similarity("certer", "center")
    0.8333333333333334
    """
    if not word and not other:
        return 1.0
    return 2 * _n_common(word, other) / (len(word) + len(other))


def _n_common(word: str, other: str) -> int:
    """The length of the longest common subsequence, bit-parallel (Hyyrö 2004)."""
    places: dict[str, int] = {}
    for index, letter in enumerate(word):
        places[letter] = places.get(letter, 0) | 1 << index
    everything = (1 << len(word)) - 1
    row = everything
    for letter in other:
        matches = row & places.get(letter, 0)
        row = (row + matches | row - matches) & everything
    return len(word) - row.bit_count()


@lru_cache(maxsize=1 << 14)
def n_changes(word: str, other: str) -> int:
    """The number of letters to insert, delete or replace (Levenshtein 1966).

    >>> n_changes("recieve", "receive"), n_changes("of", "off")
    (2, 1)
    """
    row = list(range(len(other) + 1))
    for number, letter in enumerate(word, 1):
        above, row = row, [number]
        for place, other_letter in enumerate(other):
            replaced = above[place] + (letter != other_letter)
            row.append(min(replaced, above[place + 1] + 1, row[place] + 1))
    return row[-1]
