"""The spelling model and its file."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.errors import ModelError
from solecism.language.spelling import model
from solecism.language.spelling.confusions import uniform


def test_a_model_is_read_as_it_was_written() -> None:
    one = model.SpellingModel(
        {"favorite": 5.0, "gizmo": 2.0},
        frozenset({"paris"}),
        uniform(),
        np.array([1.0, 2.0]),
        np.array([3.0]),
        np.array([4.0, 5.0]),
    )
    other = model.parse(model.format(one), file="m.npz")
    assert (other.words, other.names) == (one.words, one.names)
    assert np.array_equal(other.confusions.replaced, one.confusions.replaced)
    assert np.array_equal(other.confusions.omitted, one.confusions.omitted)
    assert other.confusions.swapped == 1
    assert [each.tolist() for each in (other.ranking, other.context, other.evidence)] == [
        [1, 2],
        [3],
        [4, 5],
    ]


def test_a_damaged_file_is_one_line() -> None:
    with pytest.raises(ModelError, match="not a model, or damaged"):
        model.parse(b"nothing", file="m.npz")
