"""The cheapest steps between two word sequences."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solecism.align.alignment import (
    GAP_COST,
    MAX_CELLS,
    alignment_steps,
    pieces,
    substitution_cost,
)
from solecism.align.tagged_words import AlignmentStep, Side, side_of

WORDS = st.lists(st.sampled_from("a A b B c d e f".split()), max_size=12)


def side(words: list[str]) -> Side:
    return side_of(words, ["NN"] * len(words))


@given(WORDS, WORDS)
@settings(deadline=None)
def test_between_two_steps_the_words_are_equal(words: list[str], others: list[str]) -> None:
    found = alignment_steps(side(words), side(others))
    ends = [
        AlignmentStep(0, 0, 0, 0),
        *found,
        AlignmentStep(len(words), len(words), len(others), len(others)),
    ]
    for step, following in pairwise(ends):
        equal = words[step.end : following.start]
        assert equal == others[step.other_end : following.other_start]


def every_cell(words: Side, others: Side) -> list[AlignmentStep]:
    """The cheapest steps, where every substitution and every exchange of places is tried."""
    costs = {(0, 0): 0.0}
    last = {(0, 0): (0, 0)}
    for i in range(len(words) + 1):
        for j in range(len(others) + 1):
            if i or j:
                costs[i, j], last[i, j] = cheapest(costs, words[:i], others[:j])
    steps, i, j = [], len(words), len(others)
    while i or j:
        n_words, n_others = last[i, j]
        if (n_words, n_others) != (1, 1) or words[i - 1].text != others[j - 1].text:
            steps.append(AlignmentStep(i - n_words, i, j - n_others, j))
        i, j = i - n_words, j - n_others
    return steps[::-1]


def cheapest(
    costs: dict[tuple[int, int], float], words: Side, others: Side
) -> tuple[float, tuple[int, int]]:
    """The cost of a cell, and how many words of each side the last step to it covers."""
    i, j = len(words), len(others)
    ways = []
    if i and j:
        if words[-1].text == others[-1].text:
            return costs[i - 1, j - 1], (1, 1)
        ways.append((costs[i - 1, j - 1] + substitution_cost(words[-1], others[-1]), (1, 1)))
    if j:
        ways.append((costs[i, j - 1] + GAP_COST, (0, 1)))
    if i:
        ways.append((costs[i - 1, j] + GAP_COST, (1, 0)))
    best = min(ways, key=lambda way: way[0])
    n = exchanged(words, others)
    moved = costs[i - n, j - n] + n - 1 if n >= 2 else 2.0 + best[0]
    diagonal = [costs[i - k, j - k] for k in range(1, n + 1)]
    have_moved = moved <= best[0] and all(one != other for one, other in pairwise(diagonal))
    return (moved, (n, n)) if have_moved else best


def exchanged(words: Side, others: Side) -> int:
    """With how few of their last words both have the same words; 0 if there is no such number."""
    for n in range(1, min(len(words), len(others)) + 1):
        if Counter(word.lower for word in words[-n:]) == Counter(
            word.lower for word in others[-n:]
        ):
            return n
    return 0


@given(WORDS, WORDS)
@example("a d b c e".split(), "c a e b d f".split())
@example("care care".split(), ["car"])
@settings(deadline=None, max_examples=300)
def test_cells_that_are_left_out_change_nothing(words: list[str], others: list[str]) -> None:
    """Far from the diagonal no letters are compared, and few diagonals are searched."""
    pair = side(words), side(others)
    assert alignment_steps(*pair) == every_cell(*pair)


@given(WORDS, WORDS)
@settings(deadline=None)
def test_pieces_leave_out_equal_words_only(words: list[str], others: list[str]) -> None:
    found = list(pieces(side(words), side(others)))
    ends = [
        AlignmentStep(0, 0, 0, 0),
        *found,
        AlignmentStep(len(words), len(words), len(others), len(others)),
    ]
    for piece, following in pairwise(ends):
        equal = words[piece.end : following.start]
        assert equal == others[piece.other_end : following.other_start]


def test_unique_words_cut_a_long_alignment() -> None:
    words = [f"w{number}" for number in range(200)]
    others = [word if number not in (0, 99, 199) else "new" for number, word in enumerate(words)]
    assert alignment_steps(side(words), side(others)) == [
        AlignmentStep(place, place + 1, place, place + 1) for place in (0, 99, 199)
    ]
    assert len(words) * len(others) > MAX_CELLS
    assert list(pieces(side(words), side(others))) == [
        AlignmentStep(place, place + 1, place, place + 1) for place in (0, 99, 199)
    ]


def test_a_short_alignment_is_whole() -> None:
    pair = side("a b c d e".split()), side("a x c y e".split())
    assert list(pieces(*pair)) == [AlignmentStep(1, 4, 1, 4)]


@pytest.mark.parametrize(
    ("words", "others", "expected"),
    [
        ("the the cat", "the cat", [AlignmentStep(0, 1, 0, 0)]),
        ("a bird", "a a dog", [AlignmentStep(0, 0, 0, 1), AlignmentStep(1, 2, 2, 3)]),
        ("x a", "x a a", [AlignmentStep(1, 1, 1, 2)]),
    ],
)
def test_of_equal_words_the_first_is_the_odd_one(
    words: str, others: str, expected: list[AlignmentStep]
) -> None:
    assert alignment_steps(side(words.split()), side(others.split())) == expected


def test_words_that_change_places_are_one_step() -> None:
    assert alignment_steps(side("x a b c y".split()), side("x c a b y".split())) == [
        AlignmentStep(1, 4, 1, 4)
    ]


@pytest.mark.parametrize(
    ("word", "other", "expected"),
    [
        ("Cat/NN", "cat/NN", 0.0),
        ("go/VB", "goes/VBZ", 1 - 2 / 3),
        ("he/PRP", "his/PRP$", 0.5 + (1 - 2 / 5)),
        ("cat/NN", "dog/NN", 0.499 + 1),
        ("run/VB", "red/JJ", 0.499 + 0.25 + (1 - 2 / 6)),
        ("in/IN", "my/PRP$", 0.499 + 0.5 + 1),
        ("is/VBZ", "go/VBP", 0.499 + 0.5 + 1),
    ],
)
def test_words_that_share_lemma_class_or_letters_are_closer(
    word: str, other: str, expected: float
) -> None:
    texts, tags = zip(*(token.rsplit("/", 1) for token in (word, other)), strict=True)
    assert substitution_cost(*side_of(texts, tags)) == pytest.approx(expected)


def test_words_around_an_unchanged_word_have_not_changed_places() -> None:
    assert alignment_steps(side("a b c".split()), side("c b a".split())) == [
        AlignmentStep(0, 1, 0, 1),
        AlignmentStep(2, 3, 2, 3),
    ]
