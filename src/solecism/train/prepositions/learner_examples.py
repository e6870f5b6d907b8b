"""Annotated learner sentences to examples: what the writer chose and what an annotator put."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from solecism.batches import batches
from solecism.corrupt.tables.error_rates import Counts
from solecism.detect.prepositions.contexts import contexts
from solecism.edit import Edit, trimmed
from solecism.kind import PREPOSITION, kinds_of
from solecism.locate.preposition_choice import CHOICES, NO_PREPOSITION, choice_of
from solecism.locate.preposition_columns import Hashes, columns
from solecism.locate.preposition_places import gaps, joined, prepositions
from solecism.sentence import Sentence

# What to put is none of the 34, or nobody says which.
OTHER = 255


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """A row a site: its context, the choice of the writer and that of the annotator.

    `is_touched` where an edit of another kind changes the writer's preposition or the words
    beside the gap: nobody knows what the annotator thought of the choice itself.
    """

    contexts: Hashes
    written: npt.NDArray[np.uint8]
    correct: npt.NDArray[np.uint8]
    is_touched: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.written)

    @property
    def is_error(self) -> npt.NDArray[np.bool_]:
        """Whether the annotator put something else."""
        return np.asarray(self.written != self.correct)

    def select(self, index: npt.NDArray[np.bool_] | npt.NDArray[np.int64]) -> Examples:
        """Some of the examples."""
        return Examples(*(getattr(self, field.name)[index] for field in fields(Examples)))


def concatenated(parts: Sequence[Examples]) -> Examples:
    """The examples of all parts, of which there is at least one."""
    return Examples(
        *(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(Examples))
    )


def examples(sentences: Iterable[Sentence], *, everywhere: bool = False) -> Iterator[Examples]:
    """Examples of annotated sentences with tags, lemmas and chunks, by the first annotator.

    `everywhere` as for `gaps`.
    """
    for batch in batches(sentences):
        table = columns(batch)
        places = joined(prepositions(table), gaps(table, everywhere=everywhere))
        owners = table.sentences[places.lefts]
        starts = (places.lefts - table.starts[owners]).tolist()
        answers = []
        edits_of = [_edits(sentence) for sentence in batch]
        for owner, start, choice in zip(
            owners.tolist(), starts, places.choices.tolist(), strict=True
        ):
            answers.append(_answer(edits_of[owner], start, choice))
        correct = np.array([choice for choice, _ in answers], dtype=np.uint8)
        is_touched = np.array([touched for _, touched in answers], dtype=bool)
        yield Examples(contexts(table, places), places.choices, correct, is_touched)


def _edits(sentence: Sentence) -> list[Edit]:
    return [trimmed(edit) for note in sentence.annotations[:1] for edit in note.edits]


def _answer(edits: Sequence[Edit], start: int, written: int) -> tuple[int, bool]:
    """The annotator's choice, and whether an edit of another kind hides it."""
    if not edits:
        return written, False
    if written == NO_PREPOSITION:
        return _answer_at_gap(edits, start)
    for edit in edits:
        if edit.start <= start < edit.end:
            if PREPOSITION in kinds_of(edit.kind):
                return _first_choice(edit.after, written), False
            return OTHER, True
    return written, False


def _answer_at_gap(edits: Sequence[Edit], start: int) -> tuple[int, bool]:
    for edit in edits:
        if edit.start == edit.end == start and PREPOSITION in kinds_of(edit.kind):
            return _first_choice(edit.after, NO_PREPOSITION), False
        if edit.start < start < edit.end or (edit.start < edit.end and edit.end == start):
            return NO_PREPOSITION, True
    return NO_PREPOSITION, False


def _first_choice(words: Sequence[str], written: int) -> int:
    """The first of the 34 among the words; the writer's own again is some other correction."""
    if not words:
        return NO_PREPOSITION
    found = next((choice for choice in map(choice_of, words) if choice), OTHER)
    return OTHER if found == written else found


def confusions(examples: Examples) -> Counts:
    """How often each preposition (row: should be, column: is written) was found."""
    known = ~examples.is_touched & (examples.correct < len(CHOICES))
    counts = np.zeros((len(CHOICES), len(CHOICES)), dtype=np.int64)
    np.add.at(counts, (examples.correct[known], examples.written[known]), 1)
    return counts
