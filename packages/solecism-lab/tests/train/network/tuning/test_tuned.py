"""A model with another tuning: the same graph, the same classes, other metadata."""

from __future__ import annotations

from dataclasses import replace

from solecism.detect.network import model
from solecism.detect.network.tuning import Gate, untuned
from solecism.language.annotate import annotate
from solecism_lab.train.network.model_file import retuned, with_metadata, with_tunings
from solecism_lab.train.network.tuning.tuning_data import Readings
from solecism_lab.train.network.tuning.tunings import TuningText, tunings
from strong_models import random_bytes, random_model

SENTENCES = list(annotate("We wait for the bus. It is late. " * 20, "bus"))
TEXT = TuningText(SENTENCES, SENTENCES[:10], [])


def test_the_tuning_of_a_model_is_replaced_and_nothing_else() -> None:
    alone, cascade = retuned(random_bytes(), TEXT, file="random")
    data = with_tunings(random_bytes(), alone, cascade, file="random")
    found = model.parse(data, file="tuned")
    beside = model.parse(random_bytes(), file="random", tuning=model.format_tuning(alone, cascade))
    assert (beside.tuning, beside.cascade) == (found.tuning, found.cascade)
    assert (found.tuning, found.cascade) == tunings(Readings([random_bytes()], digest="a"), TEXT)
    assert found.cascade == cascade
    assert found.repairs == random_model().repairs
    assert found.pieces.vocabulary == random_model().pieces.vocabulary
    assert with_metadata(data, {}) == with_metadata(random_bytes(), {})


def test_a_tuned_model_is_not_read_again() -> None:
    parts: dict[str, bytes] = {}
    first = random_bytes(replace(untuned(), gate=Gate(0.5)))
    once = retuned(first, TEXT, file="a", parts=parts)
    before = dict(parts)
    data = with_tunings(first, *once, file="a")
    twice = retuned(data, TEXT, file="b", parts=parts)
    assert twice == once
    assert parts == before
