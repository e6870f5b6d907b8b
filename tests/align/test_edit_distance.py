"""The cheapest steps between two word sequences."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from solecism.align.anchors import MAX_WHOLE_CELLS, pieces
from solecism.align.edit_distance import similarity, steps, substitution_cost
from solecism.align.side import Side, Step

WORDS = st.lists(st.sampled_from("a A b B c d e f".split()), max_size=12)


def side(words: list[str]) -> Side:
    lowers = tuple(word.lower() for word in words)
    return Side(tuple(words), lowers, ("NN",) * len(words), lowers, ("NOUN",) * len(words))


@given(WORDS, WORDS)
@settings(deadline=None)
def test_between_two_steps_the_words_are_equal(words: list[str], others: list[str]) -> None:
    found = steps(side(words), side(others))
    ends = [Step(0, 0, 0, 0), *found, Step(len(words), len(words), len(others), len(others))]
    for step, following in pairwise(ends):
        equal = words[step.end : following.start]
        assert equal == others[step.other_end : following.other_start]


@given(WORDS, WORDS)
@settings(deadline=None)
def test_pieces_leave_out_equal_words_only(words: list[str], others: list[str]) -> None:
    found = list(pieces(side(words), side(others)))
    ends = [Step(0, 0, 0, 0), *found, Step(len(words), len(words), len(others), len(others))]
    for piece, following in pairwise(ends):
        equal = words[piece.end : following.start]
        assert equal == others[piece.other_end : following.other_start]


def test_unique_words_cut_a_long_alignment() -> None:
    words = [f"w{number}" for number in range(20)]
    others = [word if number not in (0, 9, 19) else "new" for number, word in enumerate(words)]
    assert steps(side(words), side(others)) == [
        Step(place, place + 1, place, place + 1) for place in (0, 9, 19)
    ]
    assert len(list(pieces(side(words), side(others)))) > 1
    assert len(words) * len(others) > MAX_WHOLE_CELLS


def test_words_that_change_places_are_one_step() -> None:
    assert steps(side("x a b c y".split()), side("x c a b y".split())) == [Step(1, 4, 1, 4)]


def test_a_form_of_the_same_word_is_closer_than_a_stranger() -> None:
    form = substitution_cost("went", "go", "VERB", "goes", "go", "VERB")
    stranger = substitution_cost("went", "go", "VERB", "plum", "plum", "NOUN")
    assert form < stranger


@given(st.text(max_size=8), st.text(max_size=8))
def test_similarity_counts_the_longest_common_subsequence(word: str, other: str) -> None:
    table = [[0] * (len(other) + 1) for _ in range(len(word) + 1)]
    for i, letter in enumerate(word):
        for j, other_letter in enumerate(other):
            longer = max(table[i][j + 1], table[i + 1][j])
            table[i + 1][j + 1] = table[i][j] + 1 if letter == other_letter else longer
    letters = len(word) + len(other)
    assert similarity(word, other) == (2 * table[-1][-1] / letters if letters else 1.0)
