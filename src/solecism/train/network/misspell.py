"""Made misspellings: letters left out, doubled, exchanged, or written as they sound."""

from __future__ import annotations

from solecism.corrupt.stream import Stream

_LEAST_LETTERS = 4
_VOWELS = "aeiou"
# Spellings that sound alike; each is written for the other.
_SOUNDS = (
    *(("ie", "ei"), ("ph", "f"), ("ck", "k"), ("tion", "sion"), ("ence", "ance"), ("ent", "ant")),
    *(("able", "ible"), ("wh", "w"), ("qu", "cu"), ("ou", "o"), ("ea", "ee"), ("gh", "g")),
    *(("ful", "full"), ("s", "c"), ("y", "i"), ("or", "er"), ("al", "el"), ("x", "cs")),
)
_N_TRIES = 4


def misspelt(word: str, stream: Stream) -> str | None:
    """A misspelling of a word in small letters; None where the word is too short.

    >>> misspelt("necessary", Stream(1, "a")) not in (None, "necessary")
    True
    """
    if len(word) < _LEAST_LETTERS or not (word.isascii() and word.isalpha() and word.islower()):
        return None
    for _ in range(_N_TRIES):
        way = _WAYS[stream.below(len(_WAYS))]
        made = way(word, stream)
        if made is not None and made != word:
            return made
    return None


def _left_out(word: str, stream: Stream) -> str:
    place = 1 + stream.below(len(word) - 1)
    return word[:place] + word[place + 1 :]


def _doubled(word: str, stream: Stream) -> str:
    place = 1 + stream.below(len(word) - 1)
    return word[:place] + word[place] + word[place:]


def _single(word: str, stream: Stream) -> str | None:
    pairs = [n for n in range(1, len(word)) if word[n] == word[n - 1]]
    if not pairs:
        return None
    place = pairs[stream.below(len(pairs))]
    return word[:place] + word[place + 1 :]


def _exchanged(word: str, stream: Stream) -> str:
    place = 1 + stream.below(len(word) - 2)
    return word[:place] + word[place + 1] + word[place] + word[place + 2 :]


def _other_vowel(word: str, stream: Stream) -> str | None:
    places = [n for n, letter in enumerate(word) if n and letter in _VOWELS]
    if not places:
        return None
    place = places[stream.below(len(places))]
    return word[:place] + _VOWELS[stream.below(len(_VOWELS))] + word[place + 1 :]


def _by_sound(word: str, stream: Stream) -> str | None:
    one, other = _SOUNDS[stream.below(len(_SOUNDS))]
    if stream.below(2):
        one, other = other, one
    return word.replace(one, other, 1) if one in word else None


_WAYS = (_left_out, _doubled, _single, _single, _exchanged, _other_vowel, *(_by_sound,) * 6)
