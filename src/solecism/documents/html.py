"""HTML: the text that a page shows, and where it stands in the source."""

from __future__ import annotations

from html import unescape
from html.parser import HTMLParser
from itertools import accumulate

from solecism.documents.document import PARAGRAPH_BREAK, Document
from solecism.documents.encoding import declared_in_html, decoded
from solecism.documents.source_map import PlainText

_NOT_TEXT = frozenset(
    """script style template svg math textarea select noscript iframe object audio video canvas
    title pre""".split()
)
# Text in these stands for a word of its sentence.
_CODE = frozenset("code kbd samp var tt".split())
_INLINE = frozenset(
    """a abbr acronym b bdi bdo big cite data del dfn em font i ins label mark q rb s small span
    strike strong sub sup time u wbr""".split()
)
# Elements without an end.
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
# Elements whose end may be left out: where they are hidden, nobody knows how far.
_OPTIONAL_END = frozenset("body dd dt head html li option p td th tr".split())
_ONLY_SPACES = str.maketrans("\n\r\t\f", "    ")


def parse(data: bytes, *, file: str) -> Document:
    """The document of the bytes of an .html file."""
    source, encoding, notes = decoded(data, file=file, declared=declared_in_html(data))
    reader = _Reader(source)
    reader.feed(source)
    reader.close()
    return Document(reader.plain.text, source=reader.plain.map, encoding=encoding, notes=notes)


class _Reader(HTMLParser):
    """Collects the text of a page, with the places of all its pieces in the source."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=False)
        self.plain = PlainText(source)
        self._source = source
        lines = source.split("\n")
        self._line_starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
        # The names of the elements that are open and whose text is not read, outermost first.
        self._closed_to_text: list[str] = []
        self._is_code = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        self._break(tag)
        if tag in _VOID:
            return
        is_hidden = ("hidden", None) in attrs and tag not in _OPTIONAL_END
        if tag in _NOT_TEXT or is_hidden or self._closed_to_text[:1] == [tag]:
            self._closed_to_text.append(tag)
        elif tag in _CODE:
            self._is_code = True

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element that is written as if it ended at once; in HTML only void ones do."""
        self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        """End an element, and with it those that were not ended in it."""
        if tag in self._closed_to_text:
            while self._closed_to_text and self._closed_to_text.pop() != tag:
                pass
        if tag in _CODE:
            self._is_code = False
        self._break(tag)

    def handle_data(self, data: str) -> None:
        """Add text."""
        self._add(data.translate(_ONLY_SPACES), len(data))

    def handle_entityref(self, name: str) -> None:
        """Add a character that is written by its name."""
        self._reference(f"&{name}")

    def handle_charref(self, name: str) -> None:
        """Add a character that is written by its number."""
        self._reference(f"&#{name}")

    def _reference(self, written: str) -> None:
        has_end = self._source.startswith(";", self._position + len(written))
        self._add(unescape(f"{written};"), len(written) + has_end)

    @property
    def _position(self) -> int:
        line, column = self.getpos()
        return self._line_starts[line - 1] + column

    def _add(self, text: str, length: int) -> None:
        if self._closed_to_text:
            return
        if self._is_code:
            text = "".join(" " if sign.isspace() else "x" for sign in text)
        self.plain.add(text, self._position, self._position + length)

    def _break(self, tag: str) -> None:
        """End a paragraph where an element begins or ends that is not part of a line."""
        if self._closed_to_text or tag in _INLINE or tag in _CODE or tag == "img":
            return
        start = self._position
        if not self.plain.ends_with(PARAGRAPH_BREAK):
            self.plain.add("\n" if tag == "br" else PARAGRAPH_BREAK, start, start)
