"""The lines of the pages of a PDF file, by the library PDFium; run as a process of its own.

PDFium keeps the order in which a program wrote the text, so that columns are read one after
another, and it recognises words that are divided at the end of a line.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from typing import Any

import msgspec

from solecism.documents.pdf.lines import Line

MAX_PAGES = 3_000
MAX_CHARACTERS = 20_000_000
MAX_MEMORY = 1_500_000_000
# What PDFium puts where a word was divided.
_DIVISION = "\x02"
_LINE_END = "\n"
_LIGATURES = dict(enumerate(("ff", "fi", "fl", "ffi", "ffl", "st", "st"), 0xFB00))
# The size of the numbers of footnotes, at most, as a share of that of the text.
_SMALL = 0.8


class Problem(StrEnum):
    """Why the pages of a file cannot be read."""

    DAMAGED = "damaged"
    PROTECTED = "protected"
    LONG = "long"


def main() -> None:
    """Read a file from standard input, and write its pages, or the problem, to standard output."""
    _limit_memory()
    sys.stdout.buffer.write(msgspec.msgpack.encode(read_pages(sys.stdin.buffer.read())))


def read_pages(data: bytes) -> list[list[Line]] | Problem:
    """The lines of each page of a file with these bytes."""
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(data) as pdf:
            return Problem.LONG if len(pdf) > MAX_PAGES else _pages(pdf)
    except pypdfium2.PdfiumError as error:
        is_protected = "password" in str(error).lower() or "security" in str(error).lower()
        return Problem.PROTECTED if is_protected else Problem.DAMAGED


def _pages(pdf: Any) -> list[list[Line]] | Problem:
    pages: list[list[Line]] = []
    n_characters = 0
    for page in pdf:
        text = page.get_textpage()
        n_characters += text.count_chars()
        if n_characters > MAX_CHARACTERS:
            return Problem.LONG
        pages.append(list(_lines(text, page.get_height())))
        text.close()
        page.close()
    return pages


def _lines(text: Any, height: float) -> Iterator[Line]:
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


def _line(text: Any, written: str, ends: tuple[int, int], is_divided: bool, height: float) -> Line:
    first, last = ends
    left, bottom, _, _ = text.get_charbox(first, loose=True)
    _, _, right, _ = text.get_charbox(last, loose=True)
    # Bullets and other single signs are smaller than the letters of a line.
    boxes = (text.get_charbox(index, loose=True) for index in {first, (first + last) // 2, last})
    tallest = max(top - foot for _, foot, _, top in boxes)
    share = bottom / height if height else 0.5
    return Line(written, left, right, bottom, tallest, share, is_divided)


def _limit_memory() -> None:
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit.
        return
    # A lower limit may hold already, and some systems allow none.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
