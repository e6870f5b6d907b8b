"""The selection test."""

from __future__ import annotations

import numpy as np
import pytest

from prepositional import NATIVE, annotated, small_model
from solecism.detect.light.selection_test import Selection, select
from solecism.errors import InputError
from solecism.locate.sites import PREPOSITION_CHOICES, PREPOSITION_NUMBER

OF, IN = PREPOSITION_NUMBER["of"], PREPOSITION_NUMBER["in"]


def test_figures_are_those_of_the_table() -> None:
    counts = np.zeros((len(PREPOSITION_CHOICES), len(PREPOSITION_CHOICES)), dtype=np.int64)
    counts[OF, OF], counts[OF, IN], counts[IN, IN], counts[IN, OF] = 50, 10, 30, 10
    found = Selection(counts)
    assert (found.n, found.accuracy, found.majority) == (100, 0.8, ("of", 0.6))
    first, second = found.rows()
    assert (first.preposition, first.n) == ("of", 60)
    assert first.precision == pytest.approx(5 / 6)
    assert (second.recall, second.f1) == pytest.approx((0.75, 0.75))
    assert found.binary_accuracy == pytest.approx(1 - 2 * 0.2 / 5)


@pytest.mark.parametrize("name", ["light", "maxent"])
def test_a_model_guesses_what_it_has_learnt(name: str) -> None:
    sentences = annotated([text.split() for text in NATIVE])
    assert select(small_model().context(name), sentences).accuracy == 1


def test_text_without_prepositions_is_told() -> None:
    with pytest.raises(InputError, match="no preposition to guess"):
        select(small_model().maxent, annotated([["Hello", "!"]]))
