"""Strings that differ from a word in one letter."""

from __future__ import annotations

from collections.abc import Iterator

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def one_letter_apart(word: str, *, swaps: bool = True) -> Iterator[str]:
    """What a word becomes when a letter is left out, changed or added, or two are swapped.

    >>> ["ba" in one_letter_apart("ab", swaps=each) for each in (True, False)]
    [True, False]
    """
    for place in range(len(word) + 1):
        left, right = word[:place], word[place:]
        yield from (left + letter + right for letter in _LETTERS)
        if right:
            yield left + right[1:]
            yield from (left + letter + right[1:] for letter in _LETTERS)
        if swaps and len(right) > 1:
            yield left + right[1] + right[0] + right[2:]
