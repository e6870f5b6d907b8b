"""Words as people write them: with spaces only where there are any."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LEFT = re.compile(r"[,.!?;:)\]}%»…]+|n't|n’t|['’](s|m|d|re|ve|ll)|''", re.IGNORECASE)
_RIGHT = frozenset(("(", "[", "{", "$", "£", "€", "#", "«", "``"))
# The same sign opens and closes.
_BOTH = frozenset(('"', "'"))


def raw(words: Sequence[str]) -> tuple[str, list[int]]:
    """The text of a tokenised sentence, and where each word begins in it.

    >>> raw('He said " I ca n\\'t " , twice ( or so ) .'.split())[0]
    'He said "I can\\'t", twice (or so).'
    """
    text, starts, is_open = "", list[int](), dict.fromkeys(_BOTH, False)
    is_joined = True
    for word in words:
        is_left = bool(_LEFT.fullmatch(word)) or is_open.get(word, False)
        text += "" if is_joined or is_left else " "
        starts.append(len(text))
        text += word
        is_joined = word in _RIGHT
        if word in _BOTH:
            is_open[word] = is_joined = not is_open[word]
    return text, starts


def paragraphs(sentences: Sequence[Sequence[str]], *, n_sentences: int = 8) -> list[str]:
    """The sentences in paragraphs of so many."""
    texts = [raw(words)[0] for words in sentences]
    return [
        " ".join(texts[start : start + n_sentences]) for start in range(0, len(texts), n_sentences)
    ]
