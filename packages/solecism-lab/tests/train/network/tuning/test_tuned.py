"""A model with another tuning: the same graph, the same classes, other metadata."""

from __future__ import annotations

from dataclasses import replace

from solecism.detect.network import model
from solecism.detect.network.tuning import Gate, untuned
from solecism.language.annotate import annotate
from solecism_lab.train.network.model_file import retuned_model, with_metadata
from solecism_lab.train.network.tuning.tuning_data import Readings
from solecism_lab.train.network.tuning.tunings import TuningText, tunings
from strong_models import random_bytes, random_model

SENTENCES = list(annotate("We wait for the bus. It is late. " * 20, "bus"))
TEXT = TuningText(SENTENCES, SENTENCES[:10], {}, [])


def test_the_tuning_of_a_model_is_replaced_and_nothing_else() -> None:
    data, cascade = retuned_model(random_bytes(), TEXT, file="random")
    found = model.parse(data, file="tuned")
    assert (found.tuning, found.cascade) == tunings(Readings(random_bytes(), digest="a"), TEXT)
    assert found.cascade == cascade
    assert found.repairs == random_model().repairs
    assert found.pieces.vocabulary == random_model().pieces.vocabulary
    assert with_metadata(data, {}) == with_metadata(random_bytes(), {})


def test_a_tuned_model_is_not_read_again() -> None:
    parts: dict[str, bytes] = {}
    once, _ = retuned_model(
        random_bytes(replace(untuned(), gate=Gate(0.5))), TEXT, file="a", parts=parts
    )
    before = dict(parts)
    twice, _ = retuned_model(once, TEXT, file="b", parts=parts)
    assert twice == once
    assert parts == before
