"""The indefinite article: *a* before consonant sounds, *an* before vowel sounds."""

from __future__ import annotations

import re

# Vowel letters that begin with a consonant sound (*use*, *European*, *one*).
_CONSONANT_SOUND = re.compile(
    r"eu|ew|uni(?!n|m(?!o)|d(?!i)|ll|ss|rr)|un(?:anim|ic)|us(?:[aeiu]|ur)|ut[eio]|ura|uro|uri|uk|ub[io]|ufo\b"
    r"|once|one\b|one-|ouija|oui\b|u(?=$|-)"
)
# A silent h (*hour*, *honest*, *heir*).
_SILENT_H = re.compile(r"hour|hono[u]?r|honest|heir(?!l)|heirloom|hors d")
# Numbers said with a vowel first: eight, eighty, eleven, eighteen, and their thousands.
_VOWEL_NUMBER = re.compile(r"8|1[18](?:\D|$|(?:\d{3})+\b|,\d)")
_VOWEL_LETTERS = frozenset("AEFHILMNORSX")


def indefinite_article(word: str) -> str:
    """The article, *a* or *an*, that goes before the word.

    >>> [indefinite_article(word) for word in ("hour", "European", "MBA", "umbrella", "11th")]
    ['an', 'a', 'an', 'an', 'an']
    """
    if word[:1].isdigit():
        return "an" if _VOWEL_NUMBER.match(word) else "a"
    lower = word.lower()
    if _is_spelt_out(word):
        return "an" if word[0] in _VOWEL_LETTERS else "a"
    if lower[:1] == "h":
        return "an" if _SILENT_H.match(lower) else "a"
    if lower[:1] and lower[0] in "aeiouáéèíóúàäöü":
        return "a" if _CONSONANT_SOUND.match(lower) else "an"
    return "a"


def _is_spelt_out(word: str) -> bool:
    """Whether the word is read letter by letter: a few capitals, or capitals without a vowel."""
    letters = word.replace(".", "").rstrip("0123456789")
    if not letters.isascii() or not letters.isalpha() or not letters.isupper():
        return bool(re.match(r"[A-Za-z]-", word)) and word[0].upper() == word[0]
    return len(letters) <= 3 or not set(letters) & set("AEIOUY")
