"""Readings: the sentences of a text, and how they are placed in its file when they are checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from solecism.check.advice.steps import STEPS, SentenceSteps
from solecism.check.reading.paragraphs import english_marked
from solecism.documents.document import Document
from solecism.finding import CheckedSentence, Place
from solecism.flag import Flag
from solecism.formats import text
from solecism.language.text.markup import Unmarked
from solecism.sentence import Sentence

# A sentence, and whether it is English.
MarkedSentence = tuple[Sentence, bool]
# A sentence, its flags, and whether it is English.
FlaggedSentence = tuple[Sentence, tuple[Flag, ...], bool]


class Reading(NamedTuple):
    """A text that is being read.

    `sentences` are read on demand. `place` makes checked sentences of all of them, in the same
    order, once they have flags. If it `has_own_ids`, other texts may have sentences of the same
    ids.
    """

    sentences: Iterator[MarkedSentence]
    place: Callable[[Iterable[FlaggedSentence]], Iterator[CheckedSentence]]
    has_own_ids: bool = False


def read_text(
    lines: Iterable[str],
    *,
    document: str,
    file: str,
    markup: bool = True,
    steps: SentenceSteps = STEPS,
) -> Reading:
    """The reading of plain text; markup is skipped if `markup`, and restored when it is placed.

    `steps` may be some that remember sentences.
    """
    unmarked = Unmarked(lines, markup=markup)
    sentences = text.parse(unmarked, document=document, file=file, divide=steps.divide)

    def place(flagged: Iterable[FlaggedSentence]) -> Iterator[CheckedSentence]:
        place, offset = Place(1, 1), 0
        for sentence, flags, is_english in flagged:
            written = unmarked.restored(sentence, offset)
            yield steps.checked(file, place, written, flags, is_english)
            whole = written.text + written.after
            offset += len(whole)
            place = place.after(whole)

    return Reading(english_marked(sentences), place)


def read_document(content: Document, *, document: str, file: str, markup: bool = True) -> Reading:
    """The reading of a document, which has labels for its places, or a source with markup."""
    lines = content.text.splitlines(keepends=True)
    if not content.blocks and content.source is None:
        return read_text(lines, document=document, file=file, markup=markup)
    sentences = text.parse(lines, document=document, file=file)

    def place(flagged: Iterable[FlaggedSentence]) -> Iterator[CheckedSentence]:
        place, offset = Place(1, 1), 0
        for sentence, flags, is_english in flagged:
            end = offset + len(sentence.text)
            written = content.source.restored(sentence, offset) if content.source else sentence
            labels = content.labels(offset, end)
            yield CheckedSentence(file, place, written, flags, is_english, labels)
            offset = end + len(sentence.after)
            place = place.after(written.text + written.after)

    return Reading(english_marked(sentences), place)


def read_sentences(sentences: Iterable[Sentence], *, file: str) -> Reading:
    """The reading of sentences of other formats; each counts as one line."""

    def place(flagged: Iterable[FlaggedSentence]) -> Iterator[CheckedSentence]:
        for number, (sentence, flags, is_english) in enumerate(flagged, 1):
            yield CheckedSentence(file, Place(number, 1), sentence, flags, is_english)

    return Reading(english_marked(sentences), place, has_own_ids=True)
