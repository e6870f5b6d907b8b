"""Answers written into Word documents: the writer's own, or a new one made of a text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from solecism.check.advice.changes import Change
from solecism.check.answers.anchors import Anchors
from solecism.check.answers.comments import Comments
from solecism.check.answers.elements import Words
from solecism.check.answers.marks import ChangeElements, CommentRange, comment_on, mark
from solecism.check.answers.new_document import new_document, paragraph_spans
from solecism.check.answers.remarks import Answer, Remark
from solecism.check.answers.word_file import WordFile
from solecism.check.reasons.around import quoted
from solecism.documents.docx import Paragraph, document_of, paragraphs
from solecism.errors import InputError

AUTHOR = "Solecism"


@dataclass(frozen=True, slots=True)
class AnswerOptions:
    """How an answer is written: with tracked changes or not, and with which date, if any."""

    is_tracked: bool = False
    date: datetime | None = None


def answer_in_document(
    data: bytes, text: str, answer: Answer, options: AnswerOptions, *, file: str
) -> bytes:
    """The .docx file with comments at the remarks on its text, and with tracked changes if asked.

    Everything else in the file stays as it is.
    """
    word = WordFile(data, file)
    every = list(paragraphs(word.main, word.notes))
    document = document_of(every)
    if document.text != text:
        raise InputError(f"{file}: has changed while it was checked. Check it again.")
    if not answer.remarks:
        return data
    spans = [(block.start, block.end) for block in document.blocks]
    return _Writer(word, answer, options).written(spans, every)


def answer_to_text(text: str, answer: Answer, options: AnswerOptions, *, file: str) -> bytes:
    """A new .docx file of the paragraphs of a text, with the answer in it."""
    word = WordFile(new_document(text, title=file), file)
    writer = _Writer(word, answer, options)
    return writer.written(paragraph_spans(text), list(paragraphs(word.main, {})))


class _Writer:
    """Writes an answer into the paragraphs of a Word file."""

    def __init__(self, word: WordFile, answer: Answer, options: AnswerOptions) -> None:
        self._word, self._answer, self._words = word, answer, Words.of(word.main)
        self._changes = answer.changes if options.is_tracked else ()
        date = {"date": f"{options.date:%Y-%m-%dT%H:%M:%SZ}"} if options.date else {}
        signature = {"author": AUTHOR, **date}
        numbers = self._words.free_numbers(word.main, *word.notes.values())
        self._elements = ChangeElements(self._words, signature, numbers)
        self._comments = Comments(word, signature)
        self._anchors = Anchors(word.main)

    def written(self, spans: Sequence[tuple[int, int]], every: Sequence[Paragraph]) -> bytes:
        """The bytes of the file with the answer; paragraph i has the characters of span i."""
        remark_starts = [remark.start for remark in self._answer.remarks]
        change_starts = [change.start for change in self._changes]
        for (start, end), paragraph in zip(spans, every, strict=True):
            first, last = bisect_left(remark_starts, start), bisect_left(remark_starts, end)
            begin, stop = bisect_left(change_starts, start), bisect_right(change_starts, end)
            remarks = [
                replace(remark, start=remark.start - start, end=min(remark.end, end) - start)
                for remark in self._answer.remarks[first:last]
            ]
            changes = [
                Change(change.start - start, change.end - start, change.text)
                for change in self._changes[begin:stop]
                if change.end <= end
            ]
            if remarks or changes:
                self._answer_paragraph(paragraph, remarks, changes)
        return self._word.saved()

    def _answer_paragraph(
        self, paragraph: Paragraph, remarks: Sequence[Remark], changes: Sequence[Change]
    ) -> None:
        element = paragraph.element
        if not self._anchors.is_needed(element):
            ranges = [
                CommentRange(remark.start, remark.end, self._comments.add(remark))
                for remark in remarks
            ]
            mark(element, ranges, changes, self._elements)
            return
        if changes:
            mark(element, [], changes, self._elements)
        run = self._anchors.run_of(element)
        if run is not None:
            for remark in remarks:
                words = paragraph.text[remark.start : remark.end]
                where = f"In {paragraph.label}: {quoted(words)}."
                remark = replace(remark, lines=(where, *remark.lines))
                comment_on(run, run, self._comments.add(remark), self._words)
