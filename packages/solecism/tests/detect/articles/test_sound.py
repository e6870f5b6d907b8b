"""*a* and *an* by sound."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect import registry
from solecism.detect.certain_errors import sound_flags, sure_article
from solecism.detect.detector import WRONG_ARTICLE
from solecism.detect.network.strong_detector import StrongDetector
from solecism.detect.registry import is_available
from solecism.language.annotate import annotate
from strong_models import random_model


@pytest.mark.parametrize(
    ("word", "article"),
    [
        *(("hour", "an"), ("university", "a"), ("apple", "an"), ("house", "a"), ("useful", "a")),
        *(("FBI", "an"), ("MP", "an"), ("NATO", "a"), ("8", "an"), ("$11", "an"), ("U.S.", "a")),
    ],
)
def test_the_sound_decides(word: str, article: str) -> None:
    assert sure_article(word) == article


@pytest.mark.parametrize(
    "word", ["FAQ", "1100", "SQL", "homage", "II", "historic", "herb", "x", "'"]
)
def test_what_is_read_in_several_ways_is_left_alone(word: str) -> None:
    assert sure_article(word) == ""


@given(st.text())
def test_any_word_gets_an_article_or_none(word: str) -> None:
    assert sure_article(word) in ("", "a", "an")


def mended(text: str) -> dict[str, str]:
    [sentence] = annotate(text, "d")
    return {flag.site: flag.suggestions[0].text for flag in sound_flags(sentence, "mine")}


@pytest.mark.parametrize(
    ("text", "place", "article"),
    [
        ("We met an doctor.", 2, "a"),
        ("It took a hour.", 2, "an"),
        ("I saw a interesting exhibition.", 2, "an"),
        ("A apple fell down.", 0, "An"),
        ("He is an very good man.", 2, "a"),
        ("She is a MP from a US town.", 2, "an"),
        ("He scored a 8.", 2, "an"),
        ("She works in a insurance company.", 3, "an"),
        ("We waited for a 11-minute film.", 3, "an"),
    ],
)
def test_the_other_article_is_suggested(text: str, place: int, article: str) -> None:
    assert mended(text) == {f"d.1:{place}-{place + 1}:determiner": article}


@pytest.mark.parametrize(
    "text",
    [
        *(
            "We met a doctor.",
            "It took an hour.",
            "You an me can go.",
            "He was a Uefa official and an FBI agent.",
            "A NATO base, an 1890s house, a onetime champion and an X-ray.",
            "THIS IS A MAN AND A RAG.",
        ),
        *("I need a information.", "I need a informations.", "It is a", "We saw an historic site."),
    ],
)
def test_what_fits_or_needs_another_change_is_not_flagged(text: str) -> None:
    assert mended(text) == {}


@pytest.mark.skipif(not is_available(), reason="the network is not installed")
@pytest.mark.parametrize("name", ["light", "cascade", "strong"])
def test_every_detector_of_articles_knows_the_sound(name: str) -> None:
    sentences = list(annotate("We met an doctor. I saw a exhibition.", "d"))
    found = [flag for flag in registry.loader(name)().flags(sentences) if flag.error]
    assert [(flag.kind, flag.suggestions[0].text) for flag in found] == [
        (WRONG_ARTICLE, "a"),
        (WRONG_ARTICLE, "an"),
    ]


def test_a_threshold_above_its_certainty_silences_it() -> None:
    sentences = list(annotate("We met an doctor.", "d"))
    strong = StrongDetector(random_model(), threshold=0.99)
    assert not [flag for flag in strong.flags(sentences) if flag.kind == WRONG_ARTICLE]
