"""CLC-FCE: exam answers in XML with errors and corrections inside the text (read only).

Yannakoudakis, Briscoe and Medlock (2011), "A new dataset and method for automatically grading
ESOL texts". An error is `<NS type="RT"><i>in</i><c>at</c></NS>`, and may stand inside another:

- Where the outer one has a correction, it is one edit from the learner's words to the outer
  correction, whose kind joins the codes, the innermost first: `RT+RV`.
- Where it has none (`<NS type="R">...</NS>`), the errors inside it stay edits of their own, with
  its code joined to theirs, and what is left of it is marked.
- An error without correction is an edit that changes nothing and says so in its comment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from solecism.edit import Annotation
from solecism.formats.fce.marked_text import Piece, sentences
from solecism.formats.xml_stream import XmlStream
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
    reader = _Reader(file)
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
    pieces: list[Piece]
    notes: dict[str, str]


@dataclass(slots=True)
class _OpenError:
    """An error whose end has not been read yet: its code, and its content so far."""

    code: str
    loose: list[Piece] = field(default_factory=list)
    incorrect: list[Piece] | None = None
    correct: list[Piece] | None = None

    def pieces(self) -> list[Piece]:
        """The pieces of text that the error consists of."""
        if self.incorrect is not None or self.correct is not None:
            return [self._corrected(self.incorrect or [], self.correct or [])]
        if not any(piece.before or piece.codes for piece in self.loose):
            return [Piece("", "", (self.code,), is_corrected=False)]
        return [
            replace(
                piece,
                codes=(*piece.codes, self.code),
                is_corrected=bool(piece.codes) and piece.is_corrected,
            )
            for piece in self.loose
        ]

    def _corrected(self, incorrect: list[Piece], correct: list[Piece]) -> Piece:
        inner = [code for piece in incorrect + correct for code in piece.codes]
        return Piece(
            "".join(piece.before for piece in incorrect),
            "".join(piece.after for piece in correct),
            (*inner, self.code),
        )


class _Reader(XmlStream[_Paragraph]):
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
        self._pieces: list[Piece] = []

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
            self._add(Piece(text, text))
        elif self._open and self._open[-1] in _NOTES:
            self._notes[_NOTES[self._open[-1]]] += text.strip()

    def _add(self, piece: Piece) -> None:
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
