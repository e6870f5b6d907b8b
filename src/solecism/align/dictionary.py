"""Which words are English, and which are derived from one another."""

from __future__ import annotations

from functools import cache, lru_cache

from solecism.language.tagging.tag import bundled_tagger

_MIN_STEM = 3
_ENDINGS = tuple(
    sorted(
        """
        s es ed d ing e y er or est ly ily ally al ial ical ic able ible ably ous ious ive ative
        ion ions ation ition sion ness iness ment ity ty ance ence ancy ency ant ent ary ory ful
        less ism ist ise ize ian an ship hood dom th t age ure ies ied ier iest n en
        """.split(),
        key=len,
        reverse=True,
    )
)


@cache
def _known_words() -> frozenset[str]:
    return frozenset(bundled_tagger().model.vocabulary())


def is_known(word: str) -> bool:
    """Whether a word in lower case is among those that the tagger has learnt from native text."""
    return word in _known_words()


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """A word without its derivational endings.

    >>> stem("weekly"), stem("inventions"), stem("inventive"), stem("thing")
    ('week', 'inv', 'inv', 'thing')
    """
    while True:
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= _MIN_STEM:
                word = word.removesuffix(ending)
                break
        else:
            return word
