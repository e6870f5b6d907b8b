"""New Word documents, made of the paragraphs of a text."""

from __future__ import annotations

import io
import re
from datetime import datetime

from solecism.check.answers.elements import xml_text
from solecism.system.extras import explain_missing

# Lines up to the next blank line.
_PARAGRAPH = re.compile(r"^[^\S\n]*\S.*(?:\n[^\S\n]*\S.*)*", re.MULTILINE)
# The library's own date would be that of its template.
_DATE = datetime(1980, 1, 1)


def paragraph_spans(text: str) -> list[tuple[int, int]]:
    """The spans of characters of the paragraphs of a text, which blank lines divide.

    >>> paragraph_spans("One.\\nTwo.\\n \\nThree.\\n")
    [(0, 9), (12, 18)]
    """
    return [match.span() for match in _PARAGRAPH.finditer(text)]


def new_document(text: str, *, title: str) -> bytes:
    """A .docx file on A4 paper with one paragraph per span, character for character.

    Each character that Word files cannot hold is replaced by another one.
    """
    with explain_missing():
        import docx
        from docx.oxml import OxmlElement
        from docx.shared import Mm
        from docx.text.paragraph import Paragraph

    document = docx.Document()
    section = document.sections[0]
    section.page_width, section.page_height = Mm(210), Mm(297)
    properties = document.core_properties
    properties.author, properties.comments, properties.title = "", "", xml_text(title)
    properties.created = properties.modified = _DATE
    # The library looks for this end of the body again before each paragraph that it adds.
    end_of_body = section._sectPr
    for start, end in paragraph_spans(text):
        element = OxmlElement("w:p")
        end_of_body.addprevious(element)
        Paragraph(element, document).add_run(xml_text(text[start:end].replace("\r", " ")))
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()
