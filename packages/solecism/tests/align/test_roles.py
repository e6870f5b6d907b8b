"""Roles of words, from the tags around them."""

from __future__ import annotations

import random

import pytest

from solecism.align.tagged_words import (
    MAX_DISTANCE,
    Side,
    follows_auxiliary,
    n_left_context,
    n_right_context,
    role,
    side_of,
)


def tagged(text: str) -> Side:
    pairs = [token.rsplit("/", 1) for token in text.split()]
    return side_of([word for word, _ in pairs], [tag for _, tag in pairs])


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("I/PRP will/MD go/VB", 1, "aux"),
        ("I/PRP have/VBP never/RB gone/VBN", 1, "aux"),
        ("do/VBP you/PRP know/VB", 0, "aux"),
        ("I/PRP have/VBP cats/NNS", 1, ""),
        ("I/PRP like/VBP singing/VBG", 1, ""),
        ("to/TO go/VB", 0, "aux"),
        ("to/IN me/PRP", 0, "prep"),
        ("the/DT cat/NN", 0, "det"),
        ("that/DT is/VBZ", 0, "nsubj"),
        ("which/WDT", 0, "nsubj"),
        ("my/PRP$ cat/NN", 0, "poss"),
        ("give/VB up/RP", 1, "prt"),
        ("in/IN May/NNP", 0, "prep"),
        ("red/JJ cat/NN", 0, "amod"),
        ("very/RB", 0, "advmod"),
        ("--/:", 0, "punct"),
        ("cat/NN", 0, ""),
    ],
)
def test_tags_tell_the_role(text: str, place: int, expected: str) -> None:
    assert role(tagged(text), place) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("they/PRP can/MD not/RB sing/VB", True),
        ("can/MD they/PRP sing/VB", False),
        ("sing/VB", False),
        ("they/PRP have/VBP been/VBN singing/VBG", True),
    ],
)
def test_an_auxiliary_may_stand_before_adverbs(text: str, expected: bool) -> None:
    side = tagged(text)
    assert follows_auxiliary(side, len(side) - 1) is expected


def test_the_context_of_a_place_is_all_that_its_roles_depend_on() -> None:
    rng = random.Random(1)
    words = (
        "have/VBP is/VBZ to/TO not/RB you/PRP sing/VB sung/VBN that/DT cat/NN Kim/NNP ,/,".split()
    )
    for _ in range(2_000):
        side = tagged(" ".join(rng.choices(words, k=2 * MAX_DISTANCE + 3)))
        place = rng.randrange(len(side))
        tags = [word.tag for word in side]
        first = place - n_left_context(tags, place)
        near = side[first : place + 1 + n_right_context(tags, place + 1)]
        assert role(near, place - first) == role(side, place)
        assert follows_auxiliary(near, place - first) == follows_auxiliary(side, place)
