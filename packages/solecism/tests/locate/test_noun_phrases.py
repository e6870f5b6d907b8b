"""Noun phrases with article, number and construction, and why some leave no choice."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prepositional import annotated
from solecism.language.annotate import annotate
from solecism.locate.noun_phrases import NounPhrases, Reason, documents_of, mentions, noun_phrases
from solecism.locate.noun_table import count_constructions
from solecism.locate.sentence_columns import Columns, Role, columns
from solecism.locate.sites import CONSTRUCTIONS, NO_CONSTRUCTION
from solecism.sentence import Sentence

NAMES = (*CONSTRUCTIONS, "none")
WORDS = (
    "the a an this these my all few little one two 1990 and or cats dog Paris NATO informations "
    "something 's only old , . is % research"
).split()


def located(text: str) -> tuple[list[Sentence], Columns, NounPhrases]:
    sentences = list(annotate(text, "a"))
    table = columns(sentences)
    return sentences, table, noun_phrases(table)


def heads(text: str) -> dict[str, int]:
    """The number of each phrase by its head."""
    [sentence], table, phrases = located(text)
    return {sentence.words[place - table.starts[0]]: n for n, place in enumerate(phrases.heads)}


def construction(text: str, head: str) -> str:
    number = heads(text)[head]
    return NAMES[located(text)[2].constructions[number]]


def reason(text: str, head: str) -> str:
    return Reason(located(text)[2].reasons[heads(text)[head]]).name


@pytest.mark.parametrize(
    ("text", "head", "expected"),
    [
        ("Milk spilled on us.", "Milk", "null singular"),
        ("We threw a stone.", "stone", "a singular"),
        ("She waited an hour.", "hour", "a singular"),
        ("They lifted the big stone.", "stone", "the singular"),
        ("We threw stones.", "stones", "null plural"),
        ("We counted the stones.", "stones", "the plural"),
        ("He bought a books.", "books", "none"),
        ("She ate an apple.", "apple", "a singular"),
    ],
)
def test_article_and_number_make_a_construction(text: str, head: str, expected: str) -> None:
    assert construction(text, head) == expected
    assert reason(text, head) == "OPEN"


@pytest.mark.parametrize(
    ("text", "head", "expected"),
    [
        ("We visited Paris.", "Paris", "NAME"),
        ("She knows him.", "him", "PRONOUN"),
        ("She knows something.", "something", "PRONOUN"),
        ("He wants a big one.", "one", "PRONOUN"),
        ("I like this car.", "car", "DETERMINER"),
        ("Which car is it?", "car", "DETERMINER"),
        ("Every car was red.", "car", "DETERMINER"),
        ("I like his car.", "car", "POSSESSIVE"),
        ("I like Mary's car.", "car", "POSSESSIVE"),
        ("I have one car.", "car", "NUMERAL"),
        ("The three cars were red.", "cars", "NUMERAL"),
        ("I like some cars.", "cars", "QUANTIFIER"),
        ("I saw a few cars.", "cars", "QUANTIFIER"),
        ("All the cars were red.", "cars", "QUANTIFIER"),
        ("The poor had nothing.", "poor", "NO_NOUN"),
        ("THE OLD HOUSE WAS SOLD.", "HOUSE", "ODD"),
    ],
)
def test_what_leaves_no_choice_is_located_with_the_reason(
    text: str, head: str, expected: str
) -> None:
    assert reason(text, head) == expected


@pytest.mark.parametrize(
    ("text", "head", "expected"),
    [
        ("I like these car.", "car", Role.THESE),
        ("She bought two dog.", "dog", Role.NUMBER),
        ("My two dogs were loud.", "dogs", Role.NUMBER),
        ("We saw many bird.", "bird", Role.MANY),
        ("Every students came.", "students", Role.EACH),
        ("She saw the dog.", "dog", Role.NOTHING),
        ("There is little water.", "water", Role.MUCH),
        ("She has a little dog.", "dog", Role.NOTHING),
    ],
)
def test_other_determiners_are_told_by_the_number_they_want(
    text: str, head: str, expected: Role
) -> None:
    assert located(text)[2].determiners[heads(text)[head]] == expected


@pytest.mark.parametrize(
    ("text", "head", "word"),
    [
        ("She has big dogs.", "dogs", "big"),
        ("She has the big dogs.", "dogs", "the"),
        ("All dogs were loud.", "dogs", "dogs"),
        ("Such a big dog is loud.", "dog", "a"),
        ("Mary's big dogs were loud.", "dogs", "big"),
    ],
)
def test_an_article_is_or_would_be_at_the_opening(text: str, head: str, word: str) -> None:
    [sentence], table, phrases = located(text)
    place = phrases.openings[heads(text)[head]]
    assert sentence.words[place - table.starts[0]] == word


def test_halves_joined_by_and_are_two_phrases() -> None:
    assert list(heads("Cats and dogs were there.")) == ["Cats", "dogs"]
    assert list(heads("Research and development costs rose.")) == ["costs"]


def test_a_second_half_shares_the_determiner_of_the_first() -> None:
    assert reason("The boys and girls sang.", "girls") == "SHARED"
    assert reason("Boys and girls sang.", "girls") == "OPEN"


@given(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12), max_size=5))
def test_any_words_have_phrases_in_order_within_their_sentences(texts: list[list[str]]) -> None:
    table = columns(annotated(texts))
    phrases = noun_phrases(table)
    assert np.all(phrases.begins[1:] >= phrases.ends[:-1])
    assert np.all(phrases.begins <= phrases.openings)
    assert np.all(phrases.openings <= phrases.heads)
    assert np.all(phrases.heads < phrases.ends)
    own = table.sentences[phrases.heads]
    assert np.array_equal(own, table.sentences[phrases.begins])
    assert np.array_equal(own, table.sentences[phrases.ends - 1])
    assert np.all(phrases.constructions <= NO_CONSTRUCTION)


def test_no_sentences_have_no_phrases() -> None:
    assert len(noun_phrases(columns([]))) == 0


def test_phrases_can_be_selected() -> None:
    _, _, phrases = located("The dog saw Paris.")
    some = phrases.select(phrases.reasons == Reason.OPEN)
    assert some.heads.tolist() == phrases.heads[:1].tolist()


@given(st.text(max_size=60))
def test_any_text_has_phrases_and_counts_and_never_fails(text: str) -> None:
    sentences, table, phrases = located(text)
    mentions(table, phrases, documents=documents_of(sentences))
    n_open = np.count_nonzero(
        (phrases.reasons == Reason.OPEN) & (phrases.constructions != NO_CONSTRUCTION)
    )
    assert sum(count_constructions(sentences).total()) == n_open


@pytest.mark.parametrize("text", ["STOCK MARKETS FALL AS FEARS GROW", "| 12 | 3.5 | % |"])
def test_capitals_and_tables_leave_nothing_open(text: str) -> None:
    assert Reason.OPEN not in located(text)[2].reasons.tolist()
