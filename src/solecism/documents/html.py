"""HTML: the text that a page shows, and where it stands in the source."""

from __future__ import annotations

import re
from html import unescape

from solecism.documents.document import Document
from solecism.documents.encoding import declared_in_html, decoded
from solecism.documents.html_tokens import Token, tokens
from solecism.documents.source_map import PARAGRAPH_BREAK, PlainText

_NOT_TEXT = frozenset(
    """script style template svg math textarea select noscript iframe object audio video canvas
    title pre del""".split()
)
# Text in these stands for a word of its sentence.
_CODE = frozenset("code kbd samp var tt".split())
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


def parse(data: bytes, *, file: str) -> Document:
    """The document of the bytes of an .html file."""
    source, encoding, notes = decoded(data, file=file, declared=declared_in_html(data))
    plain = plain_text(source)
    return Document(plain.text, source=plain.map, encoding=encoding, notes=notes)


def plain_text(page: str) -> PlainText:
    """The text of a page, with the places of all its pieces in the source."""
    plain = PlainText(page)
    # The names of the elements that are open and whose text is not read, outermost first.
    closed: list[str] = []
    # The innermost element of those that change how text is read.
    style = ""
    for token in tokens(page):
        kind, name = token.kind, token.name
        if kind in ("begin", "end"):
            if kind == "end" and name in closed:
                del closed[len(closed) - 1 - closed[::-1].index(name) :]
            if not closed and name not in _INLINE:
                _end_line(plain, name, token.start)
            if name in _CODE or name == "sup":
                style = name if kind == "begin" else ""
            if kind == "begin" and _is_closed(token, closed):
                closed.append(name)
        elif not closed:
            written = page[token.start : token.end]
            text = unescape(written) if kind == "reference" else written.translate(_ONLY_SPACES)
            plain.add(_styled(text, style), token.start, token.end)
    return plain


def _styled(text: str, style: str) -> str:
    """Code as a word of the same length; nothing for the raised number of a footnote."""
    if style == "sup":
        return "" if text.strip(" []()").isdecimal() else text
    return _SIGN.sub("x", text) if style else text


def _is_closed(token: Token, closed: list[str]) -> bool:
    """Whether an element holds no text; elements of the same name in it are counted."""
    is_hidden = token.is_hidden and token.name not in _OPTIONAL_END | _VOID
    return token.name in _NOT_TEXT or is_hidden or token.name in closed[:1]


def _end_line(plain: PlainText, name: str, place: int) -> None:
    """End a line, or a paragraph, where an element begins or ends that is not part of a line."""
    plain.add("\n" if name == "br" else PARAGRAPH_BREAK, place, place)
