"""*a* before vowel sounds and *an* before consonant sounds, which are certainly wrong."""

from __future__ import annotations

import re
from functools import lru_cache

from solecism.language.forms.article import indefinite_article

# Words, not numbers and abbreviations, which people pronounce in several ways; nor words that
# take both articles: *an historic, an herb*.
_SURE = re.compile(r"[A-Za-z][a-z]+(?:-[A-Za-z]+)*")
_EITHER = re.compile(r"h(?:erb|ist|otel|abit|ero[ie]|ypo|yster|allu|ilari|oriz|umb)", re.IGNORECASE)
_MAX_CACHED = 50_000


@lru_cache(_MAX_CACHED)
def sure_article(following: str) -> str:
    """The indefinite article before a word, empty where it is not certain.

    >>> sure_article("hour"), sure_article("university"), sure_article("X-ray"), sure_article("11")
    ('an', 'a', '', '')
    """
    if not _SURE.fullmatch(following) or _EITHER.match(following):
        return ""
    return indefinite_article(following)
