"""Findings in plain words."""

from __future__ import annotations

import pytest

from solecism.check import explain
from solecism.detect.detector import (
    MISSING_ARTICLE,
    NOUN_NUMBER,
    UNNEEDED_ARTICLE,
    WRONG_ARTICLE,
)
from solecism.detect.network.kinds import KINDS
from solecism.finding import CheckedSentence, Finding, Place
from solecism.flag import Flag, Suggestion
from solecism.sentence import from_words


def finding(words: str, span: str, kind: str, suggestion: str) -> Finding:
    sentence = from_words("a.1", words.split())
    flag = Flag(f"a.1:{span}", "mine", True, kind, 0.9, (Suggestion(suggestion, 0.9),))
    [found] = CheckedSentence("a.txt", Place(1, 1), sentence, (flag,)).findings
    return found


@pytest.mark.parametrize(
    ("words", "span", "kind", "suggestion", "reason", "advice"),
    [
        (
            *("She has dog .", "2-2:determiner", MISSING_ARTICLE, "a"),
            *('an article seems to be missing before "dog"', 'insert "a" (90%)'),
        ),
        (
            *("We love the nature .", "2-3:determiner", UNNEEDED_ARTICLE, ""),
            *('"the" is not needed before "nature"', "leave it out (90%)"),
        ),
        (
            *("It took a hour .", "2-3:determiner", WRONG_ARTICLE, "an"),
            *('"a" does not fit the sound of "hour"', 'write "an" (90%)'),
        ),
        (
            *("A sun shone .", "0-1:determiner", WRONG_ARTICLE, "The"),
            *('"A" is unusual before "sun"', 'write "The" (90%)'),
        ),
        (
            *("I need informations .", "2-3:number", NOUN_NUMBER, "information"),
            *('"information" has no plural', 'write "information" (90%)'),
        ),
        (
            *("I bought one cars .", "3-4:number", NOUN_NUMBER, "car"),
            *('use the singular of "cars" here', 'write "car" (90%)'),
        ),
        (
            *("I have many book .", "3-4:number", NOUN_NUMBER, "books"),
            *('use the plural of "book" here', 'write "books" (90%)'),
        ),
    ],
)
def test_articles_and_number_are_explained(
    words: str, span: str, kind: str, suggestion: str, reason: str, advice: str
) -> None:
    found = finding(words, span, kind, suggestion)
    assert explain.reason(found) == reason
    assert explain.advice(found) == advice


def test_every_kind_has_a_name_and_a_reason() -> None:
    assert set(explain.NAMES) == set(explain.REASONS)
    assert set(KINDS) - {"punctuation"} == set(explain.NAMES)
    assert explain.name(UNNEEDED_ARTICLE) == "unneeded article"


@pytest.mark.parametrize(
    ("words", "span", "reason"),
    [
        ("Is raining .", "0-0:other", 'a word seems to be missing before "Is"'),
        ("It is in", "3-3:other", 'a word seems to be missing after "in"'),
        ("It is in rain", "3-3:other", 'a word seems to be missing between "in" and "rain"'),
        ("Stop", "0-1:other", '"Stop" is unusual'),
    ],
)
def test_at_the_ends_of_a_sentence_only_words_that_are_there_are_named(
    words: str, span: str, reason: str
) -> None:
    assert explain.reason(finding(words, span, "missing-word", "x")) == reason


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("agreement", '"go" does not seem to agree with its subject'),
        ("verb-form", '"go" seems to be the wrong verb form here'),
        ("spelling", '"go" seems to be misspelt'),
        ("wrong-word", '"go" is unusual after "He"'),
        ("extra-word", '"go" is not needed after "He"'),
    ],
)
def test_what_the_network_finds_is_explained(kind: str, reason: str) -> None:
    assert explain.reason(finding("He go home", "1-2:other", kind, "goes")) == reason


def test_an_article_at_the_end_is_explained_without_a_noun() -> None:
    missing = finding("I see", "2-2:determiner", MISSING_ARTICLE, "it")
    assert explain.reason(missing) == "an article seems to be missing"
    wrong = finding("I see a", "2-3:determiner", WRONG_ARTICLE, "an")
    assert explain.reason(wrong) == '"a" is unusual'


def test_words_of_endless_length_are_cut_in_what_people_read() -> None:
    found = finding(f"I {'a' * 9_000} it", "1-2:other", "wrong-word", "b" * 9_000)
    assert explain.reason(found) == f'"{"a" * 39}…" is unusual after "I"'
    assert explain.advice(found) == f'write "{"b" * 39}…" (90%)'
