"""Whether a text is English, by its most frequent words, or by a dictionary if these are few."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from solecism.language.spelling.dictionary import listed_counts

# The commonest words of English that are not common in other languages as well.
_COMMON = """
    the of and to is that it for you was with are this have be not at from they he she his her
    or by but what all were we when your there can an each which their said if will up about out
    many then them these some would make him has look two more go see my than been who its now
    did get may how our after very because just good could where much should well only think
    also before other know want people into over had i like time day when year work being were
    n't 's 'm 're 've 'll 'd ca wo me us do does so as on in a
""".split()
_KNOWN = frozenset(form for word in _COMMON for form in (word, word.capitalize(), word.upper()))
# Words with a capital are left out, because names are the same in all languages: lists of people
# and of books are not another language. Of the rest, half the words of English prose are in the
# list above, but about a tenth of the words of other languages.
_LEAST_SHARE = 0.25
# A text is taken to go on as it began unless this many common words more, or less, speak against.
_MARGIN = 1
# Fewer words than these (headings, names, lists) say little: only a clear sign changes the result.
_LEAST_WORDS = 5
_SURE_SHARE = 0.5
# Headlines, lists and news have few common words. Short words are left out of the dictionary's
# verdict, because they are the same in many languages; of longer ones at most half are.
_LEAST_LETTERS, _LEAST_LONGER, _LISTED_SHARE = 4, 3, 0.75
# Both counts in one number, so that one sum finds both.
_ONE_COMMON = 1 << 32
_MAX_WORDS = 1 << 14
_LAST_LATIN = "\u02af"
_LETTERS_PER_WORD = 4


class _WordCounts(dict[str, int]):
    """What a word adds to the counts of lower-case words and of common English words."""

    def __missing__(self, word: str) -> int:
        if len(self) >= _MAX_WORDS:
            self.clear()
        self[word] = counts = _n_words(word) + _ONE_COMMON * (word in _KNOWN)
        return counts


def _n_words(word: str) -> int:
    """How many words a string counts as: more if it has letters that English does not have.

    >>> [_n_words(word) for word in ("garden", "Berlin", "7", "zjedliśmy", "मेरे", "今天下雨了")]
    [1, 0, 0, 2, 2, 2]
    """
    if word.isascii():
        return int(word.isalpha() and not word.istitle())
    if word[0] > _LAST_LATIN and unicodedata.category(word[0]) == "Lo":
        # Other scripts may have no spaces between words.
        return 1 + len(word) // _LETTERS_PER_WORD
    return 2 * int(word.isalpha() and not word.istitle())


_WORD_COUNTS = _WordCounts()


def is_english(words: Iterable[str], *, so_far: bool = True) -> bool:
    """Whether the words are English; `so_far` says whether the text before them was.

    >>> is_english("I am waiting for the bus since two hours".split())
    True
    >>> is_english("Ich warte nun schon seit zwei Stunden auf den Bus".split())
    False
    >>> is_english(["Berlin"], so_far=False)
    False
    """
    words = list(words)
    n_common, n_words = divmod(sum(map(_WORD_COUNTS.__getitem__, words)), _ONE_COMMON)
    if n_words < _LEAST_WORDS:
        return so_far or n_common > _SURE_SHARE * n_words
    if n_common + (_MARGIN if so_far else -_MARGIN) > _LEAST_SHARE * n_words:
        return True
    return so_far and _are_listed(words)


def _are_listed(words: Iterable[str]) -> bool:
    """Whether most longer words are in the dictionary.

    >>> _are_listed("Sales of cars rose while exports fell sharply".split())
    True
    """
    longer = [word for word in words if len(word) >= _LEAST_LETTERS and word.islower()]
    n_listed = sum(word in listed_counts() for word in longer)
    return len(longer) >= _LEAST_LONGER and n_listed >= _LISTED_SHARE * len(longer)
