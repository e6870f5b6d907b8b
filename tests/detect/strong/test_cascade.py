"""The cascade reads with the network what its gate doubts, and only that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from second_opinion import SecondOpinion
from solecism.detect.strong import model
from solecism.detect.strong.cascade import CascadeDetector
from solecism.detect.strong.detector import StrongDetector
from solecism.detect.strong.model import StrongModel
from solecism.detect.strong.read import doubts
from solecism.detect.strong.tuning import Plane
from solecism.errors import ModelError
from solecism.flag import Flag
from solecism.language.annotate import annotate
from solecism.sentence import Sentence
from strong_models import PIECES, gateless_bytes, random_model

TEXT = (
    "We wait for the bus. The end of it was near the old house. I have many book in my room. "
    "He goes to the sea. It is a long way from the town to the village."
)
# Low enough for a random network to flag something, and so are the groups' own thresholds.
THRESHOLD = 0.02
PLANE = Plane(0, 1, 0)


@pytest.fixture(scope="module")
def sentences() -> list[Sentence]:
    return list(annotate(TEXT, "bus"))


@pytest.fixture(scope="module")
def greatest(sentences: list[Sentence]) -> list[float]:
    gate = random_model().gate
    assert gate is not None
    found = doubts([each.words for each in sentences], gate, PIECES)
    return [float(doubt) for doubt in found.greatest]


def light() -> SecondOpinion:
    return SecondOpinion({"of": ("preposition", 0.9999), "sea": ("number", 0.8)})


def with_gate(gate: float) -> StrongModel:
    found = random_model()
    groups = {
        name: replace(each, second=PLANE, threshold=THRESHOLD)
        for name, each in found.cascade.groups.items()
    }
    return replace(found, cascade=replace(found.cascade, groups=groups, default_gate=gate))


def reads_all(found: StrongModel, threshold: float | None = None) -> StrongDetector:
    """What the cascade gives a sentence to, here for all of them."""
    return StrongDetector(
        found, name="cascade", threshold=threshold, tuning=found.cascade, second=light()
    )


class NeverAsked:
    """A network that must not be run."""

    def run(self, names: list[str], inputs: object) -> list[object]:
        raise AssertionError(f"asked for {names}")


def sentence_of(flag: Flag) -> str:
    return flag.site.rsplit(":", 2)[0]


def test_only_doubted_sentences_are_read(sentences: list[Sentence], greatest: list[float]) -> None:
    gate = sorted(greatest)[2]
    found = list(CascadeDetector(light(), with_gate(gate)).flags(sentences))
    read = list(reads_all(with_gate(gate)).flags(sentences))
    doubted = {
        sentence.id for sentence, doubt in zip(sentences, greatest, strict=True) if doubt >= gate
    }
    assert len(doubted) == 3
    assert [flag for flag in found if sentence_of(flag) in doubted] == [
        flag for flag in read if sentence_of(flag) in doubted
    ]
    assert any(flag.error for flag in found)
    assert not any(flag.error for flag in found if sentence_of(flag) not in doubted)


def test_the_network_is_not_asked_where_nothing_is_doubted(sentences: list[Sentence]) -> None:
    unread = replace(with_gate(1.1), session=NeverAsked())
    flags = list(CascadeDetector(light(), unread).flags(sentences))
    assert flags
    assert not any(flag.error for flag in flags)
    with pytest.raises(AssertionError, match="asked"):
        list(
            CascadeDetector(light(), replace(unread, cascade=with_gate(0.0).cascade)).flags(
                sentences
            )
        )


def test_the_light_detector_is_asked_about_what_is_read_and_nothing_else(
    sentences: list[Sentence], greatest: list[float]
) -> None:
    for gate in (0.0, sorted(greatest)[2], 1.1):
        asked = light()
        list(CascadeDetector(asked, with_gate(gate)).flags(sentences))
        read = [each for each, doubt in zip(sentences, greatest, strict=True) if doubt >= gate]
        assert asked.asked == [sentence.words for sentence in read]


def test_the_light_detector_has_its_say_in_what_is_read(sentences: list[Sentence]) -> None:
    found = {flag.site: flag for flag in CascadeDetector(light(), with_gate(0.0)).flags(sentences)}
    assert found["bus.2:2-3:preposition"].confidence == pytest.approx(0.9999)
    assert found["bus.2:2-3:preposition"].error
    unread = {flag.site: flag for flag in CascadeDetector(light(), with_gate(1.1)).flags(sentences)}
    assert unread["bus.2:2-3:preposition"].confidence != pytest.approx(0.9999)


def test_the_network_alone_knows_nothing_of_the_cascade(sentences: list[Sentence]) -> None:
    alone = StrongDetector(with_gate(0.0)).flags(sentences)
    assert list(alone) == list(StrongDetector(random_model()).flags(sentences))


def test_sentences_keep_their_order_and_sites(
    sentences: list[Sentence], greatest: list[float]
) -> None:
    found = list(CascadeDetector(light(), with_gate(sorted(greatest)[2])).flags(sentences))
    order = list(dict.fromkeys(sentence_of(flag) for flag in found))
    assert order == [sentence.id for sentence in sentences]
    right = StrongDetector(random_model(), threshold=1.0).flags(sentences)
    assert {flag.site for flag in right} <= {flag.site for flag in found}
    assert {flag.system for flag in found} == {"cascade"}


def test_right_sites_have_the_doubt_of_their_word(sentences: list[Sentence]) -> None:
    gate = random_model().gate
    assert gate is not None
    seen = doubts([sentences[0].words], gate, PIECES)
    flags = list(CascadeDetector(light(), with_gate(1.1)).flags(sentences[:1]))
    assert {flag.site: flag.confidence for flag in flags} == {
        "bus.1:2-3:preposition": seen.words[2],
        "bus.1:3-4:determiner": seen.words[3],
        "bus.1:4-5:number": seen.words[4],
    }


@pytest.mark.parametrize("threshold", [0.0, THRESHOLD])
def test_at_a_threshold_everything_is_read(sentences: list[Sentence], threshold: float) -> None:
    found = CascadeDetector(light(), with_gate(1.1), threshold=threshold).flags(sentences)
    assert list(found) == list(reads_all(with_gate(1.1), threshold).flags(sentences))


def test_no_sentences_have_no_flags() -> None:
    assert list(CascadeDetector(light(), with_gate(0.5)).flags([])) == []


def test_a_model_without_a_gate_makes_no_cascade() -> None:
    gateless = model.parse(gateless_bytes(), file="old.onnx")
    assert list(StrongDetector(gateless).flags([])) == []
    with pytest.raises(ModelError, match="Ask for the detector strong"):
        CascadeDetector(light(), gateless)
