"""The text of a paragraph of a .docx file, element by element, as a reader of the page sees it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

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
_TEXT, _RUN = word_tags("t"), word_tags("r")
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
        if tag in _TEXT:
            yield element, element.text or ""
        elif tag in _SIGNS:
            yield element, _SIGNS[tag]
        elif tag not in _NOT_TEXT and not (tag in _RUN and _is_hidden(element)):
            waiting += reversed(element)


def is_fallback(element: _Element) -> bool:
    """Whether an element is a second version of something, for old programs."""
    return any(above.tag == _FALLBACK for above in element.iterancestors())


def _is_hidden(run: _Element) -> bool:
    properties = next((child for child in run if child.tag in _PROPERTIES), ())
    return any(
        child.tag in _HIDDEN and not any(value in _FALSE for value in child.values())
        for child in properties
    )
