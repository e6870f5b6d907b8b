"""Signatures of unknown words by their spelling, from the finest to the coarsest."""

from __future__ import annotations

import re

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
