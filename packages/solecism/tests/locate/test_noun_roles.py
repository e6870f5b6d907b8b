"""What a word can be in a noun phrase."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prepositional import annotated
from solecism.language.annotate import block_of
from solecism.locate.sentence_columns import Role, resolved, role, roles


@pytest.mark.parametrize(
    ("word", "tag", "expected"),
    [
        ("An", "DT", Role.A),
        ("that", "DT", Role.THIS),
        ("that", "IN", Role.NOTHING),
        ("'s", "POS", Role.POSSESSIVE),
        ("her", "PRP$", Role.POSSESSIVE),
        ("her", "PRP", Role.PRONOUN),
        ("more", "JJR", Role.SOME),
        ("more", "RBR", Role.NOTHING),
        ("one", "CD", Role.ONE),
        ("one", "NN", Role.PRONOUN),
        ("1", "CD", Role.ONE),
        ("seven", "CD", Role.NUMBER),
        ("2,500", "CD", Role.NUMBER),
        ("1987", "CD", Role.NUMERAL),
        ("3.5", "CD", Role.NUMERAL),
        ("house", "NN", Role.SINGULAR),
        ("mother-in-law", "NN", Role.SINGULAR),
        ("%", "NN", Role.ODD),
        ("USA", "NN", Role.ODD),
        ("x", "NN", Role.ODD),
        ("Rome", "NNP", Role.NAME),
        ("apple", "NNP", Role.SMALL_NAME),
        ("half", "NN", Role.SINGULAR),
        ("good", "JJ", Role.NOTHING),
    ],
)
def test_a_role_follows_from_word_and_tag(word: str, tag: str, expected: Role) -> None:
    assert role(word, tag) == expected


@given(st.lists(st.sampled_from("the a Dogs one 1990 USA 's her more , and".split()), min_size=1))
def test_columns_have_the_roles_of_their_words(words: list[str]) -> None:
    [sentence] = annotated([words])
    expected = [role(*pair) for pair in zip(sentence.words, sentence.tags, strict=True)]
    assert roles(block_of([sentence])).tolist() == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ((Role.A, Role.SMALL_NAME), (Role.A, Role.SINGULAR)),
        ((Role.THE, Role.NOTHING, Role.SMALL_NAME), (Role.THE, Role.NOTHING, Role.SINGULAR)),
        ((Role.NOTHING, Role.SMALL_NAME), (Role.NOTHING, Role.NAME)),
        ((Role.POSSESSIVE, Role.MUCH), (Role.POSSESSIVE, Role.NOTHING)),
        ((Role.NOTHING, Role.MUCH), (Role.NOTHING, Role.MUCH)),
    ],
)
def test_neighbours_settle_what_a_word_alone_does_not(
    given: tuple[Role, ...], expected: tuple[Role, ...]
) -> None:
    gap = (Role.NOTHING,) * 3
    assert resolved(np.array([*gap, *given, *gap], dtype=np.uint8)).tolist() == [
        *gap,
        *expected,
        *gap,
    ]
