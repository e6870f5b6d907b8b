"""CLC-FCE: exam answers in XML with errors and corrections inside the text (read only).

Yannakoudakis, Briscoe and Medlock (2011), "A new dataset and method for automatically grading ESOL
texts". An error is `<NS type="RT"><i>in</i><c>at</c></NS>`, and may stand inside another:

- Where the outer one has a correction, it is one edit from the learner's words to the outer
  correction, whose kind joins the codes, the innermost first: `RT+RV`.
- Where it has none (`<NS type="R">...</NS>`), the errors inside it stay edits of their own, with
  its code joined to theirs, and what is left of it is marked.
- An error without correction is an edit that changes nothing and says so in its comment.

A correction may begin or end inside a word, join two words or split one. It is widened to the
characters between white space, both versions are tokenised, and the words at either end that are
the same in both are left out again. A correction across sentences keeps them together.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from solecism.edit import Annotation, Edit
from solecism.formats.xml_stream import XmlStream
from solecism.language.sentence_splitter import sentences as split_sentences
from solecism.language.tokeniser import tokenise
from solecism.sentence import Sentence

ANNOTATOR = "0"
ROOT, PARAGRAPH, ERROR = "learner", "p", "NS"
MAX_DEPTH = 100
_NOTES = {
    "language": "first_language",
    "age": "age",
    "score": "score",
    "question_number": "question_number",
    "exam_score": "exam_score",
}


def parse(lines: Iterable[str], *, document: str, file: str) -> Iterator[Sentence]:
    """The sentences of both answers of a script, with the corpus's edits, and facts as notes."""
    reader = _ScriptReader(file)
    n_sentences = 0
    for paragraph in reader.items(lines):
        numbered = sentences(paragraph.pieces, document=document, first=n_sentences + 1)
        for sentence, edits in numbered:
            n_sentences += 1
            yield replace(
                sentence,
                annotations=(Annotation(ANNOTATOR, edits),),
                after=sentence.after or "\n",
                notes=paragraph.notes,
            )


@dataclass(slots=True)
class _Paragraph:
    pieces: list[TextPiece]
    notes: dict[str, str]


@dataclass(slots=True)
class _OpenError:
    """An error whose end has not been read yet: its code, and its content so far."""

    code: str
    loose: list[TextPiece] = field(default_factory=list)
    incorrect: list[TextPiece] | None = None
    correct: list[TextPiece] | None = None

    def pieces(self) -> list[TextPiece]:
        """The pieces of text that the error consists of."""
        if self.incorrect is not None or self.correct is not None:
            return [self._corrected(self.incorrect or [], self.correct or [])]
        if not any(piece.before or piece.codes for piece in self.loose):
            return [TextPiece("", "", (self.code,), is_corrected=False)]
        return [
            replace(
                piece,
                codes=(*piece.codes, self.code),
                is_corrected=bool(piece.codes) and piece.is_corrected,
            )
            for piece in self.loose
        ]

    def _corrected(self, incorrect: list[TextPiece], correct: list[TextPiece]) -> TextPiece:
        inner = [code for piece in incorrect + correct for code in piece.codes]
        return TextPiece(
            "".join(piece.before for piece in incorrect),
            "".join(piece.after for piece in correct),
            (*inner, self.code),
        )


