"""Lineages of words and how alike they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.bracketing.leaf_ancestor import leaf_ancestor, lineages, similarity
from solecism.formats.penn import parse
from solecism.sentence import Sentence

LINEAGES = st.lists(st.sampled_from(["S", "NP", "VP", "[", "]"]), max_size=7).map(tuple)


def sentence(brackets: str) -> Sentence:
    return next(parse([brackets], document="d", file="f"))


def test_boundaries_are_at_the_highest_phrase_that_begins_or_ends_with_a_word() -> None:
    # (S (NP two (NP tall trees) here) fell down)
    brackets = [("S", 0, 6), ("NP", 0, 4), ("NP", 1, 3)]
    assert [" ".join(lineage) for lineage in lineages(brackets, 6)] == [
        "NP [ S",
        "[ NP NP S",
        "NP ] NP S",
        "NP ] S",
        "S",
        "S ]",
    ]


def test_boundaries_tell_one_phrase_from_two_of_the_same_label() -> None:
    one = lineages([("S", 0, 4), ("NP", 0, 4)], 4)
    two = lineages([("S", 0, 4), ("NP", 0, 2), ("NP", 2, 4)], 4)
    assert [a == b for a, b in zip(one, two, strict=True)] == [True, False, False, True]


def test_a_sentence_scores_the_mean_of_its_words() -> None:
    gold = sentence("(S (NP (PRP We)) (VP (VBP see) (NP (PRP it))) (. .))")
    flat = sentence("(S (NP (PRP We)) (VP (VBP see) (PRP it)) (. .))")
    total, n_words = leaf_ancestor([gold], flat.trees)[0]
    # it: NP [ VP S ] with ] after S against VP S ], both ends at S: [ NP VP S ] and VP S ].
    assert n_words == 3
    assert total == pytest.approx(2 + 2 * 3 / (5 + 3))


def test_a_failed_parse_scores_nothing_for_all_its_words() -> None:
    gold = sentence("(S (NP (PRP We)) (VP (VBP see)) (. .))")
    assert leaf_ancestor([gold], [None]).tolist() == [[0.0, 2.0]]


def distance(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Edit distance with replacing at 2, by its definition."""
    if not one or not other:
        return len(one) + len(other)
    return min(
        distance(one[1:], other) + 1,
        distance(one, other[1:]) + 1,
        distance(one[1:], other[1:]) + 2 * (one[0] != other[0]),
    )


@given(LINEAGES.filter(lambda each: len(each) < 6), LINEAGES.filter(lambda each: len(each) < 6))
def test_similarity_is_by_edit_distance(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    n = len(one) + len(other)
    expected = 1 - distance(one, other) / n if n else 1.0
    assert similarity(one, other) == pytest.approx(expected)
    assert similarity(other, one) == similarity(one, other)
