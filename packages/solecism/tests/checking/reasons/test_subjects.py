"""The subject of a verb is found by structure, and not named where it is not plain."""

from __future__ import annotations

import pytest

from solecism.checking.subjects import subject_of
from solecism.checking.word_context import WordContext
from solecism.language.annotate import annotate


def subject(text: str) -> tuple[str, str] | None:
    """The subject of the verb in brackets, which is right, and its number."""
    begin, verb, end = text.replace("]", "[").split("[")
    [sentence] = annotate(f"{begin}{verb}{end}", "a")
    place = next(n for n, start in enumerate(sentence.starts) if start >= len(begin))
    found = subject_of(WordContext(sentence, place, place + 1, verb, None), place)
    return None if found is None else (found.text, found.number)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The passengers [have] rights.", ("the passengers", "plural")),
        ("Because women [love] shopping, we waited.", ("women", "plural")),
        ("He often [goes] home.", ("He", "singular")),
        ("The price of the tickets [is] high.", ("the price", "singular")),
        ("One of my friends [is] a nurse.", ("one of my friends", "singular")),
        ("A lot of people [like] it.", ("people", "plural")),
        ("My brother and my sister [live] here.", ("my brother and my sister", "plural")),
        ("There [are] many shops in town.", ("many shops", "plural")),
        ("Where [does] she live?", ("she", "singular")),
        ("She knows a man who [works] at night.", ("a man", "singular")),
        ("Playing games [is] fun.", ("playing games", "singular")),
        ("I think my mother [knows] him.", ("my mother", "singular")),
        ("My brother [lives] in Leeds.", ("my brother", "singular")),
    ],
)
def test_the_head_of_the_subject_is_found(text: str, found: tuple[str, str]) -> None:
    assert subject(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "The team [are] ready.",
        "It is a sport and [use] a lot of power.",
        "The owner of the house and the garden [are] old.",
        "We saw one of the boys who [play] there.",
        "My friend and I [go] there.",
        "The music that people in the town [likes] is loud.",
        "The bread and the castle near the river [is] old.",
        "What [make] you happy?",
    ],
)
def test_a_subject_that_is_not_plain_is_not_named(text: str) -> None:
    assert subject(text) is None
