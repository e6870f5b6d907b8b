"""Examples of choices that are right or wrong, from which classifiers of errors are trained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from solecism.locate.sentence_columns import Hashes
from solecism.numeric.arrays import Bools, Ints, UInts8

# The correction is none of the choices, or is not known.
OTHER = 255


@dataclass(frozen=True, slots=True, eq=False)
class ErrorExamples:
    """One row per site: its context, the choice of the writer and that of the annotator.

    A site is `is_hidden` where an edit of another kind changes the writer's word or the words
    beside the gap: it is not known what the annotator thought of the choice itself.
    """

    contexts: Hashes
    written: UInts8
    correct: UInts8
    is_hidden: Bools

    def __len__(self) -> int:
        return len(self.written)

    @property
    def is_error(self) -> Bools:
        """Whether the annotator chose something else."""
        return np.asarray(self.written != self.correct)

    def select(self, index: Bools | Ints) -> ErrorExamples:
        """Some of the examples."""
        return ErrorExamples(*(getattr(self, field.name)[index] for field in fields(self)))


def concatenated(parts: Sequence[ErrorExamples]) -> ErrorExamples:
    """The examples of all parts, of which there is at least one."""
    names = [field.name for field in fields(ErrorExamples)]
    return ErrorExamples(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in names)
    )
