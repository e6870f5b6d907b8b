"""Which words are English, and which of them are made from one another."""

from __future__ import annotations

from functools import lru_cache

# Words that a dictionary of nouns, verbs, adjectives and adverbs lacks.
FUNCTION_WORDS = frozenset(
    """
    a about above across after against all along although am among amongst an and another any
    anybody anyone anything are around as at because been before behind being below beneath
    beside besides between beyond both but by can could despite did do does during each either
    every everybody everyone everything except few for from had has have he her hers herself him
    himself his how however i if in inside into is it its itself less many me mine might more
    most much must my myself near neither no nobody none nor not nothing of off on one oneself
    onto or other others ought our ours ourselves out outside over own per rather shall she
    should since so some somebody someone something such than that the their theirs them
    themselves then there these they this those though through throughout till to toward towards
    under unless until up upon us versus via was we were what whatever when whenever where
    whereas wherever whether which whichever while who whoever whom whose why will with within
    without would yet you your yours yourself yourselves
    """.split()
)
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


@lru_cache(maxsize=1 << 16)
def is_known(word: str) -> bool:
    """Whether a word in lower case is English."""
    if word in FUNCTION_WORDS:
        return True
    from lemminflect import getAllLemmas

    return bool(getAllLemmas(word))


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """What is left of a word without the endings that make words from words.

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
