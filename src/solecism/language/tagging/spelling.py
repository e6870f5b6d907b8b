"""Spelling features of the tagger: a word's normal form, affixes and shape."""

from __future__ import annotations

import re
import zlib

N_AFFIX_BUCKETS = 1 << 14
LONGEST_SUFFIX, LONGEST_PREFIX = 5, 4
MAX_LENGTH_SHOWN = 9

# What is true of a word, in the order of `shape`; its length comes after these.
_SIGNS = (
    "begins with a capital",
    "capital, then small letters",
    "capitals only",
    "one capital",
    "capital inside",
    "small letters only",
    "has a digit",
    "digits only",
    "has a hyphen",
    "has a full stop",
    "looks like an address",
    "has an apostrophe",
    "no letter or digit",
    "not ASCII",
)
_SMALL_LETTERS = _SIGNS.index("small letters only")
_CAPITAL = _SIGNS.index("begins with a capital")
_CAPITALISED = _SIGNS.index("capital, then small letters")
N_SHAPES = len(_SIGNS) + MAX_LENGTH_SHOWN + 1

_DIGIT = re.compile(r"\d")
_APOSTROPHES = str.maketrans("’‘´`\x92", "'''''")


def normal_form(word: str) -> str:
    """The word in small letters, with plain apostrophes, and 0 for every digit.

    >>> normal_form("Mid-1990s"), normal_form("Don’t")
    ('mid-0000s', "don't")
    """
    word = word.lower()
    if word.isascii() and word.isalpha():
        return word
    return _DIGIT.sub("0", word.translate(_APOSTROPHES))


def affix_buckets(normal: str) -> list[int]:
    """The hashed endings, beginnings and the whole of a word in normal form."""
    affixes = [f"s{normal[-size:]}" for size in range(1, min(LONGEST_SUFFIX, len(normal)) + 1)]
    affixes += [f"p{normal[:size]}" for size in range(1, min(LONGEST_PREFIX, len(normal) - 1) + 1)]
    affixes.append(f"w{normal}")
    return [
        zlib.crc32(affix.encode("utf-8", "surrogatepass")) % N_AFFIX_BUCKETS for affix in affixes
    ]


def shape(word: str) -> list[int]:
    """The numbers of the word's shape features, and one for its length.

    >>> [_SIGNS[sign] for sign in shape("McKay")[:-1]]
    ['begins with a capital', 'capital inside']
    """
    length = len(_SIGNS) + min(len(word), MAX_LENGTH_SHOWN)
    if word.isascii() and word.isalpha() and "www" not in word:
        # Most words are of these two kinds.
        if word.islower():
            return [_SMALL_LETTERS, length]
        if word.istitle() and len(word) > 1:
            return [_CAPITAL, _CAPITALISED, length]
    return [*signs(word), length]


def signs(word: str) -> list[int]:
    """The numbers of the word's shape features without its length, for any word."""
    rest = word[1:]
    begins_with_capital = word[:1].isupper()
    has_letter_or_digit = any(map(str.isalnum, word))
    has_sign = (
        begins_with_capital,
        begins_with_capital and rest.islower(),
        len(word) > 1 and word.isupper(),
        len(word) == 1 and begins_with_capital,
        rest != rest.lower(),
        word.islower(),
        _DIGIT.search(word) is not None,
        word.isdigit(),
        "-" in word,
        "." in word,
        "@" in word or "/" in word or "www" in word,
        "'" in word or "’" in word,
        not has_letter_or_digit,
        not word.isascii(),
    )
    return [number for number, is_shown in enumerate(has_sign) if is_shown]
