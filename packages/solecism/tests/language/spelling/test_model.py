"""The spelling model and its file."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.detect.network.misspellings import CONTEXT, EVIDENCE
from solecism.errors import ModelError
from solecism.language import spelling_model
from solecism.language.speller import FEATURES
from solecism.language.spelling_model import uniform


def test_a_model_is_read_as_it_was_written() -> None:
    one = spelling_model.SpellingModel(
        {"favorite": 5.0, "gizmo": 2.0},
        frozenset({"paris"}),
        uniform(),
        np.arange(1.0, 6.0),
        np.array([6.0, 7.0]),
        np.arange(8.0, 15.0),
    )
    other = spelling_model.parse(spelling_model.format(one), file="m.npz")
    assert (other.words, other.names) == (one.words, one.names)
    assert np.array_equal(other.confusions.replaced, one.confusions.replaced)
    assert np.array_equal(other.confusions.omitted, one.confusions.omitted)
    assert other.confusions.swapped == 1
    assert [each.tolist() for each in (other.ranking, other.context, other.evidence)] == [
        [1, 2, 3, 4, 5],
        [6, 7],
        [8, 9, 10, 11, 12, 13, 14],
    ]


def test_the_numbers_of_weights_are_those_of_the_features() -> None:
    sizes = (spelling_model.N_RANKING, spelling_model.N_CONTEXT, spelling_model.N_EVIDENCE)
    assert sizes == (len(FEATURES), len(CONTEXT), len(EVIDENCE))


def test_a_damaged_file_is_one_line() -> None:
    with pytest.raises(ModelError, match="not a model, or damaged"):
        spelling_model.parse(b"nothing", file="m.npz")
