"""What identifies a finding when lines have moved: its kind, its words and the words around it."""

from __future__ import annotations

from solecism import site as sites
from solecism.finding import Finding

_REACH = 3


def identity(finding: Finding) -> str:
    """The kind of a finding and its words in brackets, with three words on either side.

    It is the same as long as these words are, wherever the finding stands: people can read it in
    settings and baselines.

    >>> from solecism.finding import CheckedSentence, Place
    >>> from solecism.flag import Flag
    >>> from solecism.sentence import from_words
    >>> sentence = from_words("a.1", "We all depend of it .".split())
    >>> flag = Flag("a.1:3-4:preposition", "x", True, "wrong-preposition")
    >>> [finding] = CheckedSentence("a.txt", Place(1, 1), sentence, (flag,)).findings
    >>> identity(finding)
    'wrong-preposition: We all depend [of] it .'
    """
    site = sites.parse(finding.flag.site)
    words = finding.sentence.words
    before = words[max(0, site.start - _REACH) : site.start]
    after = words[site.end : site.end + _REACH]
    marked = f"[{' '.join(words[site.start : site.end])}]"
    around = " ".join((*before, marked, *after))
    return f"{finding.kind}: {' '.join(around.split())}"
