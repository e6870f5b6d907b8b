"""How a word sounds, roughly: two words with the same key are often confused in writing."""

from __future__ import annotations

import re
from functools import lru_cache

# In this order; what is on the right is not changed again by what comes before it.
_RULES = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"^(?:ps|sc(?=[eiy]))", "s"),
        (r"^(?:kn|gn|pn)", "n"),
        (r"^wr", "r"),
        (r"^x", "s"),
        (r"^wh", "w"),
        (r"ph", "f"),
        (r"(?<=[aeiou])gh(?=t|$)", ""),
        (r"gh", "g"),
        (r"tch|ch|t(?=ure)", "C"),
        (r"sch|sh|(?<=.)[tcs]i(?=[ao])", "S"),
        (r"th", "T"),
        (r"ck|q|c(?![eiy])", "k"),
        (r"dg|g(?=[eiy])", "j"),
        (r"sc(?=[eiy])|c|z", "s"),
        (r"x", "ks"),
        (r"mb$", "m"),
        (r"(?<=[bcdfgjklmnpqrstvwxz])e?(?=s?$)", ""),
        (r"(?<=[aeiouy])[hw]", ""),
        (r"v", "f"),
        (r"(.)\1+", r"\1"),
        (r"[aeiouy]+", "a"),
        (r"(?<=.)a(?!$)", ""),
        (r"(.)\1+", r"\1"),
    )
)


@lru_cache(maxsize=1 << 14)
def sound_key(word: str) -> str:
    """The consonants of a word in lower case by their sound, and whether it ends in a vowel.

    >>> [sound_key(word) for word in ("fite", "fight", "sience", "science", "nation", "century")]
    ['ft', 'ft', 'sns', 'sns', 'nSn', 'sntra']
    """
    for pattern, sound in _RULES:
        word = pattern.sub(sound, word)
    return word
