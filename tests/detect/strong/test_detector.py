"""The strong detector with a random network: what holds whatever the network says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism import site as sites
from solecism.detect.strong import model
from solecism.detect.strong.detector import StrongDetector
from solecism.detect.strong.kinds import KINDS
from solecism.detect.strong.read import read
from solecism.detect.strong.repairs import GROUPS
from solecism.errors import InputError, ModelError
from solecism.kind import NUMBER, PREPOSITION
from solecism.language.annotate import annotate
from solecism.sentence import Sentence, from_words
from strong_models import PIECES, random_bytes, random_model

TEXT = "We wait for the bus. The end of it was near the old house. I have many book in my room."


@pytest.fixture(scope="module")
def sentences() -> list[Sentence]:
    return list(annotate(TEXT, "bus"))


def test_every_site_is_decided_once_from_left_to_right(sentences: list[Sentence]) -> None:
    flags = list(StrongDetector(random_model(), threshold=0.02).flags(sentences))
    found = [sites.parse(flag.site) for flag in flags]
    assert len({flag.site for flag in flags}) == len(flags)
    order = [sentence.id for sentence in sentences]
    keys = [(order.index(site.sentence), site.start, site.end) for site in found]
    assert keys == sorted(keys)
    assert {"bus.1:2-3:preposition", "bus.1:3-4:determiner", "bus.1:4-5:number"} <= {
        flag.site for flag in flags
    }


def test_flags_say_what_they_are(sentences: list[Sentence]) -> None:
    flags = list(StrongDetector(random_model(), threshold=0.02).flags(sentences))
    errors = [flag for flag in flags if flag.error]
    assert errors
    for flag in errors:
        assert flag.kind in KINDS
        assert sites.parse(flag.site).kind in GROUPS
        assert flag.confidence is not None
        assert flag.confidence >= 0.02
        assert flag.readers is not None
        assert 0 <= flag.readers <= 1
    assert all(flag.kind is None and not flag.suggestions for flag in flags if not flag.error)


def test_nothing_is_sure_enough_for_a_threshold_of_one(sentences: list[Sentence]) -> None:
    flags = list(StrongDetector(random_model(), threshold=1.0).flags(sentences))
    assert not any(flag.error for flag in flags)
    assert {sites.parse(flag.site).kind for flag in flags} >= {PREPOSITION, NUMBER}


def test_what_is_said_of_a_sentence_does_not_depend_on_the_others() -> None:
    rng = np.random.default_rng(0)
    words = [
        ["".join(rng.choice(list("abcdefgh"), 3)) for _ in range(rng.integers(1, 40))]
        for _ in range(60)
    ]
    found = random_model()
    together = read(words, found.session, PIECES)
    for number in (0, 17, 59):
        alone = read([words[number]], found.session, PIECES)
        rows = slice(together.places[number], together.places[number + 1])
        assert np.abs(together.words[rows] - alone.words).max() < 1e-5
        assert np.abs(together.gaps[rows] - alone.gaps).max() < 1e-5


def test_long_sentences_are_read_in_stretches() -> None:
    reading = read([["we", "wait"] * 2_500], random_model().session, PIECES)
    assert len(reading.words) == 5_001
    assert reading.words.sum(axis=1) == pytest.approx(np.ones(5_001), abs=1e-4)


def test_no_sentences_and_one_word() -> None:
    assert list(StrongDetector(random_model()).flags([])) == []
    assert len(read([["x"]], random_model().session, PIECES).words) == 2


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=12))
def test_any_words_are_read(words: list[str]) -> None:
    reading = read([words], random_model().session, PIECES)
    assert reading.words.shape[0] == len(words) + 1
    assert np.isfinite(reading.words).all()


def test_scripts_that_nobody_taught_it_are_read() -> None:
    sentence = from_words("a.1", ["これ", "は", "नमस्ते", "🙂"])
    detector = StrongDetector(random_model(), threshold=0.9)
    assert len(detector.reading([sentence]).words) == 5


def test_a_damaged_model_is_told() -> None:
    with pytest.raises(ModelError, match="solecism train strong"):
        model.parse(b"nothing", file="x.onnx")
    data = random_bytes().replace(b'"version": 1', b'"version": 9')
    with pytest.raises(ModelError, match="version 1"):
        model.parse(data, file="x.onnx")


def test_without_onnxruntime_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "onnxruntime", None)
    with pytest.raises(InputError, match="onnxruntime"):
        model.parse(b"", file="x.onnx")
