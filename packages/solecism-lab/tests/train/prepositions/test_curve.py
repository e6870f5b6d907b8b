"""The learning curve of the models that guess prepositions."""

from __future__ import annotations

import numpy as np
import pytest

from prepositional import NATIVE, SMALL, annotated
from scoring_files import call
from solecism.errors import InputError
from solecism_lab.train.prepositions import learning_curve, shards

SENTENCES = annotated([text.split() for text in NATIVE * 40])


def test_more_examples_guess_better() -> None:
    made = list(shards(SENTENCES, rng=np.random.default_rng(1)))
    text = {"own": SENTENCES[: len(NATIVE)]}
    points = list(learning_curve(made, text, steps=(1, 24), settings=SMALL))
    assert points[0].n_examples < points[1].n_examples
    first, last = (point.accuracy["own"]["maxent"] for point in points)
    assert first < last == 1.0
    assert last.interval.low > 0.4
    with pytest.raises(InputError, match="from 1 on"):
        list(learning_curve(made, text, steps=(0,), settings=SMALL))


def test_too_little_text_is_told() -> None:
    result = call("train", "curve", "--native", "examples/quarry.txt", "--step", "1")
    assert isinstance(result.exception, InputError)
    assert "Give a text with --test" in str(result.exception)
