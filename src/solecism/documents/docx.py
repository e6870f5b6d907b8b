"""Word documents (.docx): paragraphs, headings, lists, tables, text boxes and notes.

Tracked deletions, hidden text, comments, headers and footers are not part of the text.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
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
_NOTES = {"footnotes": word_tags("footnote"), "endnotes": word_tags("endnote")}
_TYPE = word_tags("type")


def parse(data: bytes, *, file: str) -> Document:
    """The document of the bytes of a .docx file."""
    package = Package(data, file)
    main = main_part(package)
    blocks = [*_paragraphs(package.xml(main))]
    parts = _related(package, main)
    for kind, tags in _NOTES.items():
        if kind in parts:
            blocks += _notes(package.xml(parts[kind]), tags, kind.removesuffix("s"))
    return joined(blocks)


def main_part(package: Package) -> str:
    """The name of the part of a package that holds the main text."""
    main = _related(package, "").get("officeDocument")
    if main is None:
        raise package.damaged()
    return main


def _related(package: Package, part: str) -> dict[str, str]:
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


def _paragraphs(root: _Element) -> Iterator[tuple[str, str, int]]:
    """The paragraphs of the main text that are not empty: text, label and number of each."""
    labels = Labels(table=_TABLE, row=_ROW, cell=_CELL, box=TEXT_BOX)
    for number, paragraph in enumerate(root.iter(*PARAGRAPH), 1):
        text = _text(paragraph)
        if text.strip() and not is_fallback(paragraph):
            yield text, labels.label(paragraph), number


def _notes(root: _Element, tags: frozenset[str], kind: str) -> Iterator[tuple[str, str, int]]:
    """The paragraphs of footnotes or endnotes; lines that separate them from the text are none."""
    notes = [note for note in root.iter(*tags) if not _TYPE.intersection(note.attrib)]
    for count, note in enumerate(notes, 1):
        for paragraph in note.iter(*PARAGRAPH):
            text = _text(paragraph)
            if text.strip():
                yield text, f"{kind} {count}", 0


def _text(paragraph: _Element) -> str:
    return "".join(text for _, text in text_elements(paragraph))
