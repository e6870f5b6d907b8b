"""The places of prepositions, and their contexts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from prepositional import annotated, texts
from solecism.detect.light.preposition_features import (
    FEATURES,
    INDEX,
    NAMES,
    PREPOSITION_LAYOUT,
    PrepositionPlaces,
    gaps,
    joined,
    preposition_contexts,
    prepositions,
)
from solecism.errors import InputError
from solecism.language.annotate import annotate
from solecism.locate.sentence_columns import Hashes, columns, tag_hash
from solecism.locate.sites import PREPOSITION_CHOICES, preposition_number
from solecism.sentence import Sentence, from_words


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


def contexts_of(sentences: list[Sentence]) -> Hashes:
    table = columns(sentences)
    return preposition_contexts(table, joined(prepositions(table), gaps(table, everywhere=True)))


@settings(max_examples=30)
@given(texts)
def test_a_context_does_not_depend_on_the_sentences_around(words: list[list[str]]) -> None:
    sentences = annotated(words)
    together = contexts_of(sentences)
    apart = [contexts_of([sentence]) for sentence in sentences]
    expected = np.concatenate(apart) if apart else np.zeros((0, len(NAMES)))
    assert together.tolist() == expected.tolist()


def test_heads_are_those_of_the_phrases_around() -> None:
    [sentence] = annotated(["She bought a red car from her old friend .".split()])
    table = columns([sentence])
    [row] = preposition_contexts(table, prepositions(table))
    place = {name: int(row[INDEX[name]]) for name in NAMES}
    lemmas = dict(zip(sentence.lemmas, table.lemmas[table.starts[0] :].tolist(), strict=False))
    assert (place["PV"], place["PN"], place["FH"]) == (
        lemmas["buy"],
        lemmas["car"],
        lemmas["friend"],
    )
    assert (place["tPV"], place["tFH"]) == (tag_hash("VBD"), tag_hash("NN"))
    assert place["PP"] == 0


def test_equal_phrases_have_equal_hashes_wherever_they_stand() -> None:
    sentences = annotated(["We met at the old house .".split(), "At the old house".split()])
    table = columns(sentences)
    first, second = preposition_contexts(table, prepositions(table))[:, INDEX["FP"]]
    assert first == second


def test_there_are_25_features_and_each_has_hashes_of_its_own() -> None:
    assert len(set(FEATURES)) == 25
    around = np.full((1, len(NAMES)), 7, dtype=np.uint32)
    assert len(set(PREPOSITION_LAYOUT.hashed(around)[0].tolist())) == 25
