"""PDF: the lines of its pages, joined to paragraphs, with divided words made whole.

Another process reads the pages (`solecism.documents.pdf_pages`), with limits of time and memory: a
small file can ask for a lot.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from solecism.documents.document import PARAGRAPH_BREAK, Document, TextBlock
from solecism.documents.kinds import PROTECTED
from solecism.documents.pdf_pages import (
    MAX_CHARACTERS,
    MAX_PAGES,
    PdfLine,
    PdfProblem,
    main,
    usual_pitch,
    without_margins,
)
from solecism.errors import InputError
from solecism.language.sentence_splitter import BULLET, FINAL
from solecism.system.installation import require_packages

if TYPE_CHECKING:
    from solecism.language.dictionary import Dictionary

MAX_SECONDS = 120
_PROBLEMS = {
    PdfProblem.DAMAGED: "is damaged, and cannot be read. Save it again as PDF.",
    PdfProblem.PROTECTED: PROTECTED,
    PdfProblem.LONG: f"has more than {MAX_PAGES:,} pages or {MAX_CHARACTERS // 1_000_000} million "
    "characters. Divide the document.",
}


def parse(data: bytes, *, file: str) -> Document:
    """The document of the bytes of a PDF file."""
    require_packages("pypdfium2")
    pages = _pages(data, file)
    if isinstance(pages, PdfProblem):
        raise InputError(f"{file}: {_PROBLEMS[pages]}")
    if not any(pages):
        raise InputError(
            f"{file}: has no text, only pictures of pages. Use a program for text recognition, "
            "or ask for the original document."
        )
    return document_of(without_margins(pages))


def _pages(data: bytes, file: str) -> list[list[PdfLine]] | PdfProblem:
    """The lines of each page."""
    command = [sys.executable, "-P", "-c", f"from {main.__module__} import main; main()"]
    # The process finds its modules where this one does.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(
            command,
            env=environment,
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=MAX_SECONDS,
            check=True,
        )
        return msgspec.msgpack.decode(done.stdout, type=list[list[PdfLine]] | PdfProblem)
    except (subprocess.SubprocessError, msgspec.MsgspecError) as error:
        raise InputError(
            f"{file}: needs too much time or memory to be read. Is it damaged? Save it again as "
            "PDF."
        ) from error


# Lines further apart than this many times the usual distance do not belong together, nor do
# lines of letters that differ more than this in height.
_WIDE_GAP, _OTHER_HEIGHT = 1.3, 1.2
# A line that begins further to the right than this many letters is indented.
_INDENT = 1.0
# How many lines before and after a line tell how wide its column is.
_NEIGHBOURS = 12
_LONGEST_WORD = 60
_LAST_WORD, _FIRST_WORD = re.compile(r"[\w'’-]+\Z"), re.compile(r"\w[\w'’-]*")


def document_of(pages: Sequence[Sequence[PdfLine]]) -> Document:
    """The document of the lines of all pages, with a block per line."""
    pieces: list[str] = []
    blocks: list[TextBlock] = []
    length = 0
    for label, text, separator in _separated(pages):
        blocks.append(TextBlock(length, length + len(text), label))
        pieces += (text, separator)
        length += len(text) + len(separator)
    return Document("".join(pieces[:-1]), tuple(blocks))


def _separated(pages: Sequence[Sequence[PdfLine]]) -> Iterator[tuple[str, str, str]]:
    """The label and text of every line, and what lies between it and the next."""
    lines = [
        (f"page {page}, line {number}", line)
        for page, lines in enumerate(pages, 1)
        for number, line in enumerate(lines, 1)
    ]
    widths = _column_edges([line for _, line in lines])
    pitch = usual_pitch(pages)
    for index, (label, line) in enumerate(lines):
        following = lines[index + 1][1] if index + 1 < len(lines) else None
        if following is None:
            yield label, line.text, ""
        elif line.is_divided:
            yield label, line.text, _hyphen(line.text, following.text)
        else:
            is_end = _ends_paragraph(line, following, pitch, widths[index])
            yield label, line.text, PARAGRAPH_BREAK if is_end else " "


def _ends_paragraph(line: PdfLine, following: PdfLine, pitch: float, edge: float) -> bool:
    is_final = line.text.endswith(FINAL)
    if BULLET.match(following.text):
        return True
    larger, smaller = sorted((line.height, following.height), reverse=True)
    if larger > smaller * _OTHER_HEIGHT:
        return True
    gap = line.bottom - following.bottom
    if gap < 0 or abs(gap) > _WIDE_GAP * 10 * pitch:
        # The next column or page.
        return is_final
    if gap > _WIDE_GAP * pitch:
        return True
    letter = _letter_width(following)
    if is_final and following.left > line.left + _INDENT * letter:
        return True
    # A line that had room for the next word was ended by the writer.
    first_word = following.text.split(None, 1)[0]
    return line.right + (len(first_word) + 2) * letter < edge


def _letter_width(line: PdfLine) -> float:
    return max(0.0, line.right - line.left) / len(line.text)


def _column_edges(lines: Sequence[PdfLine]) -> list[float]:
    """For every line, how far to the right the lines around it in its column reach."""
    edges = []
    for index, line in enumerate(lines):
        around = lines[max(0, index - _NEIGHBOURS) : index + _NEIGHBOURS + 1]
        column = [
            each.right for each in around if each.left < line.right and line.left < each.right
        ]
        edges.append(max(column, default=line.right))
    return edges


def _hyphen(line: str, following: str) -> str:
    """What stood between the halves of a divided word: a hyphen of its own, or nothing."""
    first, second = _LAST_WORD.search(line[-_LONGEST_WORD:]), _FIRST_WORD.match(following)
    if first is None or second is None:
        return "-"
    known = _dictionary().is_known
    whole, compound = f"{first[0]}{second[0]}", f"{first[0]}-{second[0]}"
    return "-" if not known(whole) and known(compound) else ""


@cache
def _dictionary() -> Dictionary:
    # Imported here, because few documents have divided words.
    from solecism.language.dictionary import Dictionary

    return Dictionary({})


__all__ = ["parse"]
