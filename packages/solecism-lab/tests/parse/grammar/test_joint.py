"""Grammars that decide together: all symbols and rules, each split as it was."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from parser_grammars import example_grammar, example_trees, trees_of
from solecism.errors import InputError
from solecism_lab.parse.grammar.grammar import Grammar
from solecism_lab.parse.grammar.joint import join_grammars
from solecism_lab.parse.parser import Parser
from solecism_lab.train.parser import grammar
from solecism_lab.train.parser.grammar import GrammarSettings, train_grammar

SENTENCES = [tree.words() for tree in example_trees()[:12]]
FLAT = GrammarSettings(n_rare=0, splitting=grammar.SplitSettings(n_rounds=0))


@cache
def plain_grammar(brackets: str) -> Grammar:
    return train_grammar(trees_of(brackets), settings=FLAT)


def parses(parser: Parser) -> list[tuple[str, float]]:
    found = [parser.parse(words) for words in SENTENCES]
    return [(repr(each.tree), each.log_likelihood or 0.0) for each in found]


def test_a_grammar_alone_stays_what_it_is() -> None:
    assert parses(Parser(join_grammars([example_grammar()]))) == parses(Parser(example_grammar()))


def test_a_grammar_beside_itself_says_the_same() -> None:
    twice = parses(Parser(join_grammars([example_grammar()] * 2), weights=(0.5, 0.5)))
    once = parses(Parser(example_grammar()))
    assert [tree for tree, _ in twice] == [tree for tree, _ in once]
    assert [likelihood for _, likelihood in twice] == pytest.approx(
        [likelihood for _, likelihood in once]
    )


def test_every_split_keeps_its_rules_and_words() -> None:
    one, other = example_grammar(), plain_grammar("( (X (Y (ZZ zig) (NN zag)) (WW zog)))")
    both = join_grammars([one, other])
    assert set(one.symbols.names) | set(other.symbols.names) == set(both.symbols.names)
    assert both.probs.sum() == pytest.approx((one.probs.sum() + other.probs.sum()) / 2)
    for before, after in zip(one.splits + other.splits, both.splits, strict=True):
        assert np.sort(after.probs[after.probs > 0]) == pytest.approx(
            np.sort(before.probs[before.probs > 0])
        )
        emitted = [split.lexicon.emission("zig", is_first=False) for split in (before, after)]
        assert np.sort(emitted[1])[-3:] == pytest.approx(np.sort(emitted[0])[-3:])


def test_what_one_grammar_finds_impossible_the_other_may_decide() -> None:
    with_verb = plain_grammar("( (S (NP (DT the) (NN dog)) (VP (VBZ barks))))")
    without = plain_grammar("( (FRAG (NP (DT the) (NN dog))))")
    parser = Parser(join_grammars([with_verb, without]), weights=(0.9, 0.1))
    labels = [parser.parse(words.split()).tree.children for words in ("the dog barks", "the dog")]
    assert [getattr(children[0], "label", "") for children in labels] == ["S", "FRAG"]


@pytest.mark.parametrize(
    ("weights", "message"),
    [((1.0,), "1 weights for 2 splits"), ((1.0, 0.0), "a split counts 0")],
)
def test_weights_are_one_a_split_and_above_nothing(
    weights: tuple[float, ...], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        Parser(join_grammars([example_grammar()] * 2), weights=weights)
