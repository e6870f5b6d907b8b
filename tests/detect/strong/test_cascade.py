"""The cascade reads with the network what its gate doubts, and only that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solecism.detect.strong import model
from solecism.detect.strong.cascade import CascadeDetector
from solecism.detect.strong.detector import StrongDetector
from solecism.detect.strong.model import StrongModel
from solecism.detect.strong.read import doubts
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


@pytest.fixture(scope="module")
def sentences() -> list[Sentence]:
    return list(annotate(TEXT, "bus"))


@pytest.fixture(scope="module")
def greatest(sentences: list[Sentence]) -> list[float]:
    gate = random_model().gate
    assert gate is not None
    found = doubts([each.words for each in sentences], gate, PIECES)
    return [float(doubt) for doubt in found.greatest]


def with_gate(gate: float) -> StrongModel:
    found = random_model()
    groups = {
        name: replace(each, threshold=THRESHOLD) for name, each in found.tuning.groups.items()
    }
    return replace(found, tuning=replace(found.tuning, groups=groups, default_gate=gate))


class NeverAsked:
    """A network that must not be run."""

    def run(self, names: list[str], inputs: object) -> list[object]:
        raise AssertionError(f"asked for {names}")


def sentence_of(flag: Flag) -> str:
    return flag.site.rsplit(":", 2)[0]


def test_only_doubted_sentences_are_read(sentences: list[Sentence], greatest: list[float]) -> None:
    gate = sorted(greatest)[2]
    found = list(CascadeDetector(with_gate(gate)).flags(sentences))
    read = list(StrongDetector(with_gate(gate), name="cascade").flags(sentences))
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
    flags = list(CascadeDetector(unread).flags(sentences))
    assert flags
    assert not any(flag.error for flag in flags)
    with pytest.raises(AssertionError, match="asked"):
        list(CascadeDetector(replace(unread, tuning=with_gate(0.0).tuning)).flags(sentences))


def test_sentences_keep_their_order_and_sites(
    sentences: list[Sentence], greatest: list[float]
) -> None:
    found = list(CascadeDetector(with_gate(sorted(greatest)[2])).flags(sentences))
    order = list(dict.fromkeys(sentence_of(flag) for flag in found))
    assert order == [sentence.id for sentence in sentences]
    right = StrongDetector(random_model(), threshold=1.0).flags(sentences)
    assert {flag.site for flag in right} <= {flag.site for flag in found}
    assert {flag.system for flag in found} == {"cascade"}


def test_right_sites_have_the_doubt_of_their_word(sentences: list[Sentence]) -> None:
    gate = random_model().gate
    assert gate is not None
    seen = doubts([sentences[0].words], gate, PIECES)
    flags = list(CascadeDetector(with_gate(1.1)).flags(sentences[:1]))
    assert {flag.site: flag.confidence for flag in flags} == {
        "bus.1:2-3:preposition": seen.words[2],
        "bus.1:3-4:determiner": seen.words[3],
        "bus.1:4-5:number": seen.words[4],
    }


def test_at_a_threshold_everything_is_read(sentences: list[Sentence]) -> None:
    found = CascadeDetector(with_gate(1.1), threshold=THRESHOLD).flags(sentences)
    read = StrongDetector(with_gate(1.1), threshold=THRESHOLD, name="cascade").flags(sentences)
    assert list(found) == list(read)


def test_no_sentences_have_no_flags() -> None:
    assert list(CascadeDetector(with_gate(0.5)).flags([])) == []


def test_a_model_without_a_gate_makes_no_cascade() -> None:
    gateless = model.parse(gateless_bytes(), file="old.onnx")
    assert list(StrongDetector(gateless).flags([])) == []
    with pytest.raises(ModelError, match="Ask for the detector strong"):
        CascadeDetector(gateless)
