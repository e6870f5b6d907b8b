"""The model's file."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prepositional import native_shard, small_model
from solecism.detect.light import preposition_detector
from solecism.errors import ModelError


def test_a_model_read_from_its_bytes_is_the_same() -> None:
    data = preposition_detector.format(small_model())
    again = preposition_detector.parse(data, file="m.npz")
    assert preposition_detector.format(again) == data
    assert (again.maxent.kept == small_model().maxent.kept).all()
    around = native_shard().contexts
    for name in ("light", "maxent"):
        expected = small_model().context(name).log_probabilities(around)
        assert (again.context(name).log_probabilities(around) == expected).all()


@given(st.data())
def test_a_damaged_file_is_a_model_or_one_clear_error(data: st.DataObject) -> None:
    whole = bytearray(preposition_detector.format(small_model()))
    for _ in range(3):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(whole)))
    for damaged in (bytes(whole), bytes(whole[:cut])):
        with suppress(ModelError):
            preposition_detector.parse(damaged, file="m.npz")


def test_a_model_of_other_prepositions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = preposition_detector.format(small_model())
    monkeypatch.setattr(preposition_detector, "PREPOSITION_CHOICES", ("", "of"))
    with pytest.raises(ModelError, match="other choices"):
        preposition_detector.parse(data, file="m.npz")


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"none\.npz"):
        preposition_detector.read(tmp_path / "none.npz")


def test_the_bundled_model_is_small_and_says_what_it_can() -> None:
    assert preposition_detector.BUNDLED_MODEL.stat().st_size < 13_000_000
    model = preposition_detector.bundled()
    for classifier in model.classifiers.values():
        assert 0 < classifier.threshold < 1
        assert np.isfinite(classifier.calibration.curve).all()
