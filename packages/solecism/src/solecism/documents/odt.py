"""OpenDocument texts (.odt): paragraphs, headings, lists, tables, text boxes and notes.

Tracked deletions, comments, headers and footers are not part of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solecism.documents.document import Document, joined_paragraphs
from solecism.documents.kinds import PROTECTED
from solecism.documents.office import Package, PlaceLabels
from solecism.errors import InputError

if TYPE_CHECKING:
    from lxml.etree import _Element

_SPACE = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}%s"
_MANIFEST = "META-INF/manifest.xml"


def _tags(space: str, *names: str) -> frozenset[str]:
    return frozenset(_SPACE % (space, name) for name in names)


_PARAGRAPH = _tags("text", "p", "h")
_BODY = _tags("office", "body")
_NOTE, _CITATION = _tags("text", "note"), _tags("text", "note-citation")
_BOX = _tags("drawing", "text-box")
# What is not text: deletions, comments, and the contents of frames, which have paragraphs.
_NOT_TEXT = (
    _tags("text", "tracked-changes", "note", "note-citation", "ruby-text", "hidden-text")
    | _tags("office", "annotation", "forms")
    | _tags("drawing", "text-box", "object")
)
_SIGNS = {
    **dict.fromkeys(_tags("text", "tab"), "\t"),
    **dict.fromkeys(_tags("text", "line-break"), "\n"),
}
_SPACES = _tags("text", "s")
_COUNT = _SPACE % ("text", "c")
_OUTSIDE = _tags("text", "tracked-changes") | _tags("office", "annotation", "forms")


def parse(data: bytes, *, file: str) -> Document:
    """The document of the bytes of an .odt file."""
    package = Package(data, file)
    is_encrypted = "encrypted-package" in package.names or (
        _MANIFEST in package.names and b"encryption-data" in package.read(_MANIFEST)
    )
    if is_encrypted:
        raise InputError(f"{file}: {PROTECTED}")
    body = next(package.xml("content.xml").iter(*_BODY), None)
    if body is None:
        raise package.damaged()
    return joined_paragraphs([*_paragraphs(body), *_notes(body)])


def _paragraphs(body: _Element) -> Iterator[tuple[str, str, int]]:
    """The paragraphs that are not empty: text, label and no number."""
    labels = PlaceLabels(
        table=_tags("table", "table"),
        row=_tags("table", "table-row"),
        cell=_tags("table", "table-cell", "covered-table-cell"),
        box=_BOX,
    )
    left_out = _OUTSIDE | _NOTE
    for paragraph in body.iter(*_PARAGRAPH):
        text = _text(paragraph)
        if text.strip() and next(paragraph.iterancestors(*left_out), None) is None:
            yield text, labels.label(paragraph), 0


def _notes(body: _Element) -> Iterator[tuple[str, str, int]]:
    for count, note in enumerate(body.iter(*_NOTE), 1):
        for paragraph in note.iter(*_PARAGRAPH):
            text = _text(paragraph)
            if text.strip():
                yield text, f"note {count}", 0


def _text(paragraph: _Element) -> str:
    """The text of a paragraph; white space counts as one space, as the format has it."""
    return "".join(_pieces(paragraph)).strip(" ")


def _pieces(paragraph: _Element) -> Iterator[str]:
    yield _plain(paragraph.text)
    # Each element, and whether its content is behind it already.
    waiting = [(child, False) for child in reversed(paragraph)]
    while waiting:
        element, is_done = waiting.pop()
        tag = element.tag
        if is_done:
            yield _plain(element.tail)
            continue
        waiting.append((element, True))
        if tag in _SIGNS:
            yield _SIGNS[tag]
        elif tag in _SPACES:
            count = element.get(_COUNT, "1")
            yield " " * (int(count[:2]) if count.isdecimal() else 1)
        elif tag not in _NOT_TEXT:
            yield _plain(element.text)
            waiting += [(child, False) for child in reversed(element)]


def _plain(text: str | None) -> str:
    """The text of an element, in which line ends and tabs are only spaces."""
    return (text or "").replace("\n", " ").replace("\t", " ").replace("\r", " ")
