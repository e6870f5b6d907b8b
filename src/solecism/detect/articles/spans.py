"""The spans of words that get a flag: what was decided, and what is only located."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from solecism.arrays import Ints
from solecism.detect.articles.decisions import Decisions
from solecism.detect.articles.located import Bits
from solecism.locate.preposition_columns import Columns


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Places from left to right; `numbers` are those of decisions, -1 where there was none."""

    lefts: Ints
    rights: Ints
    numbers: Ints

    def all_words(self, table: Columns) -> Iterable[tuple[int, int, int]]:
        """Each span's sentence, first word, and the one after the last."""
        owners = table.sentences[self.lefts]
        shift = table.starts[owners]
        spans = (owners, self.lefts - shift, self.rights - shift)
        return zip(*(each.tolist() for each in spans), strict=True)

    def words(self, table: Columns, number: int) -> tuple[int, int, int]:
        """The same of one span."""
        owner = int(table.sentences[self.lefts[number]])
        shift = int(table.starts[owner])
        return owner, int(self.lefts[number]) - shift, int(self.rights[number]) - shift

    def probabilities(self, decisions: Decisions) -> list[float | None]:
        """How probably each is an error, None where nothing was decided."""
        # The number -1 is that of the last value.
        found: list[float | None] = np.append(decisions.p_error, np.nan)[self.numbers].tolist()
        for number in np.flatnonzero(self.numbers < 0).tolist():
            found[number] = None
        return found

    def errors(self, decisions: Decisions) -> Iterable[tuple[int, int]]:
        """The number of each span that is an error, and the row of its verdict."""
        rows = np.append(decisions.row_of, -1)[self.numbers]
        errors = np.flatnonzero(rows >= 0)
        return zip(errors.tolist(), rows[errors].tolist(), strict=True)


def spans_of(lefts: Ints, rights: Ints, numbers: Ints, is_located: Bits) -> Spans:
    """These places, and what is located but not among them."""
    is_undecided = is_located > 0
    is_undecided[lefts[lefts < rights]] = False
    undecided = np.flatnonzero(is_undecided)
    lefts, rights = np.append(lefts, undecided), np.append(rights, undecided + 1)
    order = np.lexsort((rights, lefts))
    numbers = np.append(numbers, np.full(len(undecided), -1))
    return Spans(lefts[order], rights[order], numbers[order])
