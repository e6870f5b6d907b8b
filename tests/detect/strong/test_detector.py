"""The strong detector with a random network: what holds whatever the network says."""

from __future__ import annotations

import pytest

from solecism import site as sites
from solecism.detect.strong import model
from solecism.detect.strong.detector import StrongDetector
from solecism.detect.strong.kinds import KINDS
from solecism.detect.strong.repairs import GROUPS
from solecism.errors import InputError, ModelError
from solecism.kind import NUMBER, PREPOSITION
from solecism.language.annotate import annotate
from solecism.sentence import Sentence, from_words
from strong_models import random_bytes, random_model

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


def test_no_sentences_have_no_flags() -> None:
    assert list(StrongDetector(random_model()).flags([])) == []


def test_scripts_that_nobody_taught_it_are_read() -> None:
    sentence = from_words("a.1", ["これ", "は", "नमस्ते", "🙂"])
    detector = StrongDetector(random_model(), threshold=0.9)
    assert len(detector.reading([sentence]).words) == 5


def test_a_damaged_model_is_told() -> None:
    with pytest.raises(ModelError, match="solecism train strong"):
        model.parse(b"nothing", file="x.onnx")
    data = random_bytes().replace(b'"version": 2', b'"version": 9')
    with pytest.raises(ModelError, match="version 2"):
        model.parse(data, file="x.onnx")


def test_without_onnxruntime_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "onnxruntime", None)
    with pytest.raises(InputError, match="onnxruntime"):
        model.parse(b"", file="x.onnx")
