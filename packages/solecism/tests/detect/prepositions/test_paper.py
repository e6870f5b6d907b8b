"""The paper's own detector: native text, a threshold, and its filters."""

from __future__ import annotations

import pytest

from prepositional import annotated, small_model
from solecism.detect.detector import EXTRANEOUS_PREPOSITION, WRONG_PREPOSITION
from solecism.detect.light.paper_detector import PaperDetector, is_messy
from solecism.detect.registry import loader
from solecism.errors import InputError
from solecism.locate.sites import located
from solecism.site import PREPOSITION, Flag


def flags(text: str, threshold: float = 0.5) -> list[Flag]:
    detector = PaperDetector(threshold=threshold)
    return [flag for flag in detector.flags(annotated([text.split()])) if flag.error]


def test_a_better_preposition_by_the_threshold_is_an_error() -> None:
    [flag] = flags("It depends of the weather .")
    assert (flag.kind, flag.suggestions[0].text) == (WRONG_PREPOSITION, "on")
    assert flag.confidence is not None
    assert flag.confidence > 0.5
    assert flags("It depends of the weather .", threshold=flag.confidence + 1e-6) == []
    assert flags("It depends on the weather .", threshold=0.01) == []


def test_it_has_no_share_in_what_learners_taught() -> None:
    """The model's classifiers and confusions may be anything."""
    model = small_model()
    sentences = annotated(["She depends of her friends .".split()])
    one = list(PaperDetector(model, threshold=0.2).flags(sentences))
    bare = type(model)(model.maxent, model.network, model.weights, model.confusions * 0, {})
    assert list(PaperDetector(bare, threshold=0.2).flags(sentences)) == one


@pytest.mark.parametrize("text", ["Many of people sing .", "Most of students work ."])
def test_of_after_a_quantifier_is_extraneous_whatever_the_threshold(text: str) -> None:
    [flag] = flags(text, threshold=1.0)
    assert (flag.kind, flag.suggestions[0].text) == (EXTRANEOUS_PREPOSITION, "")


def test_for_somebody_is_never_flagged() -> None:
    for text in ("I explained it for my mother .", "I explained it for the students ."):
        assert flags(text, threshold=0.05) == []
    assert flags("I arrived for the station .", threshold=0.05)


def test_messy_contexts_are_left_out() -> None:
    assert flags("It depends of the weather .")
    assert flags("It depnds of the weather .") == []
    assert flags("It depends of , the weather .") == []
    assert is_messy("I came home.Then of course".split(), 3)
    assert not is_messy("Ann 's friend of Rome".split(), 3)


def test_every_located_preposition_has_one_flag() -> None:
    sentences = annotated(["After he left for Rome , he came from behind the house .".split()])
    ids = [flag.site for flag in PaperDetector(threshold=0.9).flags(sentences)]
    assert ids == [site.id for each in sentences for site in located(each, kinds=[PREPOSITION])]


def test_detectors_bear_their_names() -> None:
    sentences = annotated(["It depends of the weather .".split()])
    for name in ("maxent", "maxent-learners"):
        assert {flag.system for flag in loader(name)().flags(sentences)} == {name}
    with pytest.raises(InputError, match="Give a threshold"):
        loader("maxent")(precision=0.8)