class _ScriptReader(XmlStream[_Paragraph]):
    """Reads a file paragraph by paragraph; only the current one is in memory."""

    def __init__(self, file: str) -> None:
        super().__init__(file, what="an FCE file")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.buffer_text = True
        self._open: list[str] = []
        self._notes: dict[str, str] = {}
        self._errors: list[_OpenError] = []
        self._pieces: list[TextPiece] = []

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._open and name != ROOT:
            raise self.problem(f"the document is <{name}>, not <{ROOT}>. Is this an FCE file?")
        if len(self._open) >= MAX_DEPTH:
            raise self.problem(f"elements nested more than {MAX_DEPTH} deep. Is this an FCE file?")
        self._open.append(name)
        if name == "head":
            self._notes["sortkey"] = attributes.get("sortkey", "")
        elif name in _NOTES:
            self._notes[_NOTES[name]] = ""
        elif name == ERROR:
            if PARAGRAPH not in self._open:
                raise self.problem("an <NS> outside any <p>. Put it into a paragraph.")
            self._errors.append(_OpenError(attributes.get("type", "")))
        elif name in ("i", "c") and self._errors:
            self._open_version(self._errors[-1], name)

    def _open_version(self, error: _OpenError, name: str) -> None:
        if (error.incorrect if name == "i" else error.correct) is not None:
            raise self.problem(f"a second <{name}> in one <NS>. Take one of them out.")
        if name == "i":
            error.incorrect = []
        else:
            error.correct = []

    def _end(self, name: str) -> None:
        self._open.pop()
        if name == ERROR:
            for piece in self._errors.pop().pieces():
                self._add(piece)
        elif name == PARAGRAPH:
            self.done.append(_Paragraph(self._pieces, dict(self._notes)))
            self._pieces = []
        elif name.startswith("answer"):
            for note in ("question_number", "exam_score"):
                self._notes.pop(note, None)

    def _characters(self, text: str) -> None:
        if PARAGRAPH in self._open:
            self._add(TextPiece(text, text))
        elif self._open and self._open[-1] in _NOTES:
            self._notes[_NOTES[self._open[-1]]] += text.strip()

    def _add(self, piece: TextPiece) -> None:
        """Add a piece to the open error if there is one, otherwise to the paragraph."""
        if not self._errors:
            self._pieces.append(piece)
            return
        error = self._errors[-1]
        inner = next(name for name in reversed(self._open) if name in (ERROR, "i", "c"))
        if inner == "i" and error.incorrect is not None:
            error.incorrect.append(piece)
        elif inner == "c" and error.correct is not None:
            error.correct.append(piece)
        else:
            error.loose.append(piece)


