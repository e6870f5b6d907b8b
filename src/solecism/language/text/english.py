"""Whether a text is English, by its most frequent words."""

from __future__ import annotations

from collections.abc import Iterable

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
# Both counts in one number, so that one sum finds both.
_ONE_COMMON = 1 << 32
_MAX_WORDS = 50_000


class _WordCounts(dict[str, int]):
    """What a word adds to the counts of lower-case words and of common English words."""

    def __missing__(self, word: str) -> int:
        if len(self) >= _MAX_WORDS:
            self.clear()
        is_counted = word.isalpha() and not word.istitle()
        self[word] = counts = is_counted + _ONE_COMMON * (word in _KNOWN)
        return counts


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
    n_common, n_words = divmod(sum(map(_WORD_COUNTS.__getitem__, words)), _ONE_COMMON)
    if n_words < _LEAST_WORDS:
        return so_far or n_common > _SURE_SHARE * n_words
    return n_common + (_MARGIN if so_far else -_MARGIN) > _LEAST_SHARE * n_words
