"""Where to put comments on notes and text boxes: where the main text refers to them.

Not every program shows comments inside footnotes, endnotes and text boxes.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from solecism.check.answers.elements import Words
from solecism.documents.docx_text import TEXT_BOX

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_REFERENCES = {"footnote": "footnoteReference", "endnote": "endnoteReference"}


class Anchors:
    """The elements of the main text that stand for notes and text boxes."""

    def __init__(self, main: Element) -> None:
        self._main, self._words = main, Words.of(main)

    def is_needed(self, paragraph: Element) -> bool:
        """Whether comments cannot be placed in the paragraph itself."""
        root = paragraph.getroottree().getroot()
        return root is not self._main or self._box_child(paragraph) is not None

    def run_of(self, paragraph: Element) -> Element | None:
        """The run of the main text that shows a note or text box; None if there is none."""
        child = self._box_child(paragraph)
        top = paragraph if child is None else child
        if top.getroottree().getroot() is not self._main:
            child = self._reference(top)
        run = None if child is None else child.getparent()
        return run if run is not None and run.tag == self._words.tag("r") else None

    def _box_child(self, paragraph: Element) -> Element | None:
        """The child of a run that holds the text box around a paragraph, if there is one."""
        above = list(paragraph.iterancestors())
        if not any(element.tag in TEXT_BOX for element in above):
            return None
        run = self._words.tag("r")
        return next((each for each in reversed(above[:-1]) if each.getparent().tag == run), None)

    def _reference(self, element: Element) -> Element | None:
        """The sign in the main text that refers to the note around an element."""
        for above in element.iterancestors():
            for note, reference in _REFERENCES.items():
                if above.tag == self._words.tag(note):
                    return self._references.get((reference, above.get(self._words.tag("id"))))
        return None

    @cached_property
    def _references(self) -> dict[tuple[str, str | None], Element]:
        id = self._words.tag("id")
        return {
            (name, element.get(id)): element
            for name in _REFERENCES.values()
            for element in self._main.iter(self._words.tag(name))
        }
