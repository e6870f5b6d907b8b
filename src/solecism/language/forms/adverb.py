"""The regular adverb of an adjective."""

from __future__ import annotations

_LEAST_LETTERS = 3


def adverb_of(adjective: str) -> str | None:
    """The adverb in *-ly*; None where there is no regular one.

    >>> [adverb_of(word) for word in ("quick", "happy", "gentle", "basic", "full", "good")]
    ['quickly', 'happily', 'gently', 'basically', 'fully', None]
    """
    if len(adjective) < _LEAST_LETTERS or adjective in _IRREGULAR:
        return None
    if adjective.endswith("y"):
        return adjective[:-1] + "ily"
    if adjective.endswith("le") and adjective[-3] not in "aeiou":
        return adjective[:-1] + "y"
    if adjective.endswith("ic"):
        return adjective + "ally"
    return adjective + ("y" if adjective.endswith("ll") else "ly")


def adjective_of(adverb: str) -> str | None:
    """The adjective of a regular adverb; None where the word is none.

    >>> [adjective_of(word) for word in ("quickly", "happily", "gently", "basically", "fully")]
    ['quick', 'happy', 'gentle', 'basic', 'full']
    >>> [adjective_of(word) for word in ("usually", "truly", "only", "fly")]
    ['usual', None, None, None]
    """
    if adverb in _NO_ADVERBS:
        return None
    if adverb in _ADJECTIVES:
        return _ADJECTIVES[adverb]
    for ending, other in _ENDINGS:
        adjective = adverb.removesuffix(ending) + other
        if adverb.endswith(ending) and adverb_of(adjective) == adverb:
            return adjective
    return None


_ENDINGS = (("ically", "ic"), ("ily", "y"), ("bly", "ble"), ("ply", "ple"), ("ly", ""))
_ADJECTIVES = {"fully": "full", "gently": "gentle"}
_NO_ADVERBS = frozenset(("only", "family", "fly", "reply", "supply", "apply", "truly", "early"))
_IRREGULAR = frozenset(("good", "fast", "hard", "late", "early", "long", "far"))
