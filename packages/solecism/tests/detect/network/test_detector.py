"""The strong detector with a random network: what holds whatever the network says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fixed_detector import FixedDetector
from solecism import site as sites
from solecism.detect.detector import ThresholdedDetector, proposals, shown
from solecism.detect.network import model
from solecism.detect.network.reading import Reading
from solecism.detect.network.repairs import GROUPS, MARKS, NETWORK_KINDS
from solecism.detect.network.strong_detector import StrongDetector
from solecism.detect.network.tuning import (
    NEVER,
    CalibrationLine,
    CalibrationPlane,
    GroupTuning,
    Tuning,
    untuned,
)
from solecism.detect.network.writer import Writer
from solecism.errors import InputError, ModelError
from solecism.language.annotate import annotate
from solecism.sentence import Sentence, from_words
from solecism.site import NUMBER, PREPOSITION
from strong_models import random_bytes, random_model

TEXT = "We wait for the bus. The end of it was near the old house. I have the books in my room."


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
        assert flag.kind in NETWORK_KINDS
        assert sites.parse(flag.site).kind in GROUPS
        assert flag.confidence is not None
        assert flag.confidence >= 0.02
    assert all(flag.kind is None and not flag.suggestions for flag in flags if not flag.error)


def test_kinds_without_a_threshold_cannot_be_reached() -> None:
    assert StrongDetector(random_model(), threshold=0.02).unreachable == ()
    marks = dict.fromkeys(MARKS, GroupTuning(threshold=NEVER))
    without_marks = StrongDetector(tuned_model(Tuning({**untuned().groups, **marks})))
    assert without_marks.unreachable == ("capitals", "punctuation")
    limited = ThresholdedDetector(without_marks, None, ("punctuation",))
    assert limited.unreachable == ("capitals", "punctuation")
    assert ThresholdedDetector(FixedDetector(), None, ()).unreachable == ()


def tuned(**changes: object) -> Tuning:
    """The untuned tuning with something else in the group of prepositions."""
    groups = dict(untuned().groups)
    # A test may change any field, whatever its type.
    groups[PREPOSITION] = replace(groups[PREPOSITION], **changes)  # type: ignore[arg-type]
    return Tuning(groups)


def tuned_model(tuning: Tuning) -> model.StrongModel:
    """The random model with a tuning, alone and with a second detector."""
    return replace(random_model(), tuning=tuning, cascade=tuning)


def test_readers_are_told_by_the_probability_and_only_where_they_are_known(
    sentences: list[Sentence],
) -> None:
    line = CalibrationLine(0.5, -1)
    detector = StrongDetector(tuned_model(tuned(readers=line)), threshold=0.02)
    errors = [flag for flag in detector.flags(sentences) if flag.error]
    assert {sites.parse(flag.site).kind == PREPOSITION for flag in errors} == {True, False}
    for flag in errors:
        if sites.parse(flag.site).kind == PREPOSITION:
            assert flag.readers == pytest.approx(float(line(np.array(flag.confidence))))
        else:
            assert flag.readers is None


def test_a_second_opinion_has_its_say_where_it_speaks(sentences: list[Sentence]) -> None:
    network = tuned_model(tuned(second=CalibrationPlane(0, 1, 0)))
    second = FixedDetector({"for": (PREPOSITION, 0.9999), "of": (PREPOSITION, 0.001)})
    found, before = (
        {
            flag.site: flag
            for flag in StrongDetector(network, second=each, threshold=0.02).flags(sentences)
        }
        for each in (second, None)
    )
    said = {"bus.1:2-3:preposition": 0.9999, "bus.2:2-3:preposition": 0.001}
    assert found.keys() >= said.keys()
    for site, p in said.items():
        assert found[site].confidence == pytest.approx(p)
        assert found[site].error == (p > 0.5)
    others = {site for site in before if site.split(":")[1] != "2-3"}
    assert {site: found[site] for site in others} == {site: before[site] for site in others}


def test_at_a_threshold_of_zero_all_that_is_there_is_flagged(sentences: list[Sentence]) -> None:
    flags = list(StrongDetector(random_model(), threshold=0.0).flags(sentences))
    found = {(s.sentence, s.start, s.end) for s in (sites.parse(f.site) for f in flags if f.error)}
    assert found == {
        (each.id, place, place + size)
        for each in sentences
        for size in (0, 1)
        for place in range(len(each.words) + 1 - size)
    }


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
    with pytest.raises(ModelError, match="solecism train network"):
        model.parse(b"nothing", file="x.onnx")


def test_a_model_of_an_older_version_is_refused() -> None:
    data = random_bytes().replace(b'"version": 4', b'"version": 2')
    with pytest.raises(ModelError) as refused:
        model.parse(data, file="x.onnx")
    remedy = "Train it again with `solecism train network`."
    assert str(refused.value) == f"x.onnx: not a model of version 4. {remedy}"


def test_a_model_with_the_tuning_of_an_older_version_is_to_be_tuned_again() -> None:
    data = random_bytes().replace(b'"version": 4', b'"version": 3')
    with pytest.raises(ModelError) as refused:
        model.parse(data, file="x.onnx")
    remedy = "Tune it again with `solecism train tuning`."
    assert str(refused.value) == f"x.onnx: not tuned for this version. {remedy}"
    assert model.parse_untuned(data, file="x.onnx").tuning == untuned()


def test_a_damaged_tuning_is_told() -> None:
    data = random_bytes().replace(b'"selection"', b'"selectron"')
    with pytest.raises(ModelError, match=r"x\.onnx: its tuning is damaged\. Tune it again"):
        model.parse(data, file="x.onnx")


def test_each_document_has_its_own_rate_however_sentences_are_batched() -> None:
    tuning = replace(untuned(), writer=Writer(rate=0.3, strength=1.0, power=2.0))
    detector = StrongDetector(tuned_model(tuning), threshold=0.02)
    texts = {"bus": TEXT, "sea": "They sleep near the sea. It was a book of it."}
    by_text = [list(annotate(text, name)) for name, text in texts.items()]
    apart = [flag for each in by_text for flag in detector.flags(each)]
    together = list(detector.flags([sentence for each in by_text for sentence in each]))
    assert [flag.site for flag in together] == [flag.site for flag in apart]
    assert [flag.confidence for flag in together] == pytest.approx(
        [flag.confidence for flag in apart], abs=1e-5
    )
    plain = StrongDetector(random_model(), threshold=0.02).flags(by_text[0])
    assert [flag.confidence for flag in plain] != pytest.approx(
        [flag.confidence for flag in detector.flags(by_text[0])], abs=1e-5
    )


def test_without_onnxruntime_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "onnxruntime", None)
    with pytest.raises(InputError, match="onnxruntime"):
        model.parse(b"", file="x.onnx")


def test_nothing_read_together_is_nothing_found() -> None:
    assert list(StrongDetector(random_model()).proposals([])) == []


def test_a_place_has_the_same_probabilities_beside_any_others() -> None:
    bundled = model.bundled()
    detector = StrongDetector(bundled)
    rng = np.random.default_rng(1)
    words, gaps = (
        rng.dirichlet(np.full(len(classes), 0.01), 40).astype(np.float32)
        for classes in (bundled.repairs.words, bundled.repairs.gaps)
    )
    every = detector.group_probabilities(Reading(words, gaps, np.array([0])))
    for n in range(1, 40):
        some = detector.group_probabilities(Reading(words[:n], gaps[:n], np.array([0])))
        for one, other in zip(some, every, strict=True):
            assert np.array_equal(one, other[:n])


def test_errors_are_proposed_below_their_threshold_and_hidden_when_they_are_shown(
    sentences: list[Sentence],
) -> None:
    # The random network is sure of most errors; here some are doubted, and some hardly probable.
    group = GroupTuning(calibration=CalibrationLine(1.0, -4.0), threshold=0.6)
    groups = dict.fromkeys(GROUPS, group)
    detector = StrongDetector(tuned_model(Tuning(groups)))
    found = detector.proposals(sentences)
    proposed = [flag for each in found for flag in each.flags if flag.error]
    kept = [
        flag for each in found for flag in detector.shown(each.flags, each.context) if flag.error
    ]
    doubted = [flag for flag in proposed if (flag.confidence or 0) < 0.6]
    assert kept
    assert doubted
    every = StrongDetector(tuned_model(Tuning(groups)), threshold=0.0).flags(sentences)
    probable = [flag for flag in every if flag.error and (flag.confidence or 0) >= 0.35]
    assert proposed == probable
    assert [flag for flag in proposed if flag not in doubted] == kept
    assert [flag for flag in detector.flags(sentences) if flag.error] == kept


def test_sentences_are_read_again_as_parts_of_the_same_document() -> None:
    tuning = replace(untuned(), writer=Writer(rate=0.3, strength=1.0, power=2.0))
    detector = StrongDetector(tuned_model(tuning), threshold=0.02)
    document = list(annotate(TEXT, "bus"))
    whole = detector.proposals(document)
    assert len({each.context for each in whole}) == 1
    [alone] = detector.proposals(document[1:2])
    [again] = detector.proposals(document[1:2], [whole[1].context])
    assert again.flags == whole[1].flags
    assert alone.flags != whole[1].flags


def test_other_detectors_propose_what_they_show() -> None:
    sentences = [from_words("a.1", ["of", "bus"]), from_words("a.2", ["yes"])]
    fixed = FixedDetector({"of": (PREPOSITION, 0.9), "bus": (NUMBER, 0.2)})
    found = proposals(fixed, sentences)
    assert [each.context for each in found] == [None, None]
    assert [[flag.confidence for flag in each.flags] for each in found] == [[0.9, 0.2], []]
    assert shown(fixed, found[0].flags, None) == found[0].flags


def test_a_tuning_beside_a_model_goes_before_the_one_inside_it(tmp_path: Path) -> None:
    path = tmp_path / "random.onnx"
    path.write_bytes(random_bytes())
    assert model.read(path).tuning == untuned()
    alone, together = tuned(threshold=0.3), tuned(threshold=0.4)
    beside = tmp_path / "random.tuning.json"
    beside.write_text(model.format_tuning(alone, together))
    found = model.read(path)
    assert (found.tuning, found.cascade) == (alone, together)
    # Even where the tuning inside is that of an older version.
    path.write_bytes(random_bytes().replace(b'"version": 4', b'"version": 3'))
    assert model.read(path).tuning == alone


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"version": 4, "tuning": {}}'])
def test_a_damaged_tuning_beside_a_model_is_told(content: str, tmp_path: Path) -> None:
    path = tmp_path / "random.onnx"
    path.write_bytes(random_bytes())
    (tmp_path / "random.tuning.json").write_text(content)
    with pytest.raises(ModelError, match=r"random\.tuning\.json: damaged\. Tune it again with"):
        model.read(path)
