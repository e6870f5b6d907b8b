"""The lexicon: words as they were seen, other words by their looks."""

from __future__ import annotations

import pytest
from hypothesis import given

from parser_grammars import example_grammar
from solecism_lab.parse.grammar.grammar import TAG
from solecism_lab.parse.grammar.lexicon import signatures
from strategies import WORD


def likeliest_tag(word: str, *, is_first: bool = False) -> str:
    grammar = example_grammar()
    lexicon = grammar.splits[0].lexicon
    scores = lexicon.emission(word, is_first=is_first) * lexicon.totals
    return grammar.symbols.names[int(lexicon.symbols[scores.argmax()])][1]


@pytest.mark.parametrize(("word", "tag"), [("the", "DT"), ("in", "IN"), (".", "."), ("and", "CC")])
def test_a_word_often_seen_has_its_tag(word: str, tag: str) -> None:
    assert likeliest_tag(word) == tag


def test_a_word_with_a_capital_at_the_beginning_is_known_by_its_small_form() -> None:
    assert likeliest_tag("In", is_first=True) == "IN"


@given(WORD)
def test_every_word_has_a_tag_and_nothing_else_has_a_word(word: str) -> None:
    grammar = example_grammar()
    lexicon = grammar.splits[0].lexicon
    emission = lexicon.emission(word, is_first=False)
    kinds = [grammar.symbols.names[symbol][0] for symbol in lexicon.symbols]
    assert emission.max() > 0
    assert emission.min() >= 0
    assert all(kind == TAG for kind, score in zip(kinds, emission, strict=True) if score > 0)


@given(WORD)
def test_signatures_go_from_fine_to_coarse(word: str) -> None:
    found = signatures(word, is_first=False)
    assert found[-1] == ""
    assert len(set(found)) == len(found)
