"""What is kept of the network's readings, and that reading in parts changes nothing."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.detect.network import reading as sentence_readings
from solecism.detect.network.reading import Reading, parts_by_length, tables_of
from solecism.detect.network.strong_detector import StrongDetector
from solecism.language.annotate import annotate
from solecism.site import Flag
from strong_models import random_model

TEXT = "We wait for the bus. The end of it was near the old house. I have many book in my room."


def flags() -> list[Flag]:
    sentences = list(annotate(TEXT, "bus"))
    return list(StrongDetector(random_model(), threshold=0.02).flags(sentences))


def test_sentences_are_read_from_short_to_long_in_parts() -> None:
    lengths = [40, 300, 7, 2_000, 700, 40, 330]
    parts = list(parts_by_length(lengths))
    assert parts == [[2, 0, 5, 1, 6], [4], [3]]
    assert list(parts_by_length([])) == []


def test_parts_change_no_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    together = flags()
    monkeypatch.setattr(sentence_readings, "_PART_WORDS", 1)
    assert flags() == together
    assert sum(flag.error for flag in together) > 3


@pytest.mark.parametrize("least", [0.0, 2.0], ids=["all kept", "none kept"])
def test_repairs_that_were_not_kept_are_read_again(
    monkeypatch: pytest.MonkeyPatch, least: float
) -> None:
    usual = flags()
    monkeypatch.setattr(sentence_readings, "_LEAST_P", least)
    assert flags() == usual
    assert any(flag.suggestions for flag in usual)


def test_repairs_are_kept_where_an_error_is_not_improbable() -> None:
    words = np.array([[0.1, 0.0], [0.1, 0.06], [0.0, 0.0], [0.5, 0.2], [0.0, 0.0]])
    gaps = np.array([[0.0, 0.0], [0.0, 0.0], [0.2, 0.0], [0.0, 0.0], [0.0, 0.14]])
    of_repairs = np.arange(20, dtype=np.float32).reshape(5, 4)
    reading = Reading(of_repairs, of_repairs + 100, np.array([0, 3, 5]))
    first, second = sentence_readings.sentence_readings(reading, words, gaps)
    assert sorted(first.repairs) == [(False, 1), (True, 2)]
    assert sorted(second.repairs) == [(False, 0)]
    assert first.repairs[False, 1].tolist() == [4, 5, 6, 7]
    assert first.repairs[True, 2].tolist() == [108, 109, 110, 111]
    assert second.repairs[False, 0].tolist() == [12, 13, 14, 15]
    of_words, of_gaps, starts = tables_of([first, second])
    assert np.allclose(of_words, words)
    assert np.allclose(of_gaps, gaps)
    assert starts.tolist() == [0, 3, 5]
