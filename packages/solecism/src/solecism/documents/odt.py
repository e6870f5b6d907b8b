"""OpenDocument texts (.odt): paragraphs, headings, lists, tables, text boxes and notes.

Tracked deletions, comments, headers and footers are not part of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from solecism.documents.document import Document, joined_paragraphs
from solecism.documents.kinds import PROTECTED
from solecism.documents.office import Package, PlaceLabels
from solecism.errors import InputError

if TYPE_CHECKING:
    from lxml.etree import _Element

_SPACE = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}%s"
_MANIFEST = "META-INF/manifest.xml"


def tags(space: str, *names: str) -> frozenset[str]:
    """The tags of elements of one of the vocabularies of OpenDocument."""
    return frozenset(_SPACE % (space, name) for name in names)


_PARAGRAPH = tags("text", "p", "h")
_BODY = tags("office", "body")
NOTE = tags("text", "note")
CELL = tags("table", "table-cell", "covered-table-cell")
LIST_ITEM = tags("text", "list-item")
LISTS = LIST_ITEM | tags("text", "list")
BOX = tags("drawing", "text-box")
# What is not text: deletions, comments, and the contents of frames, which have paragraphs.
_NOT_TEXT = (
    tags("text", "tracked-changes", "note", "note-citation", "ruby-text", "hidden-text")
    | tags("office", "annotation", "forms")
    | tags("drawing", "text-box", "object")
)
_SIGNS = {
    **dict.fromkeys(tags("text", "tab"), "\t"),
    **dict.fromkeys(tags("text", "line-break"), "\n"),
}
SPACES = tags("text", "s")
COUNT = _SPACE % ("text", "c")
_OUTSIDE = tags("text", "tracked-changes") | tags("office", "annotation", "forms")
CONTENT = "content.xml"


def parse(data: bytes, *, file: str) -> Document:
    """The document of the bytes of an .odt file."""
    main = content_of(Package(data, file))
    return joined_paragraphs((text, label, 0) for _, text, label in paragraphs(main))


def content_of(package: Package) -> _Element:
    """The root element of the content of a file; InputError if it is encrypted."""
    is_encrypted = "encrypted-package" in package.names or (
        _MANIFEST in package.names and b"encryption-data" in package.read(_MANIFEST)
    )
    if is_encrypted:
        raise InputError(f"{package.file}: {PROTECTED}")
    root = package.xml(CONTENT)
    if next(root.iter(*_BODY), None) is None:
        raise package.damaged()
    return root


def paragraphs(root: _Element) -> Iterator[tuple[_Element, str, str]]:
    """The paragraphs that are not empty, those of notes last: element, text and label."""
    for body in islice(root.iter(*_BODY), 1):
        yield from _main_paragraphs(body)
        yield from _notes(body)


def _main_paragraphs(body: _Element) -> Iterator[tuple[_Element, str, str]]:
    labels = PlaceLabels(
        table=tags("table", "table"),
        row=tags("table", "table-row"),
        cell=CELL,
        box=BOX,
    )
    left_out = _OUTSIDE | NOTE
    for paragraph in body.iter(*_PARAGRAPH):
        text = _text(paragraph)
        if text.strip() and next(paragraph.iterancestors(*left_out), None) is None:
            yield paragraph, text, labels.label(paragraph)


def _notes(body: _Element) -> Iterator[tuple[_Element, str, str]]:
    for count, note in enumerate(body.iter(*NOTE), 1):
        for paragraph in note.iter(*_PARAGRAPH):
            text = _text(paragraph)
            if text.strip():
                yield paragraph, text, f"note {count}"


def _text(paragraph: _Element) -> str:
    """The text of a paragraph; white space counts as one space, as the format has it."""
    return "".join(text for _, _, text in text_pieces(paragraph)).strip(" ")


def text_pieces(paragraph: _Element) -> Iterator[tuple[_Element, str, str]]:
    """The pieces of the text of a paragraph, in order: element, place and text.

    The place is "text" for what an element begins with, "tail" for what comes after it, and empty
    for the element itself, which stands for a sign or for some spaces. Joined, without the spaces
    at either end, the pieces are the text of the paragraph; many of them are empty.
    """
    yield paragraph, "text", _plain(paragraph.text)
    # Each element, and whether its content is behind it already.
    waiting = [(child, False) for child in reversed(paragraph)]
    while waiting:
        element, is_done = waiting.pop()
        tag = element.tag
        if is_done:
            yield element, "tail", _plain(element.tail)
            continue
        waiting.append((element, True))
        if tag in _SIGNS:
            yield element, "", _SIGNS[tag]
        elif tag in SPACES:
            count = element.get(COUNT, "1")
            yield element, "", " " * (int(count[:2]) if count.isdecimal() else 1)
        elif tag not in _NOT_TEXT:
            yield element, "text", _plain(element.text)
            waiting += [(child, False) for child in reversed(element)]


def _plain(text: str | None) -> str:
    """The text of an element, in which line ends and tabs are only spaces."""
    return (text or "").replace("\n", " ").replace("\t", " ").replace("\r", " ")
