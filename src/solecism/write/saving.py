"""A text as a Word document: one paragraph per line."""

from __future__ import annotations

import re
from io import BytesIO

from solecism.system.extras import explain_missing

DOCX_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
# Characters that XML cannot hold.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def docx_of(text: str) -> bytes:
    """The bytes of a Word document with this text; an empty line parts paragraphs."""
    with explain_missing():
        from docx import Document

    document = Document()
    for paragraph in re.split(r"\n\s*\n", _NOT_XML.sub("", text.strip("\n"))):
        document.add_paragraph(paragraph)
    stream = BytesIO()
    document.save(stream)
    return stream.getvalue()
