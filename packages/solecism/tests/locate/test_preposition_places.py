"""Where the 34 prepositions stand, and where one may be missing."""

from __future__ import annotations

import pytest

from solecism.errors import InputError
from solecism.language.annotate import annotate
from solecism.locate.preposition_places import PrepositionPlaces, gaps, joined, prepositions
from solecism.locate.sentence_columns import columns
from solecism.locate.sites import PREPOSITION_CHOICES, preposition_number
from solecism.sentence import from_words


def chosen(text: str) -> list[str]:
    return [
        PREPOSITION_CHOICES[choice]
        for choice in prepositions(columns(list(annotate(text, "a")))).choices
    ]


def gaps_before(text: str, *, everywhere: bool = False) -> list[str]:
    sentences = list(annotate(text, "a"))
    table = columns(sentences)
    places = gaps(table, everywhere=everywhere)
    owners = table.sentences[places.lefts]
    return [
        sentences[owner].words[start]
        for owner, start in zip(owners, places.lefts - table.starts[owners], strict=True)
    ]


def test_there_are_34_prepositions_and_none() -> None:
    assert len(set(PREPOSITION_CHOICES)) == 35
    assert [preposition_number(word) for word in PREPOSITION_CHOICES[1:]] == list(range(1, 35))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The keys are on the table in the kitchen.", ["on", "in"]),
        ("She wants to sing.", []),
        ("She is used to the noise.", ["to"]),
        ("He picked up the phone.", []),
        ("We left after the concert.", ["after"]),
        ("We left after he sang.", []),
        ("As she said, it was late.", []),
        ("He works as a waiter.", ["as"]),
        ("They walked toward the river.", ["towards"]),
        ("I think that it rains because of you.", ["of"]),
        ("According to the map we are lost.", ["to"]),
        ("They came from behind the house.", ["behind"]),
        ("In front of the house stood a car.", ["in", "of"]),
        ("It rained.", []),
    ],
)
def test_prepositions_are_told_from_infinitives_particles_and_conjunctions(
    text: str, found: list[str]
) -> None:
    assert chosen(text) == found


def test_gaps_are_before_noun_phrases_without_a_preposition() -> None:
    assert gaps_before("They enjoyed music every day.") == ["music", "every"]
    assert gaps_before("They listened to music.") == []


def test_gaps_at_the_beginning_of_sentences_are_for_training_only() -> None:
    text = "Last week we met him."
    assert "Last" not in gaps_before(text)
    assert "Last" in gaps_before(text, everywhere=True)


def test_joined_places_are_in_order_and_a_gap_comes_before_its_word() -> None:
    table = columns(list(annotate("We met him at noon. She listens music in bed.", "a")))
    places = joined(prepositions(table), gaps(table))
    spans = list(zip(places.lefts.tolist(), places.rights.tolist(), strict=True))
    assert spans == sorted(spans)
    assert len(places) == len(prepositions(table)) + len(gaps(table))


def test_sentences_without_tags_are_refused() -> None:
    with pytest.raises(InputError, match=r"letter\.1: has no tags"):
        columns([from_words("letter.1", ["At", "home"])])


def test_no_sentences_have_no_places() -> None:
    table = columns([])
    assert isinstance(prepositions(table), PrepositionPlaces)
    assert len(prepositions(table)) == len(gaps(table)) == 0
