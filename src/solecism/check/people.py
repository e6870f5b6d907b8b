"""Findings for people at a terminal: place, reason, the sentence with the words marked."""

from __future__ import annotations

import re
import unicodedata

from solecism.check import explain
from solecism.check.reasons.around import shortened
from solecism.check.reasons.reason import reason
from solecism.finding import Finding
from solecism.system.visible import visible

_WIDTH = 88
_INDENT = "    "
_BOLD, _RED, _GREEN, _DIM, _PLAIN = "\033[1m", "\033[1;31m", "\033[32m", "\033[2m", "\033[0m"
# Characters that would move the cursor, change colours or reverse the line.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_SPACE = re.compile(r"\s")


def format_finding(finding: Finding, *, colour: bool = False) -> str:
    """Four lines: `FILE:LINE:COLUMN: kind: reason`, the sentence, a mark with advice, a blank.

    A document without lines has its own places: `FILE: paragraph 3: kind: reason`.
    """
    where = f"{visible(finding.file)}:{' ' if finding.where else ''}{safe(finding.shown_place)}"
    what = explain.name(finding.flag.kind)
    why = ", ".join(filter(None, (reason(finding), explain.certainty(finding))))
    before, marked, behind = window(finding)
    sign = "^" * max(1, width(marked))
    advice = explain.advice(finding)
    if colour:
        where, what = f"{_BOLD}{where}{_PLAIN}", f"{_RED}{what}{_PLAIN}"
        why = f"{_DIM}{safe(why)}{_PLAIN}"
        marked = f"{_RED}{marked}{_PLAIN}" if marked else ""
        pointer = f"{_RED}{sign}{_PLAIN} {_GREEN}{safe(advice)}{_PLAIN}"
    else:
        why = safe(why)
        pointer = f"{sign} {safe(advice)}".rstrip()
    return (
        f"{where}: {what}: {why}\n{_INDENT}{before}{marked}{behind}\n"
        f"{_INDENT}{' ' * width(before)}{pointer}\n\n"
    )


def safe(text: str) -> str:
    """The text with characters replaced that cannot be shown in a line.

    >>> safe("a\\x1b[2Jb\\nc")
    'a\ufffd[2Jb c'
    """
    return _UNSAFE.sub("\N{REPLACEMENT CHARACTER}", _SPACE.sub(" ", text))


def width(text: str) -> int:
    """The number of terminal columns that a text takes.

    >>> width("abc"), width("\u4e2d"), width("e\u0301")
    (3, 2, 1)
    """
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def window(finding: Finding, most: int = _WIDTH) -> tuple[str, str, str]:
    """The sentence before, in and after the finding, cut to about this number of characters."""
    text, start, end = finding.sentence.text, finding.start, finding.end
    marked = shortened(text[start:end], most)
    starts = finding.sentence.starts
    first, last = (starts[0] if starts else 0), len(text)
    if last - first > most:
        half = max(10, (most - len(marked)) // 2)
        begin = max(first, min(start - half, last - most))
        last = min(last, max(begin + most, end))
        first = begin
    lead = "…" if first > (starts[0] if starts else 0) else ""
    tail = "…" if last < len(text) else ""
    return lead + safe(text[first:start]), safe(marked), safe(text[end:last]) + tail
