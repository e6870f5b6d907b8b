"""Which words are English: the word list of a package, and words that native text has besides.

The list is that of `symspellpy` (82,000 words of SCOWL, British and most American spellings, with
their counts in web pages). Only its file is read: its search would need a second to start.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from solecism.errors import InputError
from solecism.language.forms.inflect import inflect
from solecism.language.forms.lemma import lemma
from solecism.language.spelling.everyday import EVERYDAY, PARTS_OF_CONTRACTIONS

_PACKAGE, _FILE = "symspellpy", "frequency_dictionary_en_82_765.txt"
_APOSTROPHES = str.maketrans("’‘´`\x92", "'''''")
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*'?")
_ENDINGS = ("'s", "'", "'d", "'ll", "n't", "'ve", "'re")
# Contractions have one count, which is far too small, for all of them.
_CONTRACTION = 3e7
# The count of everyday words that the list does not have.
_EVERYDAY_COUNT = 1e6
# A word is common if it has at least this count.
_COMMON = 3e6
# Shorter parts of hyphenated words (e-mail, T-shirt, co-op) are not looked up.
_LEAST_PART = 3
# Longer strings are no words.
_MOST_LETTERS = 30
_MOST_CAPITALS = 5


@cache
def listed_counts() -> Mapping[str, float]:
    """The words of the package's list, in lower case, with their counts."""
    spec = find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise InputError(f"spelling needs {_PACKAGE}: `pip install {_PACKAGE}`.")
    columns = (Path(spec.origin).parent / _FILE).read_text("utf-8-sig").split()
    counts = dict(zip(columns[::2], map(float, columns[1::2]), strict=True))
    return counts | {word: _CONTRACTION for word in counts if "'" in word}


class Dictionary:
    """The words of the list, everyday words and others, in lower case, with their counts.

    >>> dictionary = Dictionary({"favorite": 100.0})
    >>> [dictionary.is_known(word) for word in ("Favorite", "favourite", "favuorite", "faxs")]
    [True, True, False, False]
    """

    def __init__(self, others: Mapping[str, float]) -> None:
        everyday = dict.fromkeys(EVERYDAY, _EVERYDAY_COUNT)
        self.counts: dict[str, float] = {**listed_counts(), **everyday, **others}
        self.is_known = lru_cache(maxsize=1 << 14)(self._is_known)

    def _is_known(self, word: str) -> bool:
        """Whether a word is English, or nothing that a dictionary could decide on.

        Numbers, addresses, abbreviations and other alphabets count as known; so do possessives,
        contractions, plurals of common words (*informations*: if it is wrong, it is not misspelt)
        and hyphenated words whose parts are known.
        """
        plain = plain_form(word)
        if plain in self.counts or plain in PARTS_OF_CONTRACTIONS or not is_word(word):
            return True
        if "-" in plain:
            return all(map(self._is_known_part, plain.split("-")))
        return self._is_short_for(plain) or self._is_regular_plural(plain)

    def _is_short_for(self, plain: str) -> bool:
        return any(
            plain.endswith(ending) and plain.removesuffix(ending) in self.counts
            for ending in _ENDINGS
        )

    def is_unlisted_plural(self, word: str) -> bool:
        """Whether a word is only known as the plural of a common word, like *informations*."""
        plain = plain_form(word)
        return plain not in self.counts and self._is_regular_plural(plain)

    def _is_regular_plural(self, plain: str) -> bool:
        base = lemma(plain, "NNS")
        is_common_noun = self.counts.get(base, 0.0) >= _COMMON and lemma(base, "NNS") == base
        return is_common_noun and plain in inflect(base, "NNS")

    def _is_known_part(self, part: str) -> bool:
        return len(part) < _LEAST_PART or self.is_known(part)


def is_word(word: str) -> bool:
    """Whether a string is made of Latin letters and is neither an abbreviation nor too long.

    >>> [is_word(each) for each in ("well-known", "C3PO", "UNESCO", "NATO", "iPad", "a.b", "café")]
    [True, False, True, False, False, False, True]
    """
    if len(word) == 1 or len(word) > _MOST_LETTERS or not _WORD.fullmatch(plain_form(word)):
        return False
    if word.isupper():
        return len(word) > _MOST_CAPITALS
    return word[1:].islower() and plain_form(word).replace("'", "").replace("-", "").isascii()


def plain_form(word: str) -> str:
    """The word in lower case, without accents, with straight apostrophes.

    >>> plain_form("Café"), plain_form("don’t")
    ('cafe', "don't")
    """
    word = word.lower()
    if word.isascii():
        return word
    letters = unicodedata.normalize("NFD", word.translate(_APOSTROPHES))
    return "".join(letter for letter in letters if unicodedata.category(letter) != "Mn")
