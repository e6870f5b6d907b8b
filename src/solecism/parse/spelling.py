"""Words as treebanks spell them: brackets and quotation marks."""

from __future__ import annotations

from collections.abc import Sequence

_SPELLINGS = {
    "(": "-LRB-",
    ")": "-RRB-",
    "[": "-LSB-",
    "]": "-RSB-",
    "{": "-LCB-",
    "}": "-RCB-",
    "\u201c": "``",
    "\u201d": "''",
    "\u2018": "`",
    "\u2019": "'",
    "\u2013": "--",
    "\u2014": "--",
    "\u2026": "...",
}


def treebank_spelling(words: Sequence[str]) -> list[str]:
    r"""The words in a treebank's spelling; straight quotation marks open and close by turns.

    >>> treebank_spelling(['"', "It", "\u2019s", "(", "1\\/2", ")", '"'])
    ['``', 'It', "'s", '-LRB-', '1/2', '-RRB-', "''"]
    """
    spelled = []
    is_open = False
    for word in words:
        if word == '"':
            is_open = not is_open
            spelled.append("``" if is_open else "''")
        else:
            spelled.append(_SPELLINGS.get(word) or _plain(word))
    return spelled


def _plain(word: str) -> str:
    return word.replace("\\/", "/").replace("\\*", "*").replace("\u2019", "'")
