"""The detector of articles and noun number at work."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from nominal import small_model, texts
from prepositional import annotated
from solecism.detect.detector import (
    MISSING_ARTICLE,
    NOUN_NUMBER,
    UNNEEDED_ARTICLE,
    WRONG_ARTICLE,
    Detector,
)
from solecism.detect.light.noun_detector import ArticleDetector
from solecism.locate.sites import located
from solecism.site import DETERMINER, NUMBER, Flag


def flagged(text: str, **options: float) -> list[Flag]:
    detector: Detector = ArticleDetector(**options)  # type: ignore[arg-type]  # names of numbers
    return [flag for flag in detector.flags(annotated([text.split()])) if flag.error]


@settings(max_examples=30)
@given(texts)
def test_every_located_determiner_and_noun_gets_one_flag(words: list[list[str]]) -> None:
    sentences = annotated(words)
    flags = list(ArticleDetector(small_model()).flags(sentences))
    kinds = (DETERMINER, NUMBER)
    sites = {site.id for each in sentences for site in located(each, kinds=kinds)}
    ids = [flag.site for flag in flags]
    assert len(set(ids)) == len(ids)
    assert sites <= set(ids)
    for flag in flags:
        assert flag.confidence is None or 0 <= flag.confidence <= 1
        assert bool(flag.kind) == flag.error
        assert flag.error or not flag.suggestions


def test_a_small_model_finds_the_error_it_was_taught() -> None:
    flags = ArticleDetector(small_model()).flags(annotated(["She has the dog .".split()]))
    [flag] = [flag for flag in flags if flag.error]
    assert (flag.kind, flag.suggestions[0].text) == (WRONG_ARTICLE, "a")


@pytest.mark.parametrize(
    ("text", "kind", "suggestion"),
    [
        ("I want to be doctor .", MISSING_ARTICLE, "a"),
        ("My father is engineer .", MISSING_ARTICLE, "an"),
        ("We love the nature .", UNNEEDED_ARTICLE, ""),
        ("She waited for a hour .", WRONG_ARTICLE, "an"),
        ("It is an university .", WRONG_ARTICLE, "a"),
        ("There are many book on the table .", NOUN_NUMBER, "books"),
        ("This problems are serious .", WRONG_ARTICLE, "These"),
        ("Main reason is the price .", MISSING_ARTICLE, "The"),
        ("I need some informations about the course .", NOUN_NUMBER, "information"),
    ],
)
def test_the_bundled_model_knows_common_errors(text: str, kind: str, suggestion: str) -> None:
    found = [(flag.kind, flag.suggestions[0].text) for flag in flagged(text, threshold=0.3)]
    assert (kind, suggestion) in found


def test_good_sentences_are_not_flagged() -> None:
    assert flagged("She has lived in the city for an hour with her parents and two dogs .") == []


def test_a_higher_precision_flags_no_more() -> None:
    text = "He is teacher and he gave me the advices about a life ."
    assert len(flagged(text, precision=0.8)) <= len(flagged(text, precision=0.5))


def test_suggestions_at_the_beginning_of_a_sentence_are_capitalised() -> None:
    [flag] = [flag for flag in flagged("A hour is long .") if flag.kind == WRONG_ARTICLE]
    assert flag.suggestions[0].text == "An"


def test_the_letter_a_is_no_article() -> None:
    assert not [flag for flag in flagged("He got an A in maths .") if flag.site.endswith("3-4")]


@pytest.mark.parametrize("text", ["", "2 x 3", "TOTAL 7 % NET", "- milk - eggs", "def f ( x ) :"])
def test_lists_tables_and_code_are_seldom_flagged(text: str) -> None:
    assert len(flagged(text)) <= 1


def test_nothing_gives_no_flags() -> None:
    assert list(ArticleDetector(small_model()).flags([])) == []
