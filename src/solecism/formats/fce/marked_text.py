"""From a text with corrections marked in its characters to words and edits.

A correction may begin or end inside a word, join two words or split one. It is widened to the
characters between white space, both versions are tokenised, and the words at either end that
are the same in both are left out again. A correction across sentences keeps them together.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from solecism.edit import Edit
from solecism.language.text.split import sentences as split_sentences
from solecism.language.text.tokenise import tokenise
from solecism.sentence import Sentence

UNCORRECTED = "uncorrected"


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text before and after correction, and its error codes, the innermost first.

    Text without a code is right. A piece whose error has no correction stays as it is.
    """

    before: str
    after: str
    codes: tuple[str, ...] = ()
    is_corrected: bool = True


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece with an error, at its place in the text before correction."""

    start: int
    end: int
    piece: Piece


def layout(pieces: Iterable[Piece]) -> tuple[str, list[Mark]]:
    """The text before correction, with single spaces, and the marks in it."""
    text = ""
    marks: list[Mark] = []
    for piece in pieces:
        before = _single_spaced(piece.before)
        if before.startswith(" ") and (not text or text[-1].isspace()):
            before = before.lstrip()
            if marks and marks[-1].end == len(text):
                # The space was there to part the words that are missing from the next ones.
                marks[-1] = _with_space(marks[-1])
        if piece.codes:
            marks.append(Mark(len(text), len(text) + len(before), piece))
        text += before
    return text, marks


def _with_space(mark: Mark) -> Mark:
    return replace(mark, piece=replace(mark.piece, after=mark.piece.after + " "))


def _single_spaced(text: str) -> str:
    """The text with each stretch of white space made one space."""
    inner = " ".join(text.split())
    if not inner:
        return " " if text else ""
    return " " * text[0].isspace() + inner + " " * text[-1].isspace()


def sentences(
    pieces: Iterable[Piece], *, document: str, first: int
) -> Iterator[tuple[Sentence, tuple[Edit, ...]]]:
    """The sentences of a paragraph, numbered from `first`, with their edits."""
    text, marks = layout(pieces)
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


def _shifted(mark: Mark, start: int, length: int) -> Mark:
    """The mark relative to a sentence that begins at `start`."""
    piece = mark.piece
    if mark.start > start + length:
        # Behind the space that ends the paragraph.
        piece = replace(piece, after=" " + piece.after)
    first, last = (min(max(place - start, 0), length) for place in (mark.start, mark.end))
    return Mark(first, last, piece)


def _unbroken(parts: Iterable[Sentence], marks: Sequence[Mark]) -> list[Sentence]:
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


def word_edits(sentence: Sentence, marks: Sequence[Mark]) -> tuple[Edit, ...]:
    """The marks as edits of words; those that share a word become one edit.

    A correction of white space only that leaves the words as they are is left out.
    """
    edits: list[Edit] = []
    groups: list[list[Mark]] = []
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


def _edit(sentence: Sentence, group: Sequence[Mark]) -> Edit:
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


def _corrected(text: str, start: int, end: int, group: Sequence[Mark]) -> str:
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
