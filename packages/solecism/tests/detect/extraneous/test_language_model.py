"""The language model: scores with and without a preposition, decisions, and its file."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.detector import EXTRANEOUS_PREPOSITION, Detector
from solecism.detect.extraneous import language_model
from solecism.detect.extraneous.detector import PlattCalibration
from solecism.detect.extraneous.language_model import (
    BACK_OFF,
    LanguageModel,
    WindowScorer,
    detector,
    format,
    log_scores,
    parse,
    word_hash,
)
from solecism.errors import ModelError
from solecism.language.annotate import annotate
from solecism.sentence import from_words
from solecism_lab.train.extraneous.ngrams import NgramSettings, count_ngrams

NATIVE = [
    *[["they", "discuss", "the", "plan", "."]] * 20,
    *[["we", "talk", "about", "the", "plan", "."]] * 20,
    *[["we", "discuss", "it", "at", "home", "."]] * 10,
]
EVERYTHING = NgramSettings(min_word=1, min_marked=(1, 1, 1), min_other=(1, 1, 1))
TABLE = count_ngrams(NATIVE, marked=frozenset(["about", "at"]), settings=EVERYTHING)
MODEL = LanguageModel(TABLE, PlattCalibration(threshold=0.5, slope=0.7, intercept=-2.0))


def rows(*ngrams: str) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    return np.array([[word_hash(word) for word in row.split()] for row in ngrams], dtype=np.uint64)


def test_what_was_seen_has_its_share_and_what_was_not_backs_off() -> None:
    found = log_scores(TABLE, rows("we discuss it at", "they talk about the", "at at at plan"))
    assert found[0] == pytest.approx(0, abs=0.1)
    assert found[1] == pytest.approx(math.log(BACK_OFF), abs=0.1)
    n_words = sum(map(len, NATIVE)) + len(NATIVE)
    assert found[2] == pytest.approx(math.log(BACK_OFF**3 * 40 / n_words), abs=0.1)


def test_a_preposition_that_native_text_does_without_is_flagged() -> None:
    sentences = list(annotate("We discuss about the plan. We talk about the plan.", "letter"))
    wrong, right = detector(MODEL).flags(sentences)
    assert (wrong.site, wrong.error, wrong.kind) == (
        "letter.1:2-3:preposition",
        True,
        EXTRANEOUS_PREPOSITION,
    )
    assert [each.text for each in wrong.suggestions] == [""]
    assert not right.error
    assert right.kind is None
    assert wrong.confidence is not None
    assert right.confidence is not None
    assert right.confidence < wrong.confidence


def test_a_tie_is_ok() -> None:
    sentences = list(annotate("We discuss about the plan.", "letter"))
    [score] = WindowScorer(TABLE)(sentences, [[2]])
    for threshold, is_error in ((float(score), False), (float(np.nextafter(score, -np.inf)), True)):
        model = replace(MODEL, calibration=replace(MODEL.calibration, threshold=threshold))
        assert next(detector(model).flags(sentences)).error == is_error


@given(st.lists(st.text(st.characters(categories=["L", "N", "P"]), min_size=1), min_size=1))
def test_any_words_have_a_score(words: list[str]) -> None:
    sentence = from_words("letter.1", words)
    scores = WindowScorer(TABLE)([sentence], [range(len(words))])
    assert scores.shape == (len(words),)
    assert np.isfinite(scores).all()


def test_sentences_without_prepositions_have_no_flags() -> None:
    assert list(detector(MODEL).flags(annotate("It rains. He sleeps.", "letter"))) == []


def test_a_model_is_read_as_it_was_written() -> None:
    data = format(MODEL)
    again = parse(data, file="lm.npz")
    np.testing.assert_array_equal(again.table.keys, TABLE.keys)
    assert again.calibration == MODEL.calibration
    assert format(again) == data


@given(st.binary(max_size=200))
def test_bytes_that_are_no_model_are_told(data: bytes) -> None:
    with pytest.raises(ModelError, match=r"^lm.npz: .*solecism train lm"):
        parse(data, file="lm.npz")


@given(st.integers(0, 2000), st.binary(min_size=1, max_size=4))
def test_a_damaged_model_is_told_or_still_a_model(place: int, damage: bytes) -> None:
    data = format(MODEL)
    place %= len(data)
    with suppress(ModelError):
        found = parse(data[:place] + damage + data[place + len(damage) :], file="lm.npz")
        assert len(found.table) == len(found.table.counts)


def test_a_model_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="No such file"):
        language_model.read(tmp_path / "lm.npz")


def test_the_bundled_model_knows_common_errors() -> None:
    text = "We discussed about the problem. We talked about the problem."
    found: Detector = language_model.bundled()
    wrong, right = found.flags(annotate(text, "letter"))
    assert wrong.confidence is not None
    assert right.confidence is not None
    assert wrong.confidence > 3 * right.confidence
