"""Made errors and what undoes them."""

from __future__ import annotations

import pytest

from solecism.corruption.random_stream import RandomStream
from solecism.corruption.synthetic_error import SyntheticError
from solecism.detect.network.repairs import INSERT, REMOVE, Repair
from solecism.edit import Edit
from solecism.language.annotate import annotate
from solecism.sentence import Sentence
from solecism_lab.train.network.synthetic_errors import (
    ErrorDensity,
    labelled,
    with_synthetic_errors,
)

TEXT = (
    "The old farmer walked to the market with two baskets of eggs in the morning. "
    "She has been waiting for an answer since the beginning of the week. "
    "Children who live near the river often learn to swim before they go to school."
)


@pytest.fixture(scope="module")
def sentences() -> list[Sentence]:
    return list(annotate(TEXT, "farm"))


def made(start: int, before: tuple[str, ...], after: tuple[str, ...], kind: str) -> SyntheticError:
    return SyntheticError("x", Edit(start, before, after, kind), ("X",) * len(after))


def test_errors_upon_errors_are_undone_in_one_step() -> None:
    words = ["I", "wait", "for", "the", "bus"]
    errors = [
        made(2, ("for",), ("on",), "R:PREP"),
        made(3, ("the",), (), "U:DET"),
        made(2, ("on",), ("at",), "R:PREP"),
        made(0, (), ("to",), "M:PREP"),
    ]
    found, needs = labelled(words, errors)
    assert found == ("to", "I", "wait", "at", "bus")
    assert sorted(needs) == [
        (0, Repair("U", "preposition", "")),
        (3, Repair("R", "preposition", "for")),
        (4, Repair("M", "determiner", "the")),
    ]


def test_a_word_that_came_and_went_leaves_nothing() -> None:
    errors = [made(1, (), ("very",), "M:ADV"), made(1, ("very",), (), "U:ADV")]
    assert labelled(["so", "good"], errors) == (("so", "good"), [])


def test_a_word_that_became_itself_again_needs_nothing() -> None:
    errors = [made(0, ("in",), ("on",), "R:PREP"), made(0, ("on",), ("In",), "R:PREP")]
    assert labelled(["in", "it"], errors) == (("In", "it"), [])


@pytest.mark.parametrize("seed", range(40))
def test_repairs_account_for_every_word(sentences: list[Sentence], seed: int) -> None:
    for sentence in sentences:
        words, needs = with_synthetic_errors(
            sentence, ErrorDensity(), RandomStream(seed, sentence.id)
        )
        n_missing = sum(repair.operation == INSERT for _, repair in needs)
        n_extra = sum(repair.operation == REMOVE for _, repair in needs)
        assert len(words) - n_extra + n_missing <= len(sentence.words)
        if not needs:
            assert [word.lower() for word in words] == [w.lower() for w in sentence.words]
        for place, repair in needs:
            assert place < len(words) + (repair.operation == INSERT)


def test_one_seed_makes_the_same_errors(sentences: list[Sentence]) -> None:
    both = [
        [
            with_synthetic_errors(each, ErrorDensity(), RandomStream(3, each.id))
            for each in sentences
        ]
        for _ in range(2)
    ]
    assert both[0] == both[1]


def test_some_sentences_stay_as_they_are(sentences: list[Sentence]) -> None:
    untouched = ErrorDensity(shares=((0.0, 1.0),))
    for sentence in sentences:
        assert with_synthetic_errors(sentence, untouched, RandomStream(1, "x")) == (
            sentence.words,
            [],
        )
