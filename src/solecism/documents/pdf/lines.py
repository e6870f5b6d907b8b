"""Lines of printed pages: their text and place, and which of them belong to the margin."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

# Lines above or below these shares of a page's height may be headers, footers and page numbers.
_HEADER, _FOOTER = 0.9, 0.1
# How far they are from the text, as a multiple of the usual distance of lines.
_MARGIN_GAP = 1.4
# The distance of lines with double spacing, as a multiple of the height of letters.
_DOUBLE_SPACING = 2.6
_NUMBER = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"(?:page|p\.|[-–—])?\s*#(?:\s*(?:/|of)\s*#)?\s*[-–—]?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page: its text, the edges of its ink, its height, and where on the page it is.

    `share` is the distance from the foot of the page as a share of the page's height. A line that
    `is_divided` ends in the middle of a word, and the hyphen is left out.
    """

    text: str
    left: float
    right: float
    bottom: float
    height: float
    share: float = 0.5
    is_divided: bool = False


def usual_pitch(pages: Sequence[Sequence[Line]]) -> float:
    """The median distance between a line and the line below it; at most that of double spacing."""
    pairs = [pair for page in pages for pair in pairwise(page)]
    gaps = [line.bottom - below.bottom for line, below in pairs if line.bottom > below.bottom]
    heights = [line.height for page in pages for line in page]
    if not gaps:
        return 0.0
    return min(median(gaps), _DOUBLE_SPACING * median(heights))


def without_margins(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """The pages without page numbers, and without headers and footers that are on several."""
    n_pages_with = Counter(text for page in pages for text in {_pattern(line) for line in page})
    least = max(2, len(pages) / 2)
    repeated = frozenset(text for text, n_pages in n_pages_with.items() if n_pages >= least)
    gap = _MARGIN_GAP * usual_pitch(pages)
    return [_without_margin(page, repeated, gap) for page in pages]


def _without_margin(page: Sequence[Line], repeated: frozenset[str], gap: float) -> list[Line]:
    """The lines of a page that lie close to some line of its text, in their order."""
    kept: set[int] = set()
    group: list[int] = []
    for index in sorted(range(len(page)), key=lambda index: page[index].bottom):
        if group and page[index].bottom - page[group[-1]].bottom > gap:
            group = []
        group.append(index)
        if group[0] in kept or not _is_marginal(page[index], repeated):
            kept.update(group)
    return [line for index, line in enumerate(page) if index in kept]


def _is_marginal(line: Line, repeated: frozenset[str]) -> bool:
    if _FOOTER < line.share < _HEADER:
        return False
    pattern = _pattern(line)
    return pattern in repeated or _PAGE_NUMBER.fullmatch(pattern) is not None


def _pattern(line: Line) -> str:
    """The text of a line with one sign for every number."""
    return _NUMBER.sub("#", line.text)