UNCORRECTED = "uncorrected"


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Some text before and after correction, and its error codes, the innermost first.

    Text without a code is right. A piece whose error has no correction stays as it is.
    """

    before: str
    after: str
    codes: tuple[str, ...] = ()
    is_corrected: bool = True


@dataclass(frozen=True, slots=True)
class CorrectionMark:
    """A piece with an error, at its place in the text before correction."""

    start: int
    end: int
    piece: TextPiece


def marked_text(pieces: Iterable[TextPiece]) -> tuple[str, list[CorrectionMark]]:
    """The text before correction, with single spaces, and the marks in it."""
    text = ""
    marks: list[CorrectionMark] = []
    for piece in pieces:
        before = _single_spaced(piece.before)
        if before.startswith(" ") and (not text or text[-1].isspace()):
            before = before.lstrip()
            if marks and marks[-1].end == len(text):
                # The space was there to part the words that are missing from the next ones.
                marks[-1] = _with_space(marks[-1])
        if piece.codes:
            marks.append(CorrectionMark(len(text), len(text) + len(before), piece))
        text += before
    return text, marks


def _with_space(mark: CorrectionMark) -> CorrectionMark:
    return replace(mark, piece=replace(mark.piece, after=mark.piece.after + " "))


def _single_spaced(text: str) -> str:
    """The text with each stretch of white space made one space."""
    inner = " ".join(text.split())
    if not inner:
        return " " if text else ""
    return " " * text[0].isspace() + inner + " " * text[-1].isspace()


def sentences(
    pieces: Iterable[TextPiece], *, document: str, first: int
) -> Iterator[tuple[Sentence, tuple[Edit, ...]]]:
    """The sentences of a paragraph, numbered from `first`, with their edits."""
    text, marks = marked_text(pieces)
    whole_sentences = _unbroken(split_sentences(text, document), marks)
    if marks and not whole_sentences:
        whole_sentences = [Sentence(document, "", (), ())]
    start = 0
    for number, sentence in enumerate(whole_sentences, first):
        is_last = number == first + len(whole_sentences) - 1
        end = start + len(sentence.text)
        own_marks = [mark for mark in marks if is_last or mark.end <= end]
        marks = marks[len(own_marks) :]
        shifted = [_shifted(mark, start, len(sentence.text)) for mark in own_marks]
        yield replace(sentence, id=f"{document}.{number}"), word_edits(sentence, shifted)
        start = end + len(sentence.after)


def _shifted(mark: CorrectionMark, start: int, length: int) -> CorrectionMark:
    """The mark relative to a sentence that begins at `start`."""
    piece = mark.piece
    if mark.start > start + length:
        # Behind the space that ends the paragraph.
        piece = replace(piece, after=" " + piece.after)
    first, last = (min(max(place - start, 0), length) for place in (mark.start, mark.end))
    return CorrectionMark(first, last, piece)


def _unbroken(parts: Iterable[Sentence], marks: Sequence[CorrectionMark]) -> list[Sentence]:
    """The sentences; those that a mark spans are joined."""
    whole: list[Sentence] = []
    end = start = 0
    for sentence in parts:
        if whole and any(mark.start < end < mark.end for mark in marks):
            whole[-1] = _joined(whole[-1], sentence)
        else:
            whole.append(sentence)
        end = start + len(sentence.text)
        start = end + len(sentence.after)
    return whole


def _joined(first: Sentence, second: Sentence) -> Sentence:
    shift = len(first.text) + len(first.after)
    return Sentence(
        first.id,
        first.text + first.after + second.text,
        first.words + second.words,
        first.starts + tuple(start + shift for start in second.starts),
        after=second.after,
    )


def word_edits(sentence: Sentence, marks: Sequence[CorrectionMark]) -> tuple[Edit, ...]:
    """The marks as edits of words; those that share a word become one edit.

    A correction of white space only that leaves the words as they are is left out.
    """
    edits: list[Edit] = []
    groups: list[list[CorrectionMark]] = []
    for mark in marks:
        group = [mark]
        edit = _edit(sentence, group)
        # One edit for several marks may begin earlier than each of them alone.
        while edits and edit.start < edits[-1].end:
            edits.pop()
            group = groups.pop() + group
            edit = _edit(sentence, group)
        edits.append(edit)
        groups.append(group)
    return tuple(edit for edit in edits if edit.comment or edit.before != edit.after)


def _edit(sentence: Sentence, group: Sequence[CorrectionMark]) -> Edit:
    """One edit for marks that stand together."""
    kind = "+".join(dict.fromkeys(code for mark in group for code in mark.piece.codes))
    if not any(mark.piece.is_corrected for mark in group):
        start, end = _overlapping(sentence, group[0].start, group[-1].end)
        words = sentence.words[start:end]
        return Edit(start, words, words, kind, comment=UNCORRECTED)
    left, right = _unspaced(sentence.text, group[0].start, group[-1].end)
    start, end = bisect_left(sentence.starts, left), bisect_left(sentence.starts, right)
    before, after = (
        sentence.words[start:end],
        tokenise(_corrected(sentence.text, left, right, group))[0],
    )
    n_first = _n_same(before, after)
    n_last = _n_same(before[n_first:][::-1], after[n_first:][::-1])
    return Edit(
        start + n_first,
        before[n_first : len(before) - n_last],
        after[n_first : len(after) - n_last],
        kind,
    )


def _overlapping(sentence: Sentence, start: int, end: int) -> tuple[int, int]:
    """The words that a span of characters touches; for an empty span the gap it stands in."""
    first = bisect_right(sentence.ends, start)
    return first, max(first, bisect_left(sentence.starts, end))


def _unspaced(text: str, start: int, end: int) -> tuple[int, int]:
    """The span widened on both sides up to white space."""
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return start, end


def _corrected(text: str, start: int, end: int, group: Sequence[CorrectionMark]) -> str:
    parts = []
    for mark in group:
        parts += [text[start : mark.start], mark.piece.after]
        start = mark.end
    return "".join(parts) + text[start:end]


def _n_same(words: Sequence[str], others: Sequence[str]) -> int:
    """How many words are the same from the beginning on."""
    return sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(words, others, strict=False))
    )
