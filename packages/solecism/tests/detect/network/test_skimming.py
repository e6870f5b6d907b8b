"""Skimming: the network reads a sample of each document, and sentences with signs of errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from fixed_detector import FixedDetector
from solecism.detect.network import writer
from solecism.detect.network.model import StrongModel
from solecism.detect.network.reading import Reading
from solecism.detect.network.sentence_memory import SentenceMemory
from solecism.detect.network.strong_detector import StrongDetector
from solecism.detect.network.tuning import CalibrationPlane, Gate
from solecism.detect.network.writer import Writer
from solecism.language.annotate import annotate
from solecism.sentence import Sentence
from solecism.site import Flag, sentence_of
from strong_models import random_model

# Nothing in it looks like an error but what the second detector says.
TEXT = (
    "They sleep. The end of it was near the old house. I have a book in my room. "
    "He goes to the sea. It is a long way from the town to the village. We wait for the bus."
)
DOUBTS = {"bus.1": 0.0, "bus.2": 0.9999, "bus.3": 0.6, "bus.4": 0.8, "bus.5": 0.2, "bus.6": 0.1}
# Low enough for a random network to flag something.
THRESHOLD = 0.02
PLANE = CalibrationPlane(0, 1, 0)
WRITER = Writer(rate=0.3, strength=1.0, power=1.0)


@pytest.fixture(autouse=True)
def small_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each document the first sentence alone is read in any case."""
    monkeypatch.setattr(writer, "SAMPLE_SENTENCES", 1)


@pytest.fixture(scope="module")
def sentences() -> list[Sentence]:
    return list(annotate(TEXT, "bus"))


def light() -> FixedDetector:
    words = {
        "bus": ("number", 0.1),
        "of": ("preposition", 0.9999),
        "house": ("number", 0.01),
        "sea": ("number", 0.8),
        "from": ("preposition", 0.2),
        "village": ("number", 0.15),
    }
    return FixedDetector(words, {"room": ("determiner", 0.3), "book": ("determiner", 0.6)})


def with_gate(gate: float) -> StrongModel:
    found = random_model()
    groups = {
        name: replace(each, second=PLANE, threshold=THRESHOLD)
        for name, each in found.cascade.groups.items()
    }
    cascade = replace(found.cascade, groups=groups, gate=Gate(gate), writer=WRITER)
    return replace(found, cascade=cascade)


def skimming(gate: float, **settings: object) -> StrongDetector:
    # A test may give any setting, whatever its type.
    return StrongDetector(
        with_gate(gate),
        second=light(),
        skims=True,
        **settings,  # type: ignore[arg-type]
    )


def reading(gate: float = 1.1) -> StrongDetector:
    return StrongDetector(with_gate(gate), second=light())


def of(flags: list[Flag], names: set[str]) -> list[Flag]:
    return [flag for flag in flags if sentence_of(flag.site) in names]


@pytest.mark.parametrize("gate", [0.0, 0.05, 0.2, 0.7, 0.99])
def test_the_sample_and_doubted_sentences_are_read_as_if_everything_was(
    sentences: list[Sentence], gate: float
) -> None:
    names = {"bus.1"} | {name for name, doubt in DOUBTS.items() if doubt >= gate}
    found = list(skimming(gate).flags(sentences))
    assert of(found, names) == of(list(reading().flags(sentences)), names)
    assert any(flag.error for flag in of(found, names))
    assert not any(flag.error for flag in of(found, DOUBTS.keys() - names))


def test_a_memory_changes_nothing_of_what_is_found(sentences: list[Sentence]) -> None:
    errors = [flag for flag in skimming(0.5).flags(sentences) if flag.error]
    remembering = skimming(0.5, memory=SentenceMemory())
    for _ in range(2):
        assert list(remembering.flags(sentences)) == errors


