"""Words that are common in native text although the word list does not have them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from solecism.language.spelling.dictionary import listed_counts
from solecism.language.spelling.letters import one_letter_apart

_WORD = re.compile(r"(?<![\w'’-])[A-Za-z]+(?![\w'’-])")
_LEAST_LETTERS = 4
# Occurrences of a word in small letters, or of a name.
_LEAST_WORD, _LEAST_NAME = 8, 25
# A name has a capital in this share of its occurrences.
_NAME_SHARE = 0.95
# A word one letter away from a word so many times as common is taken for a slip.
_SLIP = 100


class NativeWords(NamedTuple):
    """Words that the list does not have, with counts on its scale, and words with a capital."""

    others: dict[str, float]
    names: frozenset[str]


def native_words(paragraphs: Iterable[str]) -> NativeWords:
    """The words of native text, in lower case."""
    as_words: Counter[str] = Counter()
    as_names: Counter[str] = Counter()
    for word, n in Counter(word for each in paragraphs for word in _WORD.findall(each)).items():
        (as_words if word.islower() else as_names)[word.lower()] += n
    together = as_words + as_names
    listed = listed_counts()
    scale = sum(listed.values()) / max(together.total(), 1)
    others = {
        word: n * scale
        for word, n in sorted(together.items())
        if word not in listed
        and len(word) >= _LEAST_LETTERS
        and (as_words[word] >= _LEAST_WORD or as_names[word] >= _LEAST_NAME)
        and not _is_slip(word, n, together, listed)
    }
    names = frozenset(
        word
        for word, n in as_names.items()
        if (word in listed or word in others)
        and n >= _LEAST_NAME
        and n >= _NAME_SHARE * together[word]
    )
    return NativeWords(others, names)


def _is_slip(word: str, n: int, counts: Mapping[str, int], listed: Mapping[str, float]) -> bool:
    return any(
        other in listed and counts.get(other, 0) >= _SLIP * n for other in one_letter_apart(word)
    )
