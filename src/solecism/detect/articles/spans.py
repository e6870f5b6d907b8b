"""The spans of words that get a flag: those with a prediction, and those only located."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from solecism.detect.articles.classifier import NounPredictions
from solecism.detect.articles.located import Bits
from solecism.locate.sentence_columns import Columns
from solecism.numeric.arrays import Ints


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Spans from left to right, and the number of the prediction for each, -1 if there is none."""

    lefts: Ints
    rights: Ints
    numbers: Ints

    def all_words(self, table: Columns) -> Iterable[tuple[int, int, int]]:
        """The sentence of each span, its first word, and the word after its last."""
        owners = table.sentences[self.lefts]
        shift = table.starts[owners]
        spans = (owners, self.lefts - shift, self.rights - shift)
        return zip(*(each.tolist() for each in spans), strict=True)

    def words(self, table: Columns, number: int) -> tuple[int, int, int]:
        """The same for one span."""
        owner = int(table.sentences[self.lefts[number]])
        shift = int(table.starts[owner])
        return owner, int(self.lefts[number]) - shift, int(self.rights[number]) - shift

    def probabilities(self, predictions: NounPredictions) -> list[float | None]:
        """The probability of an error at each span, None where there is no prediction."""
        # The number -1 stands for the value appended.
        p_errors: list[float | None] = np.append(predictions.p_error, np.nan)[self.numbers].tolist()
        for number in np.flatnonzero(self.numbers < 0).tolist():
            p_errors[number] = None
        return p_errors

    def errors(self, predictions: NounPredictions) -> Iterable[tuple[int, int]]:
        """The number of each span that is an error, and its row among the classified."""
        rows = np.append(predictions.row_of, -1)[self.numbers]
        errors = np.flatnonzero(rows >= 0)
        return zip(errors.tolist(), rows[errors].tolist(), strict=True)


def spans_of(lefts: Ints, rights: Ints, numbers: Ints, is_located: Bits) -> Spans:
    """The spans of places with predictions, and of located words that have none."""
    is_unpredicted = is_located > 0
    is_unpredicted[lefts[lefts < rights]] = False
    unpredicted = np.flatnonzero(is_unpredicted)
    lefts, rights = np.append(lefts, unpredicted), np.append(rights, unpredicted + 1)
    order = np.lexsort((rights, lefts))
    numbers = np.append(numbers, np.full(len(unpredicted), -1))
    return Spans(lefts[order], rights[order], numbers[order])
