"""Annotated learner sentences to examples: the writer's choice, and its correction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields

import numpy as np

from solecism.detect.articles.choice import NONE, THIS, Choices, group_of
from solecism.detect.articles.contexts import noun_contexts
from solecism.detect.articles.places import NounPlaces, noun_places
from solecism.edit import Edit, trimmed
from solecism.kind import DETERMINER, NUMBER, kinds_of
from solecism.locate.sentence_columns import Hashes, columns
from solecism.numeric.arrays import Bools, Ints
from solecism.sentence import Sentence
from solecism.system.batches import batches
from solecism.train.choice.examples import OTHER


@dataclass(frozen=True, slots=True, eq=False)
class NounExamples:
    """One row per noun phrase: its context, the writer's choice, and what was wrong with it.

    `correct` is the annotator's choice or OTHER. A decision is `is_hidden` where an edit of another
    kind changes the word: it is not known what the annotator thought of the choice itself.
    The columns of `is_wrong` and `is_hidden` are the determiner and the number.
    """

    contexts: Hashes
    written: Choices
    correct: Choices
    is_wrong: Bools
    is_hidden: Bools

    def __len__(self) -> int:
        return len(self.written)

    def select(self, index: Bools | Ints) -> NounExamples:
        """Some of the examples."""
        return NounExamples(*(getattr(self, field.name)[index] for field in fields(self)))


def concatenated(parts: Sequence[NounExamples]) -> NounExamples:
    """The examples of all parts, of which there is at least one."""
    names = [field.name for field in fields(NounExamples)]
    return NounExamples(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in names)
    )


def noun_examples(sentences: Iterable[Sentence]) -> Iterator[NounExamples]:
    """Examples of annotated sentences with tags, lemmas and chunks, by the first annotator."""
    for batch in batches(sentences):
        table = columns(batch)
        places = noun_places(table, batch)
        owners = table.sentences[places.heads]
        shift = table.starts[owners]
        corrections = _Corrections(places)
        edits_of = [_edits(sentence) for sentence in batch]
        rows = (owners, places.lefts - shift, places.rights - shift, places.heads - shift)
        for row, (owner, *spot) in enumerate(zip(*(each.tolist() for each in rows), strict=True)):
            for edit in edits_of[owner]:
                corrections.add(row, edit, *spot)
        yield NounExamples(
            noun_contexts(table, places),
            places.written,
            corrections.correct,
            corrections.is_wrong,
            corrections.is_hidden,
        )


def _edits(sentence: Sentence) -> list[Edit]:
    return [trimmed(edit) for note in sentence.annotations[:1] for edit in note.edits]


class _Corrections:
    """The corrections of noun phrases by edits."""

    def __init__(self, places: NounPlaces) -> None:
        self._determiners = (places.written // 2).tolist()
        self._has_number = places.has_number.tolist()
        self.correct = places.written.copy()
        self.is_wrong = np.zeros((len(places), 2), dtype=bool)
        self.is_hidden = np.zeros((len(places), 2), dtype=bool)

    def add(self, row: int, edit: Edit, left: int, right: int, head: int) -> None:
        """Add an edit in the sentence of a noun phrase."""
        kinds = kinds_of(edit.kind)
        if _touches(edit, left, right):
            if DETERMINER in kinds and _is_whole(edit, left, right):
                self._add_determiner(row, edit)
            else:
                self.is_hidden[row, 0] = True
        if edit.start <= head < edit.end:
            if NUMBER in kinds and self._has_number[row]:
                self.is_wrong[row, 1] = True
                if self.correct[row] != OTHER:
                    self.correct[row] ^= 1
            else:
                self.is_hidden[row, 1] = True

    def _add_determiner(self, row: int, edit: Edit) -> None:
        groups = (group for group in map(group_of, edit.after) if group is not None)
        group = next(groups, None) if edit.after else NONE
        if group == self._determiners[row]:
            if group != THIS:
                # *a* for *an* depends on sound, *his* for *her* on the person.
                self.is_hidden[row, 0] = True
                return
            group = None
        self.is_wrong[row, 0] = True
        is_plural = int(self.correct[row]) & 1
        is_known = group is not None and self.correct[row] != OTHER
        self.correct[row] = 2 * group + is_plural if is_known and group is not None else OTHER


def _touches(edit: Edit, left: int, right: int) -> bool:
    if left < right:
        return edit.start <= left < edit.end
    return edit.start < left < edit.end or edit.start == edit.end == left


def _is_whole(edit: Edit, left: int, right: int) -> bool:
    return left < right or edit.start == edit.end == left
