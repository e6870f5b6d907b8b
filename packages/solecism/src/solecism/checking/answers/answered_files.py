"""Answers are written into Word documents, the writer's own or new ones, and these to files."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from solecism.checking.answers.paragraph_marks import (
    ChangeElements,
    CommentRange,
    comment_on,
    mark_paragraph,
)
from solecism.checking.answers.word_comments import (
    Answer,
    CommentAnchors,
    Remark,
    WordComments,
    make_answer,
)
from solecism.checking.answers.word_file import (
    WordFile,
    WordNamespace,
    new_document,
    paragraph_spans,
)
from solecism.checking.checked_files import CheckSummary
from solecism.checking.suggested_edits import TextChange
from solecism.documents import Document, kinds, parse
from solecism.documents.docx import Paragraph, document_of, paragraphs
from solecism.errors import InputError
from solecism.finding import CheckedSentence
from solecism.formats import files, folders, text
from solecism.sentence import Sentence
from solecism.system.display_text import count, quoted


def answer_targets(paths: Sequence[str], output: str, *, is_folder: bool) -> dict[str, Path]:
    """The file for the answer to each path: `output` itself, or files in that folder.

    In a folder the answers have the names of the texts, and are in the same folders as these.
    InputError if an answer would replace a text.
    """
    if output == files.STANDARD_STREAM:
        raise InputError("--format docx writes Word files: name a file or a folder with --output.")
    target = Path(output)
    if is_folder or target.is_dir():
        targets = _in_folder(paths, target)
    else:
        for path in paths:
            if target.suffix.lower() != _suffix(path):
                ending = f"Give it a name that ends in {_suffix(path)}."
                raise InputError(f"{output}: the answer is a Word file. {ending}")
        targets = dict.fromkeys(paths, target)
    folders.keep_inputs(targets.values(), paths)
    return targets


def write_answers(
    checked: Iterable[tuple[str, Iterable[CheckedSentence]]],
    targets: Mapping[str, Path],
    options: AnswerOptions,
    summary: CheckSummary,
    *,
    markup: bool = True,
) -> None:
    """Write the answer to each file, given its path and its checked sentences.

    There is no answer to a file that cannot be read to its end, which `summary` records.
    """
    n_answers = 0
    for path, sentences in checked:
        n_problems = len(summary.problems)
        every = list(sentences)
        if len(summary.problems) > n_problems:
            continue
        try:
            data = answer_to(path, every, options, markup=markup)
        except InputError as error:
            summary.problems.append(str(error))
            continue
        folders.make_folder(targets[path].parent)
        files.write_bytes(str(targets[path]), data)
        n_answers += 1
    if n_answers:
        findings = count(summary.n_findings, "finding")
        summary.notes.append(f"{count(n_answers, 'answer')} with {findings} written.")


def answer_to(
    path: str,
    checked: Sequence[CheckedSentence],
    options: AnswerOptions,
    *,
    markup: bool = True,
) -> bytes:
    """The Word file that answers a text: the text's own file if it is one, else a new one.

    With `markup`, the text of HTML and LaTeX was checked without it, and is answered so. A program
    is answered with its code.
    """
    file = files.shown_name(path)
    data = b""
    if path != files.STANDARD_STREAM and Path(path).is_file():
        data = files.read_unpacked(path, most=kinds.MAX_BYTES)
    if kinds.by_content(data, file=file) is kinds.DOCX:
        return answer_in_document(data, _text(checked), make_answer(checked), options, file=file)
    if markup and data and kinds.by_name(path):
        checked = _without_markup(checked, parse(data, name=path))
    title = Path(files.document_name(path)).name
    return answer_to_text(_text(checked), make_answer(checked), options, file=title)


def _text(checked: Iterable[CheckedSentence]) -> str:
    return "".join(each.sentence.text + each.sentence.after for each in checked)


def _without_markup(
    checked: Sequence[CheckedSentence], document: Document
) -> Sequence[CheckedSentence]:
    """The sentences as a reader sees them, where they are those of a file with markup."""
    if document.source is None or document.source.is_identity or not checked:
        return checked
    lines = document.text.splitlines(keepends=True)
    plain = list(text.parse(lines, document="", file=""))
    if len(plain) != len(checked):
        raise InputError(f"{checked[0].file}: has changed while it was checked. Check it again.")
    return [
        replace(each, sentence=_as_seen(each.sentence, seen))
        for each, seen in zip(checked, plain, strict=True)
    ]


def _as_seen(written: Sentence, seen: Sentence) -> Sentence:
    """A sentence with all that is known about it, and the text of the same one without markup."""
    return replace(written, text=seen.text, words=seen.words, starts=seen.starts, after=seen.after)


def _in_folder(paths: Sequence[str], folder: Path) -> dict[str, Path]:
    is_file = folder.exists() and not folder.is_dir()
    if is_file or (folder.suffix.lower() in kinds.DOCX.suffixes and not folder.exists()):
        raise InputError(f"{folder}: is one file. For several texts, name a folder.")
    return folders.targets_in(folder, paths, _suffix)


def _suffix(path: str) -> str:
    """The ending of the answer to a text: that of a Word file stays, because of its macros."""
    suffix = files.unpacked(path).suffix.lower()
    return suffix if suffix in kinds.DOCX.suffixes else ".docx"


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
        self._word, self._answer, self._words = word, answer, WordNamespace.of(word.main)
        self._changes = answer.changes if options.is_tracked else ()
        date = {"date": f"{options.date:%Y-%m-%dT%H:%M:%SZ}"} if options.date else {}
        signature = {"author": AUTHOR, **date}
        numbers = self._words.free_numbers(word.main, *word.notes.values())
        self._elements = ChangeElements(self._words, signature, numbers)
        self._comments = WordComments(word, signature)
        self._anchors = CommentAnchors(word.main)

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
                TextChange(change.start - start, change.end - start, change.text)
                for change in self._changes[begin:stop]
                if change.end <= end
            ]
            if remarks or changes:
                self._answer_paragraph(paragraph, remarks, changes)
        return self._word.saved()

    def _answer_paragraph(
        self, paragraph: Paragraph, remarks: Sequence[Remark], changes: Sequence[TextChange]
    ) -> None:
        element = paragraph.element
        if not self._anchors.is_needed(element):
            ranges = [
                CommentRange(remark.start, remark.end, self._comments.add(remark))
                for remark in remarks
            ]
            mark_paragraph(element, ranges, changes, self._elements)
            return
        if changes:
            mark_paragraph(element, [], changes, self._elements)
        run = self._anchors.run_of(element)
        if run is not None:
            for remark in remarks:
                words = paragraph.text[remark.start : remark.end]
                where = f"In {paragraph.label}: {quoted(words)}."
                remark = replace(remark, lines=(where, *remark.lines))
                comment_on(run, run, self._comments.add(remark), self._words)
