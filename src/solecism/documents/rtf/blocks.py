"""The blocks of an .rtf file while it is read: paragraphs, cells, footnotes and text boxes."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

_DEFAULT_CODE_PAGE = "cp1252"


class RtfBlocks:
    """Collects characters of several encodings, and closes a block where a paragraph ends."""

    def __init__(self) -> None:
        self.is_in_table = False
        self._code_page = _DEFAULT_CODE_PAGE
        self._main: list[tuple[str, str]] = []
        self._own: list[tuple[str, str]] = []
        # UTF-16, because characters may come as halves of surrogate pairs.
        self._units = bytearray()
        self._bytes = bytearray()
        self._outer: list[bytearray] = []
        self._counts: dict[str, int] = {}
        self._row = self._column = 0

    def use_code_page(self, name: str) -> None:
        """Read single bytes in this code page from now on; an unknown one changes nothing."""
        try:
            self._code_page = codecs.lookup(name).name
        except LookupError:
            self._code_page = _DEFAULT_CODE_PAGE

    def add(self, text: str) -> None:
        """Add text to the block."""
        self._decode_bytes()
        self._units += text.encode("utf-16-le", "surrogatepass")

    def add_unit(self, unit: int) -> None:
        """Add a character, or half of one, by its number in UTF-16."""
        self._decode_bytes()
        self._units += unit.to_bytes(2, "little")

    def add_bytes(self, byte: bytes) -> None:
        """Add a byte of the code page; several may be one character."""
        self._bytes += byte

    def end(self, what: str) -> None:
        """End a block: a paragraph, a cell or, which is not a block, a row."""
        if self._outer:
            self.add("\n")
        elif what == "row":
            self._row, self._column = self._row + 1, 0
        elif what == "cell":
            if not self._row:
                self._row = 1
                self._count("table")
            self._column += 1
            table = self._counts["table"]
            self._close(f"table {table}, row {self._row}, column {self._column}")
        elif self.is_in_table:
            self.add("\n")
        else:
            self._row = self._column = 0
            self._close("paragraph")

    def open_own(self) -> None:
        """Begin a footnote or text box in the middle of a paragraph."""
        self._decode_bytes()
        self._outer.append(self._units)
        self._units = bytearray()

    def close_own(self, what: str) -> None:
        """End a footnote or text box, and go on with the paragraph around it."""
        text = self._taken()
        if self._outer:
            self._units = self._outer.pop()
        if text:
            self._own.append((text, f"{what} {self._count(what)}"))

    def finished(self) -> Iterator[tuple[str, str, int]]:
        """The text and label of every block, the text before footnotes and text boxes."""
        while self._outer:
            self.close_own("footnote")
        self._close("paragraph")
        for text, label in (*self._main, *self._own):
            yield text, label, 0

    def _close(self, what: str) -> None:
        if text := self._taken():
            label = f"{what} {self._count(what)}" if what == "paragraph" else what
            self._main.append((text, label))

    def _taken(self) -> str:
        self._decode_bytes()
        text = self._units.decode("utf-16-le", "replace").strip()
        self._units = bytearray()
        return text

    def _decode_bytes(self) -> None:
        if self._bytes:
            text = self._bytes.decode(self._code_page, "replace")
            self._units += text.encode("utf-16-le", "surrogatepass")
            self._bytes.clear()

    def _count(self, what: str) -> int:
        self._counts[what] = self._counts.get(what, 0) + 1
        return self._counts[what]
