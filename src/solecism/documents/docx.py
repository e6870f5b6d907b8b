"""Word documents (.docx): paragraphs, headings, lists, tables, text boxes and notes.

Tracked deletions, hidden text, comments, headers and footers are not part of the text.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solecism.documents.document import Document, joined
from solecism.documents.docx_text import (
    PARAGRAPH,
    TEXT_BOX,
    is_fallback,
    text_elements,
    word_tags,
)
from solecism.documents.labels import Labels
from solecism.documents.package import Package

if TYPE_CHECKING:
    from lxml.etree import _Element

_TABLE, _ROW, _CELL = word_tags("tbl"), word_tags("tr"), word_tags("tc")
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
    return joined((each.text, each.label, each.number) for each in paragraphs)


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
    labels = Labels(table=_TABLE, row=_ROW, cell=_CELL, box=TEXT_BOX)
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
