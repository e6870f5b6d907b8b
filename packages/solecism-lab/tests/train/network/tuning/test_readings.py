"""Readings: the same by one process or two, stored, and not made twice."""

from __future__ import annotations

import numpy as np
import pytest

from fixed_detector import FixedDetector
from solecism.detect import registry
from solecism.detect.network.hidden_prepositions import with_light_models
from solecism.errors import ModelError
from solecism.language.annotate import annotate
from solecism.language.speller import bundled_speller
from solecism_lab.train.network.tuning.tuning_data import (
    ERRORS,
    PREPOSITIONS,
    Readings,
    tasks,
    tuning_data,
    with_corrections,
)
from strong_models import random_bytes, random_model

SENTENCES = list(annotate("We wait for the bus. It is late. " * 600, "bus"))


@pytest.mark.slow
def test_batches_read_in_two_processes_are_those_of_one_reading() -> None:
    done: list[tuple[int, int | None]] = []
    readings = Readings(
        [random_bytes()], digest="a", n_jobs=2, progress=lambda *each: done.append(each)
    )
    readings.make([*tasks(ERRORS, SENTENCES), *tasks(PREPOSITIONS, SENTENCES)])
    # 1,200 sentences are two batches, each read for two purposes.
    assert done == [(1, 4), (2, 4), (3, 4), (4, 4)]
    read = with_corrections(readings.probabilities(SENTENCES), SENTENCES)
    whole = tuning_data(random_model(), SENTENCES, registry.light())
    assert read.network_p == pytest.approx(whole.network_p, abs=1e-6)
    assert read.second_p == pytest.approx(whole.second_p, abs=1e-6, nan_ok=True)
    guesses = readings.guesses(SENTENCES)
    of_ensemble = with_light_models(random_model()).guesses(SENTENCES)
    log_p = np.concatenate([each.log_p for each in guesses], axis=1)
    assert log_p == pytest.approx(of_ensemble.log_p, abs=1e-5)


def test_what_was_read_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    light = FixedDetector({"for": ("preposition", 0.9)})
    monkeypatch.setattr(registry, "light", lambda: light)
    parts: dict[str, bytes] = {}

    def n_read(digest: str) -> int:
        Readings([random_bytes()], digest=digest, parts=parts).make(tasks(ERRORS, SENTENCES[:300]))
        return len(light.asked)

    assert [n_read("a"), n_read("a"), n_read("b")] == [300, 300, 600]
    # A speller that knows another word may find other misspellings.
    monkeypatch.setitem(bundled_speller().dictionary.counts, "solecistic", 1.0)
    assert [n_read("b"), n_read("b")] == [900, 900]


def test_a_damaged_reading_is_told_with_its_file() -> None:
    parts: dict[str, bytes] = {}
    readings = Readings([random_bytes()], digest="a", parts=parts)
    readings.make(tasks(ERRORS, SENTENCES[:2]))
    [name] = parts
    parts[name] = b"damaged"
    with pytest.raises(ModelError, match=rf"{name}: .*Empty the work folder"):
        readings.probabilities(SENTENCES[:2])
