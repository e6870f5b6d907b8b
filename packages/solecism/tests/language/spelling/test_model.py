"""The spelling model and its file."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.detect.network.error_drafts import CHOICE, EVIDENCE, TOLD
from solecism.errors import ModelError
from solecism.language import spelling_model
from solecism.language.speller import FEATURES
from solecism.language.spelling_model import uniform


def test_a_model_is_read_as_it_was_written() -> None:
    one = spelling_model.SpellingModel(
        {"favorite": 5.0, "gizmo": 2.0},
        frozenset({"paris"}),
        {"holiday": 7.0},
        uniform(),
        np.arange(1.0, 6.0),
        np.arange(6.0, 30.0),
        np.arange(30.0, 35.0),
        np.arange(35.0, 44.0),
    )
    other = spelling_model.parse(spelling_model.format(one), file="m.npz")
    assert (other.words, other.names) == (one.words, one.names)
    assert other.learners == {"holiday": 7.0}
    assert np.array_equal(other.confusions.replaced, one.confusions.replaced)
    assert np.array_equal(other.confusions.omitted, one.confusions.omitted)
    assert other.confusions.swapped == 1
    weights = (other.ranking, other.choice, other.told, other.evidence)
    assert np.concatenate(weights).tolist() == list(range(1, 44))


def test_the_numbers_of_weights_are_those_of_the_features() -> None:
    assert (len(FEATURES), len(CHOICE)) == (spelling_model.N_RANKING, spelling_model.N_CHOICE)
    assert (len(TOLD), len(EVIDENCE)) == (spelling_model.N_TOLD, spelling_model.N_EVIDENCE)


def test_a_damaged_file_is_one_line() -> None:
    with pytest.raises(ModelError, match="not a model, or damaged"):
        spelling_model.parse(b"nothing", file="m.npz")
