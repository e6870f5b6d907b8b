"""The cascade: the network reads only sentences in which errors are possible."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fixed_detector import FixedDetector
from solecism.detect.network.cascade import CascadeDetector
from solecism.detect.network.model import StrongModel
from solecism.detect.network.strong_detector import StrongDetector, site_probabilities
from solecism.detect.network.tuning import CalibrationPlane, Gate
from solecism.language.annotate import annotate
from solecism.sentence import Sentence, from_words
from solecism.site import Flag, sentence_of
from strong_models import random_model

TEXT = (
    "We wait for the bus. The end of it was near the old house. I have many book in my room. "
    "He goes to the sea. It is a long way from the town to the village. They sleep."
)
DOUBTS = {"bus.1": 0.1, "bus.2": 0.9999, "bus.3": 0.6, "bus.4": 0.8, "bus.5": 0.2, "bus.6": 0.0}
# Low enough for a random network to flag something, and so are the groups' own thresholds.
THRESHOLD = 0.02
PLANE = CalibrationPlane(0, 1, 0)


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
    return replace(found, cascade=replace(found.cascade, groups=groups, gate=Gate(gate)))


def read_together(
    sentences: list[Sentence], found: StrongModel, threshold: float | None = None
) -> list[Flag]:
    """What the cascade says of sentences that the network reads."""
    reader = StrongDetector(found, name="cascade", threshold=threshold, tuning=found.cascade)
    by_sentence = reader.by_sentence(sentences, site_probabilities(light(), sentences))
    return [flag for flags in by_sentence for flag in flags]


def cascade_flags(sentences: list[Sentence], gate: float) -> list[Flag]:
    return list(CascadeDetector(light(), with_gate(gate)).flags(sentences))


class NeverAsked:
    """A network that must not be run."""

    def run(self, names: list[str], inputs: object) -> list[object]:
        raise AssertionError(f"asked for {names}")


@pytest.mark.parametrize("gate", [0.0, 0.05, 0.2, 0.7, 0.99])
def test_only_doubted_sentences_are_read(sentences: list[Sentence], gate: float) -> None:
    doubted = [each for each in sentences if DOUBTS[each.id] >= gate]
    names = {each.id for each in doubted}
    found = cascade_flags(sentences, gate)
    read = [flag for flag in found if sentence_of(flag.site) in names]
    assert read == read_together(doubted, with_gate(gate))
    assert any(flag.error for flag in read)
    assert not any(flag.error for flag in found if sentence_of(flag.site) not in names)


def test_the_network_is_not_asked_where_nothing_is_doubted(sentences: list[Sentence]) -> None:
    unread = replace(with_gate(1.1), session=NeverAsked())
    assert list(CascadeDetector(light(), unread).flags(sentences))
    doubted = replace(unread, cascade=with_gate(0.9).cascade)
    with pytest.raises(AssertionError, match="asked"):
        list(CascadeDetector(light(), doubted).flags(sentences))


@pytest.mark.parametrize("gate", [0.0, 0.5, 1.1])
def test_the_light_detector_is_asked_once_for_each_sentence(
    sentences: list[Sentence], gate: float
) -> None:
    asked = light()
    list(CascadeDetector(asked, with_gate(gate)).flags(sentences))
    assert asked.asked == [sentence.words for sentence in sentences]


def test_the_light_detector_has_its_say_in_what_is_read(sentences: list[Sentence]) -> None:
    found = {flag.site: flag for flag in cascade_flags(sentences, 0.9)}
    assert found["bus.2:2-3:preposition"].confidence == pytest.approx(0.9999)
    assert found["bus.2:2-3:preposition"].error
    assert found["bus.2:8-9:number"].confidence == pytest.approx(0.01)
    assert not found["bus.2:8-9:number"].error


def test_unread_sentences_keep_the_sites_of_the_light_detector_as_right(
    sentences: list[Sentence],
) -> None:
    found = [flag for flag in cascade_flags(sentences, 0.9) if sentence_of(flag.site) != "bus.2"]
    assert found == [
        Flag("bus.1:4-5:number", "cascade", False, None, 0.1),
        Flag("bus.3:3-3:determiner", "cascade", False, None, 0.6),
        Flag("bus.3:6-6:determiner", "cascade", False, None, 0.3),
        Flag("bus.4:4-5:number", "cascade", False, None, 0.8),
        Flag("bus.5:5-6:preposition", "cascade", False, None, 0.2),
        Flag("bus.5:10-11:number", "cascade", False, None, 0.15),
    ]


def test_a_sentence_without_sites_is_read_only_where_everything_is() -> None:
    silent = [from_words("a.1", ["they", "sleep"])]
    assert cascade_flags(silent, 1e-9) == []
    found = cascade_flags(silent, 0.0)
    assert found == read_together(silent, with_gate(0.0))
    assert any(flag.error for flag in found)


def test_the_network_alone_knows_nothing_of_the_cascade(sentences: list[Sentence]) -> None:
    alone = StrongDetector(with_gate(0.0)).flags(sentences)
    assert list(alone) == list(StrongDetector(random_model()).flags(sentences))


def test_sentences_keep_their_order(sentences: list[Sentence]) -> None:
    found = cascade_flags(sentences, 0.5)
    order = list(dict.fromkeys(sentence_of(flag.site) for flag in found))
    assert order == ["bus.1", "bus.2", "bus.3", "bus.4", "bus.5"]
    assert {flag.system for flag in found} == {"cascade"}


def test_sentences_of_one_name_are_read_each_by_its_own_doubt() -> None:
    named = [from_words("a.1", ["the", "end", "of", "it"]), from_words("a.1", ["the", "bus"])]
    found = cascade_flags(named, 0.9)
    assert found[-1] == Flag("a.1:1-2:number", "cascade", False, None, 0.1)
    assert found[:-1] == read_together(named[:1], with_gate(0.9))


@pytest.mark.parametrize("threshold", [0.0, THRESHOLD])
def test_at_a_threshold_everything_is_read(sentences: list[Sentence], threshold: float) -> None:
    found = CascadeDetector(light(), with_gate(1.1), threshold=threshold).flags(sentences)
    assert list(found) == read_together(sentences, with_gate(1.1), threshold)


def test_no_sentences_have_no_flags() -> None:
    assert cascade_flags([], 0.5) == []
