"""The words that ask for prepositions."""

from __future__ import annotations

import pytest

from solecism.checking.native_usage import (
    ADJECTIVE,
    ADVERB,
    COMPLEMENT,
    NONE,
    NOUN,
    OBJECT,
    VERB,
    Governed,
    Governor,
    governed,
    governor_context,
)
from solecism.language.annotate import annotate


def found(text: str) -> set[Governed]:
    [sentence] = annotate(text, "a")
    return set(governed(sentence))


@pytest.mark.parametrize(
    ("text", "role", "word", "preposition", "phrase"),
    [
        ("They depended on the weather.", VERB, "depend", "on", "depend on the weather"),
        ("It depends mostly on the weather.", VERB, "depend", "on", "depend on the weather"),
        ("We are interested in music.", ADJECTIVE, "interested", "in", "interested in music"),
        ("He had good reasons for the change.", NOUN, "reason", "for", "reason for the change"),
        ("We thanked them for the gift.", OBJECT, "thank", "for", "thank them for the gift"),
        ("She stayed at home.", COMPLEMENT, "home", "at", "stay at home"),
        ("We met on Monday.", COMPLEMENT, "Monday", "on", "meet on Monday"),
        ("It is far from the sea.", ADVERB, "far", "from", "far from the sea"),
        ("They discussed the plan.", VERB, "discuss", NONE, "discuss the plan"),
        ("We depend on him.", VERB, "depend", "on", ""),
        ("We depend on Mr. Smith.", VERB, "depend", "on", ""),
    ],
)
def test_a_governor_is_found_with_its_preposition_and_phrase(
    text: str, role: str, word: str, preposition: str, phrase: str
) -> None:
    assert Governed(Governor(role, word), preposition, phrase) in found(text)


def test_a_clause_is_not_what_a_preposition_belongs_to() -> None:
    assert not [each for each in found("We slept after he left.") if each.choice == "after"]


def test_a_gap_has_governors_too() -> None:
    [sentence] = annotate("I listen music.", "a")
    assert Governor(VERB, "listen") in governor_context(sentence, 2, 2).governors
    assert governor_context(sentence, 0, 0).governors == ()
