"""HTML: the text that a page shows, and where it stands in the source.

Tags, references and texts are divided as the HTML standard does. The parser of Python's library
needs quadratic time for some pages before Python 3.13.6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from solecism.documents.document import PARAGRAPH_BREAK, Document, PlainText

_NOT_TEXT = frozenset(
    """script style template svg math textarea select noscript iframe object audio video canvas
    title pre del""".split()
)
# Text in these stands for a word of its sentence.
_CODE = frozenset("code kbd samp var tt".split())
_STYLES = _CODE | {"sup"}
# Only these may end at once, with a slash.
_FOREIGN = ("svg", "math")
_INLINE = frozenset(
    """a abbr acronym b bdi bdo big cite data del dfn em font i ins label mark q rb s small span
    strike strong sub sup time u wbr img code kbd samp var tt""".split()
)
# Elements without an end.
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
# Elements whose end may be left out: where they are hidden, nobody knows how far.
_OPTIONAL_END = frozenset("body dd dt head html li option p td th tr".split())
_SIGN = re.compile(r"\S")
_ONLY_SPACES = str.maketrans("\n\r\t\f", "    ")


def parse_text(page: str) -> Document:
    """The document of a page."""
    reader = _Reader(page)
    reader.read()
    return Document(reader.plain.text, source=reader.plain.map)


class _Reader:
    """Reads a page from its beginning to its end, and collects its text."""

    def __init__(self, page: str) -> None:
        self.plain = PlainText(page)
        self._page = page
        # The outermost open element without text, and how many of its name are open in it.
        self._closed, self._depth = "", 0
        # The innermost element of those that change how text is read.
        self._style = ""

    def read(self) -> None:
        """Read everything."""
        for token in html_tokens(self._page):
            if token.kind == "begin":
                self._begin(token)
            elif token.kind == "end":
                self._end(token)
            elif not self._closed:
                self._add(token)

    def _begin(self, token: HtmlToken) -> None:
        if self._closed:
            self._depth += token.name == self._closed
            return
        self._end_line(token)
        if token.name in _STYLES:
            self._style = token.name
        if _has_no_text(token):
            self._closed, self._depth = token.name, 1

    def _end(self, token: HtmlToken) -> None:
        if self._closed:
            self._depth -= token.name == self._closed
            if self._depth:
                return
            self._closed = ""
        self._end_line(token)
        if token.name in _STYLES:
            self._style = ""

    def _end_line(self, token: HtmlToken) -> None:
        """End a line or paragraph at an element that is not part of a line."""
        if token.name not in _INLINE:
            sign = "\n" if token.name == "br" else PARAGRAPH_BREAK
            self.plain.add(sign, token.start, token.start)

    def _add(self, token: HtmlToken) -> None:
        written = self._page[token.start : token.end]
        is_reference = token.kind == "reference"
        text = unescape(written) if is_reference else written.translate(_ONLY_SPACES)
        if self._style == "sup" and text.strip(" []()").isdecimal():
            # The number of a footnote.
            return
        is_code = self._style in _CODE
        self.plain.add(_SIGN.sub("x", text) if is_code else text, token.start, token.end)


def _has_no_text(token: HtmlToken) -> bool:
    """Whether an element holds no text that a reader sees."""
    if token.name in _FOREIGN and token.is_empty:
        return False
    is_hidden = token.is_hidden and token.name not in _OPTIONAL_END | _VOID
    return token.name in _NOT_TEXT or is_hidden


# A tag that is never closed reaches to the end of the page, as in browsers.
_VALUE = r"""(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\s>"'][^\s>]*+)"""
_ATTRIBUTES = rf"(?:[\s/]++|=|[^\s/>=]++(?:\s*+=\s*+{_VALUE}?)?)*+"
_TOKEN = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))|<[!?][^>]*+(?:>|\Z)"
    rf"|<(?P<slash>/?)(?P<tag>[a-zA-Z][^\s/>]*+)(?P<attributes>{_ATTRIBUTES})(?:>|\Z)"
    r"|(?P<reference>&(?:\#\d{1,7}|\#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,31});?)"
    r"|(?P<text>[^<&]++|[<&])",
    re.DOTALL,
)
_HIDDEN = re.compile(r"(?:^|\s)hidden(?:[\s/=]|\Z)", re.IGNORECASE)
# In these elements there are no tags but their own end.
_RAW = frozenset("script style textarea title xmp iframe noembed noframes noscript".split())


class HtmlToken(NamedTuple):
    """A piece of a page: "begin" or "end" with the name of an element, "reference" or "text".

    An element that `is_empty` ends with a slash.
    """

    kind: str
    name: str
    start: int
    end: int
    is_hidden: bool = False
    is_empty: bool = False


def html_tokens(page: str) -> Iterator[HtmlToken]:
    """The tokens of a page in order; comments and declarations are left out."""
    position = 0
    while match := _TOKEN.match(page, position):
        position = match.end()
        if name := match["tag"]:
            name = name.lower()
            kind = "end" if match["slash"] else "begin"
            attributes = match["attributes"]
            is_hidden = _HIDDEN.search(attributes) is not None
            is_empty = attributes.endswith("/")
            yield HtmlToken(kind, name, match.start(), position, is_hidden, is_empty)
            if kind == "begin" and name in _RAW:
                closing = re.compile(rf"</{name}(?=[\s/>]|\Z)", re.IGNORECASE)
                end = closing.search(page, position)
                position = end.start() if end else len(page)
        elif match.lastgroup in ("reference", "text"):
            yield HtmlToken(match.lastgroup, "", match.start(), position)


__all__ = ["parse_text"]
