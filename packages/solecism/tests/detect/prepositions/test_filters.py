"""Rules beside the classifier."""

from __future__ import annotations

from prepositional import annotated
from solecism.detect.light import preposition_features
from solecism.detect.light.preposition_features import preposition_contexts, prepositions
from solecism.locate.sentence_columns import columns
from solecism.locate.sites import PREPOSITION_NUMBER


def test_the_second_of_two_equal_prepositions_is_repeated() -> None:
    table = columns(annotated(["We live in in the city .".split()]))
    assert preposition_features.is_repeated(table, prepositions(table)).tolist() == [False, True]


def test_of_between_a_quantifier_and_a_bare_plural_is_found() -> None:
    for text, expected in (
        ("Many of people sing .", True),
        ("Many of the people sing .", False),
        ("Cups of people sing .", False),
    ):
        table = columns(annotated([text.split()]))
        places = prepositions(table)
        found = preposition_features.is_quantified(
            preposition_contexts(table, places), places.choices
        )
        assert found.tolist() == [expected]


def test_for_a_person_is_a_benefactive() -> None:
    table = columns(annotated(["I bought it for her .".split(), "I left for Rome .".split()]))
    places = prepositions(table)
    best = places.choices * 0 + PREPOSITION_NUMBER["to"]
    around = preposition_contexts(table, places)
    assert preposition_features.is_benefactive(around, places.choices, best)[0]
    assert not preposition_features.is_benefactive(around, places.choices, best * 0).any()
