"""Confusions counted in annotated text, at every place of the corrected text.

The places are those where the same confusions are made later, so that the rates fit them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from solecism.corrupt.draft import Draft
from solecism.corrupt.tables.confusion_table import ConfusionTable, RowCounts
from solecism.corrupt.types.choices import CHOICES
from solecism.corrupt.types.confused_word import Choice, Place
from solecism.edit import Annotation, Edit, apply, invert, trimmed
from solecism.errors import EditError, InputError
from solecism.kind import kinds_of
from solecism.language.annotate import annotate_sentences
from solecism.sentence import Sentence, from_words

KINDS = tuple(CHOICES)


@dataclass(frozen=True, slots=True)
class _Correction:
    """A corrected sentence, and the edits that give back what the writer wrote."""

    sentence: Sentence
    edits: tuple[Edit, ...]


def count_confusions(
    sentences: Iterable[Sentence], *, about: str = "", kinds: Sequence[str] = KINDS
) -> ConfusionTable:
    """The confusions of annotated sentences, each annotator's correction counted separately."""
    counts: dict[str, RowCounts] = {
        kind: {choice: {} for choice in CHOICES[kind].choices} for kind in kinds
    }
    is_empty = True
    for draft, edits in _drafts(_corrections(sentences)):
        is_empty = False
        for kind in kinds:
            _count(draft, edits, CHOICES[kind], counts[kind])
    if is_empty:
        raise InputError("no sentence has an annotation. Give text with learners' errors marked.")
    return ConfusionTable(about, counts)


def _corrections(sentences: Iterable[Sentence]) -> Iterator[_Correction]:
    for sentence in sentences:
        for annotation in sentence.annotations:
            words = _corrected(sentence, annotation)
            if words:
                corrected = from_words(sentence.id, words)
                yield _Correction(corrected, invert(annotation.edits))


def _corrected(sentence: Sentence, annotation: Annotation) -> tuple[str, ...]:
    """The corrected words; none where the edits do not fit, as in some published files."""
    try:
        return apply(sentence.words, annotation.edits)
    except EditError:
        return ()


def _drafts(corrections: Iterable[_Correction]) -> Iterator[tuple[Draft, list[Edit]]]:
    waiting: list[tuple[Edit, ...]] = []

    def corrected() -> Iterator[Sentence]:
        for correction in corrections:
            waiting.append(correction.edits)
            yield correction.sentence

    for sentence in annotate_sentences(corrected(), lemmas=False, chunks=False):
        edits = [trimmed(edit) for edit in waiting.pop(0)]
        yield Draft(sentence.words, sentence.tags), edits


def _count(draft: Draft, edits: Sequence[Edit], choice: Choice, counts: RowCounts) -> None:
    for place in choice.places(draft):
        written = _written(place, edits, choice)
        if written is not None:
            row = counts[place.choice]
            row[written] = row.get(written, 0) + 1


def _written(place: Place, edits: Sequence[Edit], choice: Choice) -> str | None:
    """What the writer chose, None where an edit of another kind hides it."""
    for edit in edits:
        if _touches(edit, place):
            is_of_kind = choice.kind in kinds_of(edit.kind)
            is_all = (edit.start, edit.end) == (place.start, place.end)
            return choice.choice_of(edit.after, place) if is_of_kind and is_all else None
    return place.choice


def _touches(edit: Edit, place: Place) -> bool:
    if place.start == place.end:
        return edit.start <= place.start <= edit.end
    return edit.start < place.end and place.start < edit.end