def test_simple_signs_of_errors_are_read_whatever_the_second_detector_says() -> None:
    text = "They sleep. We wait. He go home. They depend of it. It is a apple. It is late."
    sentences = list(annotate(text, "bus"))
    read = {"bus.1", "bus.3", "bus.4", "bus.5"}
    found = list(
        StrongDetector(with_gate(1.1), second=FixedDetector(), skims=True).flags(sentences)
    )
    every = list(StrongDetector(with_gate(1.1), second=FixedDetector()).flags(sentences))
    assert {sentence_of(flag.site) for flag in found} == read
    assert found == of(every, read)


def test_the_network_reads_no_other_sentence(
    sentences: list[Sentence], monkeypatch: pytest.MonkeyPatch
) -> None:
    detector = skimming(0.9)
    read: list[str] = []
    reading_of = detector.reading

    def recorded(sentences: Sequence[Sentence]) -> Reading:
        read.extend(each.id for each in sentences)
        return reading_of(sentences)

    monkeypatch.setattr(detector, "reading", recorded)
    list(detector.flags(sentences))
    assert sorted(read) == ["bus.1", "bus.2"]


def test_the_second_detector_is_asked_once_for_each_sentence(sentences: list[Sentence]) -> None:
    for gate in (0.0, 0.5, 1.1):
        asked = light()
        list(StrongDetector(with_gate(gate), second=asked, skims=True).flags(sentences))
        assert asked.asked == [sentence.words for sentence in sentences]


def test_unread_sentences_keep_the_sites_of_the_second_detector_as_right(
    sentences: list[Sentence],
) -> None:
    found = list(skimming(0.9, name="cascade").flags(sentences))
    assert [flag for flag in found if sentence_of(flag.site) not in ("bus.1", "bus.2")] == [
        Flag("bus.3:3-3:determiner", "cascade", False, None, 0.6),
        Flag("bus.3:6-6:determiner", "cascade", False, None, 0.3),
        Flag("bus.4:4-5:number", "cascade", False, None, 0.8),
        Flag("bus.5:5-6:preposition", "cascade", False, None, 0.2),
        Flag("bus.5:10-11:number", "cascade", False, None, 0.15),
        Flag("bus.6:4-5:number", "cascade", False, None, 0.1),
    ]


def test_the_second_detector_has_its_say_in_what_is_read(sentences: list[Sentence]) -> None:
    model = with_gate(0.9)
    model = replace(model, cascade=replace(model.cascade, writer=Writer()))
    detector = StrongDetector(model, second=light(), skims=True)
    found = {flag.site: flag for flag in detector.flags(sentences)}
    assert found["bus.2:2-3:preposition"].confidence == pytest.approx(0.9999)
    assert found["bus.2:2-3:preposition"].error
    assert found["bus.2:8-9:number"].confidence == pytest.approx(0.01)
    assert not found["bus.2:8-9:number"].error


def test_the_network_alone_has_a_tuning_of_its_own_and_skims_nothing(
    sentences: list[Sentence],
) -> None:
    alone = StrongDetector(with_gate(1.1), skims=True).flags(sentences)
    assert list(alone) == list(StrongDetector(random_model()).flags(sentences))


@pytest.mark.parametrize("threshold", [0.0, THRESHOLD])
def test_at_a_threshold_everything_is_read(sentences: list[Sentence], threshold: float) -> None:
    found = skimming(1.1, threshold=threshold).flags(sentences)
    every = StrongDetector(with_gate(1.1), second=light(), threshold=threshold).flags(sentences)
    assert list(found) == list(every)


def test_short_documents_are_read_whole(
    sentences: list[Sentence], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "SAMPLE_SENTENCES", len(sentences))
    assert list(skimming(1.1).flags(sentences)) == list(reading().flags(sentences))


def test_sentences_keep_their_order(sentences: list[Sentence]) -> None:
    found = skimming(0.5).flags(sentences)
    order = list(dict.fromkeys(sentence_of(flag.site) for flag in found))
    assert order == list(DOUBTS)


def test_no_sentences_have_no_flags() -> None:
    assert list(skimming(0.5).flags([])) == []
