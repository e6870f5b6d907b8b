"""Annotated learner sentences to examples: the writer's choice, and its correction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from solecism.corrupt.tables.error_rates import Counts
from solecism.detect.prepositions.contexts import contexts
from solecism.edit import Edit, trimmed
from solecism.kind import PREPOSITION, kinds_of
from solecism.locate.preposition_choice import CHOICES, NO_PREPOSITION, choice_of
from solecism.locate.preposition_places import gaps, joined, prepositions
from solecism.locate.sentence_columns import columns
from solecism.sentence import Sentence
from solecism.system.batches import batches
from solecism.train.choice.examples import OTHER, ErrorExamples


def examples(sentences: Iterable[Sentence], *, everywhere: bool = False) -> Iterator[ErrorExamples]:
    """Examples of annotated sentences with tags, lemmas and chunks, by the first annotator.

    `everywhere` as for `gaps`.
    """
    for batch in batches(sentences):
        table = columns(batch)
        places = joined(prepositions(table), gaps(table, everywhere=everywhere))
        owners = table.sentences[places.lefts]
        starts = (places.lefts - table.starts[owners]).tolist()
        corrections = []
        edits_of = [_edits(sentence) for sentence in batch]
        for owner, start, choice in zip(
            owners.tolist(), starts, places.choices.tolist(), strict=True
        ):
            corrections.append(_correction(edits_of[owner], start, choice))
        correct = np.array([choice for choice, _ in corrections], dtype=np.uint8)
        is_hidden = np.array([is_one for _, is_one in corrections], dtype=bool)
        yield ErrorExamples(contexts(table, places), places.choices, correct, is_hidden)


def _edits(sentence: Sentence) -> list[Edit]:
    return [trimmed(edit) for note in sentence.annotations[:1] for edit in note.edits]


def _correction(edits: Sequence[Edit], start: int, written: int) -> tuple[int, bool]:
    """The annotator's choice, and whether an edit of another kind hides it."""
    if not edits:
        return written, False
    if written == NO_PREPOSITION:
        return _correction_at_gap(edits, start)
    for edit in edits:
        if edit.start <= start < edit.end:
            if PREPOSITION in kinds_of(edit.kind):
                return _first_choice(edit.after, written), False
            return OTHER, True
    return written, False


def _correction_at_gap(edits: Sequence[Edit], start: int) -> tuple[int, bool]:
    for edit in edits:
        if edit.start == edit.end == start and PREPOSITION in kinds_of(edit.kind):
            return _first_choice(edit.after, NO_PREPOSITION), False
        if edit.start < start < edit.end or (edit.start < edit.end and edit.end == start):
            return NO_PREPOSITION, True
    return NO_PREPOSITION, False


def _first_choice(words: Sequence[str], written: int) -> int:
    """The first of the 34 among the words; OTHER if it is the one that was written."""
    if not words:
        return NO_PREPOSITION
    first = next((choice for choice in map(choice_of, words) if choice), OTHER)
    return OTHER if first == written else first


def confusions(examples: ErrorExamples) -> Counts:
    """How often each preposition (column) was written where another (row) is right."""
    known = ~examples.is_hidden & (examples.correct < len(CHOICES))
    counts = np.zeros((len(CHOICES), len(CHOICES)), dtype=np.int64)
    np.add.at(counts, (examples.correct[known], examples.written[known]), 1)
    return counts
