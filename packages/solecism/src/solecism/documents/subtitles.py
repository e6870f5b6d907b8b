"""Subtitles (.srt and .vtt): sentences run over cues; numbers, times and tags are not text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from solecism.documents.document import PARAGRAPH_BREAK, Document, PlainText, TextBlock
from solecism.language.sentence_splitter import FINAL

_TIMES = re.compile(
    r"[ \t]*(?P<start>(?:\d{1,3}:)?\d{1,2}:\d{2})[.,]\d{1,3}[ \t]*-->[ \t]*[\d:.,]+[^\n]*"
)
_TAG = re.compile(r"</?[a-zA-Z\d][^<>\n]{0,200}>|\{\\[^{}\n]{0,200}\}|&#?\w{1,20};")
_SPEAKER = re.compile(r"\s*(?:[-–—]\s|>>)")


def parse_text(source: str) -> Document:
    """The document of the text of an .srt or .vtt file, with a block per cue."""
    plain = PlainText(source)
    blocks: list[TextBlock] = []
    is_final = False
    for label, lines in _cues(source):
        start = plain.length
        for number, (first, last) in enumerate(lines):
            line = source[first:last]
            if plain.length:
                is_new = is_final or _SPEAKER.match(line)
                plain.add(PARAGRAPH_BREAK if is_new else " ", first, first)
            if not number:
                start = plain.length
            _add_line(plain, source, first, last)
            is_final = line.rstrip().endswith(FINAL)
        if plain.length > start:
            blocks.append(TextBlock(start, plain.length, label))
    return Document(plain.text, tuple(blocks), plain.map)


def _cues(source: str) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """The time of every cue, and where its lines begin and end."""
    label: str | None = None
    lines: list[tuple[int, int]] = []
    start = 0
    for line in source.splitlines(keepends=True):
        end = start + len(line.rstrip())
        times = _TIMES.match(line)
        if times and lines and source[slice(*lines[-1])].isdecimal():
            # The number of the next cue, without a blank line before it.
            lines.pop()
        if times or not line.strip():
            if label is not None:
                yield label, lines
            label, lines = times and _shown(times["start"]), []
        elif label is not None:
            lines.append((start, end))
        start += len(line)
    if label is not None:
        yield label, lines


def _shown(time: str) -> str:
    """A time with hours.

    >>> _shown("1:12"), _shown("01:02:03")
    ('00:01:12', '01:02:03')
    """
    parts = [part.zfill(2) for part in time.split(":")]
    return ":".join(["00"] * (3 - len(parts)) + parts)


def _add_line(plain: PlainText, source: str, first: int, last: int) -> None:
    """Add a line of a cue without its tags."""
    done = first
    for tag in _TAG.finditer(source, first, last):
        plain.keep(done, tag.start())
        if tag[0].startswith("&"):
            plain.add(unescape(tag[0]), tag.start(), tag.end())
        done = tag.end()
    plain.keep(done, last)
