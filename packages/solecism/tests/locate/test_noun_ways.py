"""The five ways to write a noun, and which nouns are asked about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solecism.errors import InputError
from solecism.language.annotate import annotate
from solecism.locate.noun_table import ConstructionCounts, NounTable, noun_table
from solecism.locate.open_nouns import OpenNoun, asked_words, open_nouns, with_asked_nouns
from solecism.sentence import from_words

NOBODY = noun_table(ConstructionCounts())


def nouns(text: str, table: NounTable = NOBODY) -> list[OpenNoun]:
    return [noun for sentence in annotate(text, "a") for noun in open_nouns(sentence, table)]


def ways(text: str) -> list[list[str]]:
    return [list(noun.ways.values()) for noun in nouns(text)]


def test_a_noun_has_five_ways_with_its_modifiers() -> None:
    assert ways("We saw an old house.") == [
        ["old house", "an old house", "the old house", "old houses", "the old houses"]
    ]


def test_the_article_goes_by_the_sound_of_what_follows() -> None:
    assert ways("They waited for hours.")[0][1] == "an hour"
    assert ways("They like the university.")[0][1] == "a university"


def test_capitals_stay_with_names_only() -> None:
    assert ways("Dogs were there.")[0] == ["dog", "a dog", "the dog", "dogs", "the dogs"]
    assert ways("We met the Paris police officer.")[0][2] == "the Paris police officer"


def test_the_writers_own_construction_is_known_with_its_span() -> None:
    [noun] = nouns("We counted the white sheets.")
    assert (noun.construction, noun.start, noun.end) == ("the plural", 2, 5)
    assert noun.site.id == "a.1:4-5:number"


@pytest.mark.parametrize(
    "text",
    [
        "We saw this house.",
        "We saw his house.",
        "We saw two houses.",
        "We saw Paris.",
        "He saw us.",
        "We saw a houses.",
        "We saw all the houses.",
    ],
)
def test_noun_phrases_without_a_choice_are_left_out(text: str) -> None:
    assert ways(text) == []


def test_non_count_nouns_are_left_out() -> None:
    table = noun_table(
        ConstructionCounts({"advice": [90, 0, 10, 0, 0], "house": [0, 50, 50, 0, 0]})
    )
    assert [noun.site.text for noun in nouns("We heard advice in the house.", table)] == ["house"]


def test_a_note_tells_which_nouns_are_asked_about() -> None:
    [sentence] = annotate("A dog saw a cat.", "a")
    assert asked_words(sentence) is None
    asked = with_asked_nouns(sentence, [4, 1])
    assert asked_words(asked) == frozenset({1, 4})
    assert (asked.id, asked.words, asked.tags) == (sentence.id, sentence.words, ())


def test_notes_that_name_no_words_are_refused() -> None:
    sentence = replace(from_words("a.1", ["A", "dog"]), notes={"ask": "dog"})
    with pytest.raises(InputError, match=r"a\.1: ask is 'dog'"):
        asked_words(sentence)
