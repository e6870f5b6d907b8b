"""The lines of the pages of a PDF file, by the library PDFium; run as a process of its own.

PDFium keeps the order in which a program wrote the text, so that columns are read one after
another, and it recognises words that are divided at the end of a line.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from statistics import median
from typing import Any

import msgspec

MAX_PAGES = 3_000
MAX_CHARACTERS = 20_000_000
MAX_MEMORY = 1_500_000_000
# What PDFium puts where a word was divided.
_DIVISION = "\x02"
_LINE_END = "\n"
_LIGATURES = dict(enumerate(("ff", "fi", "fl", "ffi", "ffl", "st", "st"), 0xFB00))
# The size of the numbers of footnotes, at most, as a share of that of the text.
_SMALL = 0.8


class PdfProblem(StrEnum):
    """Why the pages of a file cannot be read."""

    DAMAGED = "damaged"
    PROTECTED = "protected"
    LONG = "long"


def main() -> None:
    """Read a file from standard input, and write its pages, or the problem, to standard output."""
    _limit_memory()
    sys.stdout.buffer.write(msgspec.msgpack.encode(read_pages(sys.stdin.buffer.read())))


def read_pages(data: bytes) -> list[list[PdfLine]] | PdfProblem:
    """The lines of each page of a file with these bytes."""
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(data) as pdf:
            return PdfProblem.LONG if len(pdf) > MAX_PAGES else _pages(pdf)
    except pypdfium2.PdfiumError as error:
        is_protected = "password" in str(error).lower() or "security" in str(error).lower()
        return PdfProblem.PROTECTED if is_protected else PdfProblem.DAMAGED


def _pages(pdf: Any) -> list[list[PdfLine]] | PdfProblem:
    pages: list[list[PdfLine]] = []
    n_characters = 0
    for page in pdf:
        text = page.get_textpage()
        n_characters += text.count_chars()
        if n_characters > MAX_CHARACTERS:
            return PdfProblem.LONG
        pages.append(list(_lines(text, page.get_height())))
        text.close()
        page.close()
    return pages


def _lines(text: Any, height: float) -> Iterator[PdfLine]:
    from pypdfium2.raw import FPDFText_GetUnicode

    codes = (FPDFText_GetUnicode(text, index) for index in range(text.count_chars()))
    signs = _without_note_marks(text, [character(code) for code in codes])
    start = 0
    for end, sign in enumerate([*signs, _LINE_END]):
        if sign not in (_LINE_END, _DIVISION):
            continue
        visible = [index for index in range(start, end) if signs[index].strip()]
        if visible:
            ends = visible[0], visible[-1]
            written = "".join(signs[ends[0] : ends[1] + 1])
            yield _line(text, written, ends, sign == _DIVISION, height)
        start = end + 1


def character(code: int) -> str:
    """The text of a character by its number in Unicode, or what it stands for."""
    # Half of a surrogate pair, as broken fonts have them, is no character.
    if code > sys.maxunicode or 0xD800 <= code < 0xE000:
        return "\N{REPLACEMENT CHARACTER}"
    # Fonts of symbols have no letters: what is left are bullets of lists.
    if 0xE000 <= code < 0xF900:
        return "\N{BULLET}"
    return _LIGATURES.get(code) or chr(code).replace("\r", " ")


def _without_note_marks(text: Any, signs: list[str]) -> list[str]:
    """The characters of a page, with nothing for the small numbers of footnotes behind words."""
    from pypdfium2.raw import FPDFText_GetFontSize

    kept = list(signs)
    before = -1
    for index, sign in enumerate(signs):
        if not sign.isdecimal():
            before = -1 if sign.isspace() else index
        elif before >= 0:
            sizes = (FPDFText_GetFontSize(text, each) for each in (index, before))
            if next(sizes) < _SMALL * next(sizes):
                kept[index] = ""
    return kept


def _line(
    text: Any, written: str, ends: tuple[int, int], is_divided: bool, height: float
) -> PdfLine:
    first, last = ends
    left, bottom, _, _ = text.get_charbox(first, loose=True)
    _, _, right, _ = text.get_charbox(last, loose=True)
    # Bullets and other single signs are smaller than the letters of a line.
    boxes = (text.get_charbox(index, loose=True) for index in {first, (first + last) // 2, last})
    tallest = max(top - foot for _, foot, _, top in boxes)
    share = bottom / height if height else 0.5
    return PdfLine(written, left, right, bottom, tallest, share, is_divided)


def _limit_memory() -> None:
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit.
        return
    # A lower limit may hold already, and some systems allow none.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


# Lines above or below these shares of a page's height may be headers, footers and page numbers.
_HEADER, _FOOTER = 0.9, 0.1
# How far they are from the text, as a multiple of the usual distance of lines.
_MARGIN_GAP = 1.4
# The distance of lines with double spacing, as a multiple of the height of letters.
_DOUBLE_SPACING = 2.6
_NUMBER = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"(?:page|p\.|[-–—])?\s*#(?:\s*(?:/|of)\s*#)?\s*[-–—]?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PdfLine:
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


def usual_pitch(pages: Sequence[Sequence[PdfLine]]) -> float:
    """The median distance between a line and the line below it; at most that of double spacing."""
    pairs = [pair for page in pages for pair in pairwise(page)]
    gaps = [line.bottom - below.bottom for line, below in pairs if line.bottom > below.bottom]
    heights = [line.height for page in pages for line in page]
    if not gaps:
        return 0.0
    return min(median(gaps), _DOUBLE_SPACING * median(heights))


def without_margins(pages: Sequence[Sequence[PdfLine]]) -> list[list[PdfLine]]:
    """The pages without page numbers, and without headers and footers that are on several."""
    n_pages_with = Counter(text for page in pages for text in {_pattern(line) for line in page})
    least = max(2, len(pages) / 2)
    repeated = frozenset(text for text, n_pages in n_pages_with.items() if n_pages >= least)
    gap = _MARGIN_GAP * usual_pitch(pages)
    return [_without_margin(page, repeated, gap) for page in pages]


def _without_margin(page: Sequence[PdfLine], repeated: frozenset[str], gap: float) -> list[PdfLine]:
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


def _is_marginal(line: PdfLine, repeated: frozenset[str]) -> bool:
    if _FOOTER < line.share < _HEADER:
        return False
    pattern = _pattern(line)
    return pattern in repeated or _PAGE_NUMBER.fullmatch(pattern) is not None


def _pattern(line: PdfLine) -> str:
    """The text of a line with one sign for every number."""
    return _NUMBER.sub("#", line.text)
