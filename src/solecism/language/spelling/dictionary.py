"""Which words are English: a word list with counts, and words that native text has besides.

The list is that of `symspellpy` (82,000 words of SCOWL, British and most American spellings, with
their counts in books), stored in a file of this package: the search of `symspellpy` itself would
need a second to start.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from solecism.language.forms.inflect import inflect
from solecism.language.forms.lemma import lemma
from solecism.language.spelling.everyday import EVERYDAY, PARTS_OF_CONTRACTIONS
from solecism.numeric.arrays import UInts8
from solecism.system import archive
from solecism.system.array_forms import check_forms, check_range, form
from solecism.system.bundled import model_path, read_model

BUNDLED_MODEL = model_path("dictionary.npz")
VERSION = 1
_FORMS = {
    "listed": form("uint8", "letters of listed words"),
    "listed_counts": form("float64", "listed words"),
    "others": form("uint8", "letters of other words"),
    "other_counts": form("float32", "other words"),
    "names": form("uint8", "letters of names"),
}
_REMEDY = "Make it again with `solecism train dictionary`."
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


@dataclass(frozen=True, slots=True)
class WordList:
    """Words in lower case with counts: those of a list, and others that native text has.

    `names` are known words that are written with a capital.
    """

    listed: Mapping[str, float]
    others: Mapping[str, float]
    names: frozenset[str]


def format(words: WordList) -> bytes:
    """The bytes of the file of a word list."""
    return archive.format(
        {
            "listed": joined(words.listed),
            "listed_counts": np.array(list(words.listed.values())),
            "others": joined(words.others),
            "other_counts": np.array(list(words.others.values()), np.float32),
            "names": joined(sorted(words.names)),
        },
        version=VERSION,
    )


def parse(data: bytes, *, file: str) -> WordList:
    """The word list in the bytes of its file."""
    arrays = archive.parse(data, names=_FORMS, version=VERSION, file=file, remedy=_REMEDY)
    with archive.explain_damage(file, remedy=_REMEDY):
        check_forms(arrays, _FORMS)
        # Logarithms are taken of counts.
        check_range("listed_counts", arrays["listed_counts"], 1e-9)
        check_range("other_counts", arrays["other_counts"], 1e-9)
        listed, others = (
            dict(zip(split(arrays[words]), arrays[counts].tolist(), strict=True))
            for words, counts in (("listed", "listed_counts"), ("others", "other_counts"))
        )
        return WordList(listed, others, frozenset(split(arrays["names"])))


def joined(words: Iterable[str]) -> UInts8:
    """The letters of words, one word per line."""
    return np.frombuffer("\n".join(words).encode(), np.uint8)


def split(letters: UInts8) -> list[str]:
    """The words whose letters `joined` gives."""
    return letters.tobytes().decode().split()


@cache
def bundled_words() -> WordList:
    """The word list that comes with this package, read when first asked for."""
    return parse(read_model(BUNDLED_MODEL), file=BUNDLED_MODEL.name)


@cache
def listed_counts() -> Mapping[str, float]:
    """The words of the list, in lower case, with their counts."""
    counts = bundled_words().listed
    return {**counts, **{word: _CONTRACTION for word in counts if "'" in word}}


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
