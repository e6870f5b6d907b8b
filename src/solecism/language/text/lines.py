"""Line ends that end a sentence, as in letters, headings and lists, unlike wrapped text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

LINE_END = re.compile(r"[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]\s*+")
BULLET = re.compile(r"[-–—*•·▪◦+>]\s|\(?\d{1,3}[.)]\s|\(?[a-zA-Z][.)]\s|[-=*_]{3}|https?://|www\.")
SALUTATION = re.compile(r"(?:dear|hi|hello|hey|good (?:morning|afternoon|evening))\b", re.I)
FINAL = tuple('.?!…:;"”’)')
# A text whose longest line lies between these may have been wrapped at that width.
NARROWEST, WIDEST = 45, 120
# A line is full when the next word would take it over this share of the width; less is enough
# where a small letter follows and no final sign stands before.
FULL, HALF_FULL = 0.8, 0.5
# A greeting is no longer than this, and an item of a list has no more words.
GREETING_LENGTH, ITEM_WORDS = 40, 3


class Line(NamedTuple):
    """A line: its text, its end, the start of the next, and whether a blank line follows."""

    text: str
    end: int
    after: int
    is_last: bool


def sentence_ends(text: str) -> list[tuple[int, int]]:
    """The line ends that end a sentence: end of the line, start of the next one with text."""
    first = LINE_END.search(text)
    if first is None or first.end() == len(text):
        # Most paragraphs are one line.
        return [first.span()] if first else []
    ends = []
    for block in blocks(text):
        width = max(len(line.text) for line in block)
        for line, following in zip(block, [*block[1:], None], strict=True):
            if following is None or ends_sentence(line.text, following.text, width):
                ends.append((line.end, line.after))
    if ends and ends[-1][0] == len(text):
        ends.pop()
    return ends


def blocks(text: str) -> Iterator[list[Line]]:
    """Lines between blank lines."""
    block: list[Line] = []
    start = 0
    for match in LINE_END.finditer(text):
        end, after = match.span()
        block.append(Line(text[start:end].strip(), end, after, is_blank(match.group())))
        start = after
        if block[-1].is_last:
            yield block
            block = []
    if rest := text[start:].strip():
        block.append(Line(rest, len(text), len(text), True))
    if block:
        yield block


def is_blank(gap: str) -> bool:
    """Whether white space from a line end on contains a blank line or a new page.

    >>> is_blank("\\r\\n"), is_blank("\\n  \\n"), is_blank("\\f")
    (False, True, True)
    """
    return gap != "\n" and (gap[0] in "\f\u2029" or len(f"{gap}x".splitlines()) > 2)


def ends_sentence(line: str, following: str, width: int) -> bool:
    """Whether a sentence certainly ends between two lines of a block, given its longest line.

    >>> ends_sentence("Dear Kim,", "thank you for your letter.", 80)
    True
    >>> ends_sentence("I went to the", "station at once.", 16)
    False
    """
    if BULLET.match(following) or (len(line) <= GREETING_LENGTH and SALUTATION.match(line)):
        return True
    words = following.split(None, ITEM_WORDS)
    goes_on = words[0][0].islower() and not line.endswith(FINAL)
    if width >= NARROWEST:
        full = width * (HALF_FULL if goes_on else FULL)
        return width > WIDEST or len(line) + 1 + len(words[0]) <= full
    is_list = len(words) <= ITEM_WORDS and len(line.split()) <= ITEM_WORDS
    return is_list or not goes_on
