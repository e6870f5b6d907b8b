"""The perceptron: features, decisions, and its file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.detector import EXTRANEOUS_PREPOSITION, Detector
from solecism.detect.extraneous import perceptron
from solecism.detect.extraneous.detector import PlattCalibration
from solecism.detect.extraneous.perceptron import (
    N_WEIGHTS,
    Perceptron,
    detector,
    features,
    format,
    parse,
)
from solecism.errors import InputError, ModelError
from solecism.language.annotate import annotate
from solecism.sentence import from_words

WEIGHTS = np.zeros(N_WEIGHTS, dtype=np.int8)
SENTENCES = list(annotate("We discuss about it. We talk about it. We talk of it.", "letter"))
PLACES = [[2], [2], [2]]


def test_features_tell_contexts_and_choices_apart() -> None:
    discuss_about, talk_about, talk_of = features(SENTENCES, PLACES)
    shared = set(discuss_about.tolist()) & set(talk_about.tolist())
    assert shared
    assert set(talk_about.tolist()) != set(discuss_about.tolist())
    # What is of the context alone is the same whatever the writer chose.
    np.testing.assert_array_equal(talk_about[0:-1:2], talk_of[0:-1:2])
    assert not (talk_about[1:-1:2] == talk_of[1:-1:2]).any()


def test_features_do_not_depend_on_what_else_is_in_the_batch() -> None:
    together = features(SENTENCES, PLACES)
    for number, sentence in enumerate(SENTENCES):
        np.testing.assert_array_equal(features([sentence], [[2]])[0], together[number])


def test_weights_decide() -> None:
    weights = WEIGHTS.copy()
    bad, good = (set(row.tolist()) for row in features(SENTENCES[:2], PLACES[:2]))
    weights[list(bad - good)] = 100
    weights[list(good - bad)] = -100
    model = Perceptron(weights, PlattCalibration(slope=0.01))
    found: Detector = detector(model)
    wrong, right, _ = found.flags(SENTENCES)
    assert wrong.error
    assert wrong.kind == EXTRANEOUS_PREPOSITION
    assert not right.error


def test_sentences_that_were_not_annotated_are_refused() -> None:
    model = Perceptron(WEIGHTS, PlattCalibration())
    with pytest.raises(InputError, match="Annotate the sentences first"):
        list(detector(model).flags([from_words("letter.1", ["We", "talk", "of", "it"])]))


def test_a_model_is_read_as_it_was_written() -> None:
    model = Perceptron(np.arange(N_WEIGHTS).astype(np.int8), PlattCalibration(3.0, 0.5, -1.0))
    again = parse(format(model), file="perceptron.npz")
    np.testing.assert_array_equal(again.weights, model.weights)
    assert again.calibration == model.calibration


@given(st.binary(max_size=200))
def test_bytes_that_are_no_model_are_told(data: bytes) -> None:
    with pytest.raises(ModelError, match=r"^perceptron.npz: .*solecism train perceptron"):
        parse(data, file="perceptron.npz")


@pytest.mark.parametrize(
    "model",
    [
        Perceptron(WEIGHTS[1:], PlattCalibration()),
        Perceptron(WEIGHTS, PlattCalibration(slope=float("nan"))),
    ],
    ids=["weights", "calibration"],
)
def test_a_model_with_wrong_numbers_is_told(model: Perceptron) -> None:
    with pytest.raises(ModelError, match="damaged"):
        parse(format(model), file="perceptron.npz")


def test_a_model_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="No such file"):
        perceptron.read(tmp_path / "perceptron.npz")


def test_the_bundled_model_knows_common_errors() -> None:
    text = "We discussed about the problem. We talked about the problem."
    wrong, right = perceptron.bundled().flags(annotate(text, "letter"))
    assert wrong.error
    assert not right.error
