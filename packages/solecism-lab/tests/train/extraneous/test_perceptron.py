"""The averaged perceptron's training, against a plain loop."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solecism.detect.extraneous.perceptron import detector, format
from solecism.edit import Annotation, Edit
from solecism.language.annotate import annotate
from solecism.sentence import Sentence, from_words
from solecism_lab.train.extraneous.learner_examples import PrepositionExample, preposition_examples
from solecism_lab.train.extraneous.perceptron import (
    PerceptronSettings,
    TrainingData,
    fit,
    quantised,
    train,
)

NOUNS = "plan book idea trip house garden".split()
RIGHT = [f"We talked about the {noun} at home ." for noun in NOUNS]
WRONG = [f"We discussed about the {noun} at home ." for noun in NOUNS]
NATIVE = [f"They visited the {noun} and saw it ." for noun in NOUNS]


def learner() -> list[PrepositionExample]:
    edit = Edit(2, ("about",), (), "U:PREP")
    sentences: list[Sentence] = []
    for number, (right, wrong) in enumerate(zip(RIGHT, WRONG, strict=True)):
        sentences.append(from_words(f"r.{number}", right.split()))
        marked = from_words(f"w.{number}", wrong.split())
        sentences.append(replace(marked, annotations=(Annotation("0", (edit,)),)))
    return list(preposition_examples(sentences))


def native() -> list[Sentence]:
    return [from_words(f"n.{number}", text.split()) for number, text in enumerate(NATIVE)]


def test_it_learns_what_learners_put_too_many_and_one_seed_gives_one_model() -> None:
    first, second = (
        train(learner(), learner(), native(), rng=np.random.default_rng(7)) for _ in range(2)
    )
    assert format(first) == format(second)
    text = "We discussed about the film. We talked about the film."
    flags = detector(first).flags(annotate(text, "letter"))
    assert [flag.error for flag in flags] == [True, False]


def test_progress_is_told_epoch_by_epoch() -> None:
    reported: list[tuple[int, int]] = []
    train(
        learner(),
        learner(),
        [],
        rng=np.random.default_rng(1),
        settings=PerceptronSettings(n_epochs=3),
        progress=lambda done, total: reported.append((done, total)),
    )
    assert reported == [(1, 3), (2, 3), (3, 3)]


def test_the_weights_are_the_mean_of_all_steps() -> None:
    rows = np.array([[0, 1], [2, 1]], dtype=np.uint32)
    material = TrainingData(rows, np.array([True, False]), np.ones(2, dtype=np.float32))
    settings = PerceptronSettings(n_epochs=2, batch=1, margin=0.0)
    found = fit(material, rng=np.random.default_rng(3), settings=settings)
    assert np.abs(found - plain_mean(rows, [1, -1], np.random.default_rng(3))).max() < 1e-6


def plain_mean(
    rows: np.ndarray[tuple[int, int], np.dtype[np.uint32]],
    sides: list[int],
    rng: np.random.Generator,
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The weights after every step, added up and divided."""
    weights, total, n_steps = np.zeros(1 << 20), np.zeros(1 << 20), 0
    for _ in range(2):
        for index in rng.permutation(len(rows)):
            if weights[rows[index]].sum() * sides[index] <= 0:
                weights[rows[index]] += sides[index]
            total += weights
            n_steps += 1
    mean: np.ndarray[tuple[int], np.dtype[np.float64]] = total / n_steps
    return mean


def test_weights_of_eight_bits_keep_sign_and_order() -> None:
    weights = np.array([0.0, -3.0, 1.0, 2.0, 0.001], dtype=np.float32)
    whole = quantised(weights)
    assert whole.dtype == np.int8
    assert whole[0] == whole[4] == 0
    assert whole[1] < 0 < whole[2] < whole[3] <= 127
