"""Opens a file of any kind to be checked: plain text, a document, or annotated text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solecism import documents
from solecism.check.reading.flagging import flagged
from solecism.check.reading.readings import Reading, read_document, read_sentences, read_text
from solecism.detect.detector import Detector
from solecism.errors import FormatError
from solecism.finding import CheckedSentence
from solecism.formats import files, registry


def open_file(path: str, document: str, notes: list[str], *, markup: bool = True) -> Reading:
    """The reading of a file, in the format of its name or content, else as plain text.

    What is to be said about the file is added to `notes`.
    """
    file = files.shown_name(path)
    format = registry.format_of(path)
    if format is not None and not registry.is_text(path):
        return read_sentences(registry.read([path], format, document=document), file=file)
    content = documents.read_unless_plain(path, markup=markup)
    if content is not None:
        notes += content.notes
        return read_document(content, document=document, file=file, markup=markup)
    lines = _without_nul(files.read_lines(path), file)
    return read_text(lines, document=document, file=file, markup=markup)


def check_file(
    path: str, document: str, detector: Detector, *, markup: bool = True, notes: list[str]
) -> Iterator[CheckedSentence]:
    """The checked sentences of one file."""
    reading = open_file(path, document, notes, markup=markup)
    return reading.place(flagged(reading.sentences, detector))


def _without_nul(lines: Iterable[str], file: str) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        if "\0" in line:
            raise FormatError(file, number, "contains a NUL character. Is this a text file?")
        yield line
