"""The detectors of prepositions at work."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from prepositional import annotated, small_model, texts
from solecism.detect.detector import (
    EXTRANEOUS_PREPOSITION,
    MISSING_PREPOSITION,
    WRONG_PREPOSITION,
    Detector,
)
from solecism.detect.light.preposition_detector import PrepositionDetector
from solecism.errors import InputError
from solecism.locate.sites import located
from solecism.site import PREPOSITION, Flag


def flagged(text: str, **options: float) -> list[Flag]:
    detector: Detector = PrepositionDetector(**options)  # type: ignore[arg-type]  # names of numbers
    return [flag for flag in detector.flags(annotated([text.split()])) if flag.error]


@settings(max_examples=30)
@given(texts)
def test_every_located_preposition_gets_one_flag_in_order(words: list[list[str]]) -> None:
    sentences = annotated(words)
    flags = list(PrepositionDetector(small_model()).flags(sentences))
    sites = {site.id for each in sentences for site in located(each, kinds=[PREPOSITION])}
    ids = [flag.site for flag in flags]
    assert len(set(ids)) == len(ids)
    assert sites <= set(ids)
    assert all(flag.error for flag in flags if flag.site not in sites)
    for flag in flags:
        assert flag.confidence is None or 0 <= flag.confidence <= 1
        assert bool(flag.kind) == flag.error == bool(flag.suggestions)


@settings(max_examples=20)
@given(texts)
def test_decisions_do_not_depend_on_the_sentences_around(words: list[list[str]]) -> None:
    detector = PrepositionDetector(small_model(), threshold=0.2)
    sentences = annotated(words)
    apart = [flag for sentence in sentences for flag in detector.flags([sentence])]
    assert [flag.site for flag in detector.flags(sentences)] == [flag.site for flag in apart]


@pytest.mark.parametrize("name", ["light", "maxent"])
def test_a_small_model_finds_the_error_it_was_taught(name: str) -> None:
    detector = PrepositionDetector(small_model(), name=name)
    flags = list(detector.flags(annotated(["She depends of her friends .".split()])))
    assert {flag.system for flag in flags} == {name}
    [flag] = [flag for flag in flags if flag.error]
    assert (flag.kind, flag.suggestions[0].text) == (WRONG_PREPOSITION, "on")


@pytest.mark.parametrize(
    ("text", "kind", "suggestion"),
    [
        ("It depends of the weather .", WRONG_PREPOSITION, "on"),
        ("We discussed about the problem .", EXTRANEOUS_PREPOSITION, ""),
        ("I like to listen music .", MISSING_PREPOSITION, "to"),
        ("He is waiting at at the station .", EXTRANEOUS_PREPOSITION, ""),
    ],
)
def test_the_bundled_model_knows_common_errors(text: str, kind: str, suggestion: str) -> None:
    found = [(flag.kind, flag.suggestions[0].text) for flag in flagged(text, threshold=0.3)]
    assert (kind, suggestion) in found


def test_good_sentences_are_not_flagged() -> None:
    assert flagged("She has lived in the city for many years with her parents .") == []


def test_a_higher_precision_flags_no_more() -> None:
    text = "It depends of the weather and I arrived to the station at Monday ."
    assert len(flagged(text, precision=0.8)) <= len(flagged(text, precision=0.5))


def test_suggestions_at_the_beginning_of_a_sentence_are_capitalised() -> None:
    flags = flagged("On the morning I drink coffee .", threshold=0.02)
    assert any(flag.suggestions[0].text == "In" for flag in flags)


def test_nothing_gives_no_flags() -> None:
    assert list(PrepositionDetector(small_model()).flags([])) == []


def test_an_unknown_model_of_contexts_is_told() -> None:
    with pytest.raises(InputError, match="no context model 'dark'"):
        PrepositionDetector(small_model(), name="dark")
