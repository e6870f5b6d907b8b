"""A document of an editor at one version: its text, its language and its positions.

Positions of the protocol are lines, and columns in some encoding.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from lsprotocol import types
from lsprotocol.types import Position, PositionEncodingKind, Range
from pygls.uris import to_fs_path

from solecism.documents.kinds import language_of


@dataclass(frozen=True)
class EditorDocument:
    """A document as it was at one version."""

    uri: str
    identifier: str
    version: int
    lines: TextLines

    @property
    def text(self) -> str:
        """The text of the document."""
        return self.lines.text

    @cached_property
    def path(self) -> str:
        """The path of its file; empty for one that has not been saved."""
        return (to_fs_path(self.uri) or "") if self.uri.startswith("file:") else ""

    @cached_property
    def language(self) -> str | None:
        """Its language, None if nothing is known about it."""
        return language_of(self.identifier, self.path)

    def changed(
        self, version: int, changes: Iterable[types.TextDocumentContentChangeEvent]
    ) -> EditorDocument:
        """The document after changes, one after another."""
        lines = self.lines
        for change in changes:
            lines = lines.changed(getattr(change, "range", None), change.text)
        return replace(self, version=version, lines=lines)


# Other signs that may end a line do not do so in the protocol.
_LINE_END = re.compile(r"\r\n|\n|\r")


def _utf8(character: str) -> int:
    return len(character.encode("utf-8", "surrogatepass"))


def _utf16(character: str) -> int:
    return 1 + (ord(character) > 0xFFFF)


_UNITS: dict[str, Callable[[str], int]] = {
    PositionEncodingKind.Utf8.value: _utf8,
    PositionEncodingKind.Utf16.value: _utf16,
    PositionEncodingKind.Utf32.value: len,
}


@dataclass(frozen=True)
class TextLines:
    """A text with the offsets at which its lines begin, and the encoding of columns.

    >>> lines = TextLines("One \\N{CAT} of\\nthem.")
    >>> lines.position(6), lines.offset(Position(0, 7))
    (0:7, 6)
    """

    text: str
    encoding: str = PositionEncodingKind.Utf16.value
    starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts = (0, *(end.end() for end in _LINE_END.finditer(self.text)))
        object.__setattr__(self, "starts", starts)

    def position(self, offset: int) -> Position:
        """The position of a character."""
        line = bisect_right(self.starts, offset) - 1
        before = self.text[self.starts[line] : offset]
        n_units = len(before) if before.isascii() else sum(map(_UNITS[self.encoding], before))
        return Position(line, n_units)

    def range(self, start: int, end: int) -> Range:
        """The range of some characters."""
        return Range(self.position(start), self.position(end))

    def offset(self, position: Position) -> int:
        """The character at a position; one outside of its line or of the text is the nearest.

        A position inside a character is before it.
        """
        if position.line >= len(self.starts):
            return len(self.text)
        line = self._line(max(0, position.line))
        start, wanted = self.starts[max(0, position.line)], max(0, position.character)
        if line.isascii():
            return start + min(wanted, len(line))
        units = _UNITS[self.encoding]
        for index, character in enumerate(line):
            wanted -= units(character)
            if wanted < 0:
                return start + index
        return start + len(line)

    def changed(self, range: Range | None, text: str) -> TextLines:
        """The text with another text in a range, or another text altogether."""
        if range is None:
            return TextLines(text, self.encoding)
        start, end = sorted((self.offset(range.start), self.offset(range.end)))
        return TextLines(self.text[:start] + text + self.text[end:], self.encoding)

    def _line(self, number: int) -> str:
        """The text of a line without its end."""
        end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[number] : end].rstrip("\r\n")
