"""A text with corrections marked in it, character by character: from there to words and edits.

A correction may begin or end inside a word, join two words or split one. It is widened to the
characters between white space, both versions are tokenised, and the words at either end that
are the same in both are left out again. A correction across sentences keeps them together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from solecism.edit import Edit
from solecism.language.split import sentences as split_sentences
from solecism.language.tokenise import tokenise
from solecism.sentence import Sentence

UNCORRECTED = "uncorrected"


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text before and after correction, and the error codes over it, the innermost first.

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
        if not text or text[-1].isspace():
            before = before.lstrip()
        if piece.codes:
            marks.append(Mark(len(text), len(text) + len(before), piece))
        text += before
    return text, marks


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
    start = 0
    for sentence in _unbroken(split_sentences(text, document), marks):
        end = start + len(sentence.text)
        mine = [mark for mark in marks if mark.start <= end and mark.end <= end]
        marks = marks[len(mine) :]
        shifted = [replace(mark, start=mark.start - start, end=mark.end - start) for mark in mine]
        yield replace(sentence, id=f"{document}.{first}"), word_edits(sentence, shifted)
        start = end + len(sentence.after)
        first += 1


def _unbroken(found: Sequence[Sentence], marks: Sequence[Mark]) -> Iterator[Sentence]:
    """The sentences, with those joined that a mark reaches across."""
    start = 0
    held: Sentence | None = None
    for sentence in found:
        held = sentence if held is None else _joined(held, sentence)
        end, next_start = start + len(held.text), start + len(held.text) + len(held.after)
        if not any(mark.start < end and mark.end > end for mark in marks) or not held.after:
            if any(mark.start < end < mark.end for mark in marks):
                continue
            yield held
            held, start = None, next_start
    if held is not None:
        yield held


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
    """The marks as edits of words; those that share a word become one edit."""
    edits: list[Edit] = []
    group: list[Mark] = []
    for mark in marks:
        edit = _edit(sentence, [mark])
        if edits and (edit.start < edits[-1].end or _is_same_gap(edit, edits[-1])):
            group.append(mark)
            edits[-1] = _edit(sentence, group)
        else:
            group = [mark]
            edits.append(edit)
    return tuple(edit for edit in edits if edit.comment or edit.before != edit.after)


def _is_same_gap(edit: Edit, last: Edit) -> bool:
    """Whether two edits would be applied at one place in an order that nothing tells."""
    return edit.start == last.start and edit.end == last.end and not edit.before
