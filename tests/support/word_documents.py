"""Word documents for tests: made in a few lines, and read back without the code under test."""

from __future__ import annotations

import io
from typing import Any

import docx
from docx.document import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn
from lxml import etree

from rule_detector import RuleDetector
from solecism import documents
from solecism.checking.answers.answered_files import AnswerOptions, answer_in_document
from solecism.checking.answers.word_comments import make_answer
from solecism.checking.texts import check_text
from solecism.finding import CheckedSentence

AUTHOR = "Solecism"


def saved(document: Document) -> bytes:
    """The bytes of a document's file."""
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def document_of(*paragraphs: str) -> Document:
    """A document of paragraphs, each given as the XML of its content."""
    document = docx.Document()
    for place, content in enumerate(paragraphs):
        document.element.body.insert(place, element(f"<w:p>{content}</w:p>"))
    return document


def element(xml: str) -> Any:
    """An element, given as XML without its namespaces."""
    name = xml.partition(">")[0]
    return parse_xml(xml.replace(name, f"{name} {nsdecls('w', 'm', 'r')}", 1))


def opened(data: bytes) -> Document:
    """The document of a file, by python-docx."""
    return docx.Document(io.BytesIO(data))


def checked_text(text: str) -> list[CheckedSentence]:
    """The checked sentences of a text, by the detector of three rules."""
    lines = text.splitlines(keepends=True)
    return list(check_text(lines, RuleDetector(), document="d", file="d.docx", markup=False))


def answered(data: bytes, *, is_tracked: bool = False) -> bytes:
    """The file of a document with an answer by the detector of three rules."""
    text = documents.parse(data, name="d.docx").text
    options = AnswerOptions(is_tracked)
    return answer_in_document(data, text, make_answer(checked_text(text)), options, file="d.docx")


def rejected(paragraph: Any) -> Any:
    """A copy of a paragraph without the changes that we have made in it."""
    copy = etree.fromstring(etree.tostring(paragraph))
    for each in list(copy.iter(qn("w:ins"), qn("w:del"))):
        if each.get(qn("w:author")) != AUTHOR:
            continue
        if each.tag == qn("w:del"):
            for text in each.iter(qn("w:delText")):
                text.tag = qn("w:t")
            for child in list(each):
                each.addprevious(child)
        each.getparent().remove(each)
    return copy
