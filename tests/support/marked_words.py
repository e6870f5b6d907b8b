"""Places in sentences that are marked by brackets: *She [go] home*, *She is[] late*."""

from __future__ import annotations

from solecism.checking.word_context import WordContext
from solecism.language.annotate import annotate


def marked(text: str, new: str | None) -> WordContext:
    """The words in brackets, or the gap, with the words to write there."""
    begin, rest = text.split("[")
    old, end = rest.split("]")
    gap = "" if old or end.startswith((" ", ".")) or begin.endswith(" ") else " "
    [sentence] = annotate(f"{begin}{old}{gap}{end}", "a")
    starts = sentence.starts
    first = sum(start < len(begin) for start in starts)
    last = sum(start < len(begin) + len(old) for start in starts)
    return WordContext(sentence, first, last, old, new)
