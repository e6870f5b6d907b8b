"""How often native text has each word with each tag, for the lists that errors are made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from solecism.sentence import Sentence

WordCounts = Counter[tuple[str, str]]

# Never to be put into anybody's mouth.
UNWELCOME = frozenset(
    "ass asses arse bitch bastard crap damn dick fuck fucking fucked hell piss porn pussy shit "
    "shitty slut tit tits whore nigger fag rape raped cock cunt sex sexy nude".split()
)


# Of *can't*, *won't*, *gonna* and the like.
_PIECES = frozenset(("ca", "wo", "sha", "ai", "gon", "wan", "na", "ta"))
_LETTERS = ("a", "I")
_VOWELS = frozenset("aeiouyI")


def count_words(sentences: Iterable[Sentence]) -> WordCounts:
    """The counts of tagged sentences; first words are counted in small letters, but for *I*."""
    counts: WordCounts = Counter()
    for sentence in sentences:
        words = sentence.words
        if words and words[0] != "I" and sentence.tags[0] not in ("NNP", "NNPS"):
            words = (words[0].lower(), *words[1:])
        counts.update(zip(words, sentence.tags, strict=True))
    return counts


def is_dictionary_word(word: str) -> bool:
    """Whether a word is spelled like a dictionary entry, unlike *pct*, *NASA*, *Paris* or *x*.

    >>> [is_dictionary_word(word) for word in ("house", "I", "pct", "Paris", "b")]
    [True, True, False, False, False]
    """
    return (
        word.isascii()
        and word.isalpha()
        and (word.islower() or word == "I")
        and not _VOWELS.isdisjoint(word)
        and (len(word) > 1 or word in _LETTERS)
        and word not in UNWELCOME
        and word not in _PIECES
    )
