"""Word documents (.docx): paragraphs, headings, lists, tables, text boxes and notes.

Tracked deletions, hidden text, comments, headers and footers are not part of the text: it is what
a reader of the page sees.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solecism.documents.document import Document, joined_paragraphs
from solecism.documents.office import Package, PlaceLabels

if TYPE_CHECKING:
    from lxml.etree import _Element

# The namespaces of files as Word writes them, and of those that follow the standard strictly.
_WORD = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
_MATH = (
    "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "http://purl.oclc.org/ooxml/officeDocument/math",
)
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"


def word_tags(*names: str) -> frozenset[str]:
    """The tags of elements of WordprocessingML, in both namespaces.

    >>> sorted(word_tags("p"))[1]
    '{http://schemas.openxmlformats.org/wordprocessingml/2006/main}p'
    """
    return frozenset(f"{{{space}}}{name}" for space in _WORD for name in names)


PARAGRAPH = word_tags("p")
TEXT_BOX = word_tags("txbxContent")
TEXT, RUN = word_tags("t"), word_tags("r")
_SIGNS = {
    **dict.fromkeys(word_tags("tab", "ptab"), "\t"),
    **dict.fromkeys(word_tags("br", "cr"), "\n"),
    **dict.fromkeys(word_tags("noBreakHyphen"), "-"),
    # A formula is a word of its sentence.
    **{f"{{{space}}}oMath": "x" for space in _MATH},
}
# Tracked deletions, the old places of moved text, and properties, which have tabs of their own.
_NOT_TEXT = word_tags("del", "moveFrom", "pPr", "rPr", "txbxContent") | {_FALLBACK}
_HIDDEN = word_tags("vanish", "specVanish")
_PROPERTIES = word_tags("rPr")
_FALSE = ("0", "false", "off")


def text_elements(paragraph: _Element) -> Iterator[tuple[_Element, str]]:
    """The elements of a paragraph that hold visible text, in order, and the text of each.

    Their texts joined are the text of the paragraph's block. The elements are `w:t`, `w:tab`,
    `w:br` and the like, and formulas, which count as one letter.
    """
    waiting = list(reversed(paragraph))
    while waiting:
        element = waiting.pop()
        tag = element.tag
        if tag in TEXT:
            yield element, element.text or ""
        elif tag in _SIGNS:
            yield element, _SIGNS[tag]
        elif tag not in _NOT_TEXT and not (tag in RUN and _is_hidden(element)):
            waiting += reversed(element)


def is_fallback(element: _Element) -> bool:
    """Whether an element is a second version of something, for old programs."""
    return any(above.tag == _FALLBACK for above in element.iterancestors())


def second_boxes(root: _Element) -> Iterator[tuple[_Element, _Element]]:
    """The text boxes that have a second version for old programs, each with that version."""
    for fallback in root.iter(_FALLBACK):
        seconds = list(fallback.iter(*TEXT_BOX))
        choices = fallback.itersiblings(preceding=True)
        firsts = [box for choice in choices for box in choice.iter(*TEXT_BOX)]
        firsts = [box for box in firsts if not is_fallback(box)]
        if len(firsts) == len(seconds):
            yield from zip(firsts, seconds, strict=True)


def _is_hidden(run: _Element) -> bool:
    properties = next((child for child in run if child.tag in _PROPERTIES), ())
    return any(
        child.tag in _HIDDEN and not any(value in _FALSE for value in child.values())
        for child in properties
    )


_TABLE, _ROW, CELL = word_tags("tbl"), word_tags("tr"), word_tags("tc")
NOTE = word_tags("footnote", "endnote")
NOTES = {"footnotes": word_tags("footnote"), "endnotes": word_tags("endnote")}
_TYPE = word_tags("type")


def parse(data: bytes, *, file: str) -> Document:
    """The document of the bytes of a .docx file."""
    package = Package(data, file)
    main = main_part(package)
    parts = related(package, main)
    notes = {kind: package.xml(parts[kind]) for kind in NOTES if kind in parts}
    return document_of(paragraphs(package.xml(main), notes))


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a .docx file that is not empty: its element, and what its block says of it."""

    element: _Element
    text: str
    label: str
    number: int = 0


def paragraphs(main: _Element, notes: Mapping[str, _Element]) -> Iterator[Paragraph]:
    """The paragraphs of the main text, and then those of footnotes and endnotes, by their roots."""
    yield from _main_paragraphs(main)
    for kind, root in notes.items():
        yield from _notes(root, NOTES[kind], kind.removesuffix("s"))


def document_of(paragraphs: Iterable[Paragraph]) -> Document:
    """The document with one block per paragraph."""
    return joined_paragraphs((each.text, each.label, each.number) for each in paragraphs)


def main_part(package: Package) -> str:
    """The name of the part of a package that holds the main text."""
    main = related(package, "").get("officeDocument")
    if main is None:
        raise package.damaged()
    return main


def related(package: Package, part: str) -> dict[str, str]:
    """The names of the parts that belong to a part, by the last word of their type."""
    folder, name = posixpath.split(part)
    relations = posixpath.join(folder, "_rels", f"{name}.rels")
    if relations not in package.names:
        return {}
    related: dict[str, str] = {}
    for relation in package.xml(relations):
        kind = posixpath.basename(str(relation.get("Type", "")))
        target = posixpath.join("/", folder, str(relation.get("Target", "")))
        related.setdefault(kind, posixpath.normpath(target).lstrip("/"))
    return related


def _main_paragraphs(root: _Element) -> Iterator[Paragraph]:
    labels = PlaceLabels(table=_TABLE, row=_ROW, cell=CELL, box=TEXT_BOX)
    for number, paragraph in enumerate(root.iter(*PARAGRAPH), 1):
        text = _text(paragraph)
        if text.strip() and not is_fallback(paragraph):
            yield Paragraph(paragraph, text, labels.label(paragraph), number)


def _notes(root: _Element, tags: frozenset[str], kind: str) -> Iterator[Paragraph]:
    """The paragraphs of footnotes or endnotes; lines that separate them from the text are none."""
    notes = [note for note in root.iter(*tags) if not _TYPE.intersection(note.attrib)]
    for count, note in enumerate(notes, 1):
        for paragraph in note.iter(*PARAGRAPH):
            text = _text(paragraph)
            if text.strip():
                yield Paragraph(paragraph, text, f"{kind} {count}")


def _text(paragraph: _Element) -> str:
    return "".join(text for _, text in text_elements(paragraph))
