"""Derivations: the steps that lead from words to trees."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parser_grammars import trees_of
from solecism.errors import InputError
from solecism.tree import Leaf, Tree
from solecism_lab.parse.grammar.grammar import PART, PHRASE, TAG
from solecism_lab.train.parser.derivations import BINARY, CHAIN, LEXICAL, STAY, derive
from strategies import trees as any_tree

SENTENCE = "( (S (NP (PRP We)) (VP (VBP try) (NP (DT a) (JJ new) (NN car))) (. .)))"


def test_phrases_of_many_children_become_rows_of_two() -> None:
    symbols = derive(trees_of(SENTENCE)).symbols
    names = [name for _, name in symbols.names]
    rules = [tuple(names[symbol] for symbol in rule) for rule in symbols.rules]
    assert ("S", "NP", "S") in rules
    assert ("NP", "DT", "NP") in rules
    assert {symbols.names[symbols.rules[rules.index(("S", "VP", "."))][0]]} == {(PART, "S")}


def test_parts_remember_siblings_and_phrases_ancestors() -> None:
    names = derive(trees_of(SENTENCE), horizontal=1, vertical=2).symbols.names
    assert (PART, "S^|NP^S") in names
    assert (PHRASE, "NP^VP") in names
    assert (TAG, "VBP") in names


def test_a_chain_is_one_step_whatever_its_length() -> None:
    made = derive(trees_of("( (FRAG (X (FRAG (NP (NN so))))))"))
    assert [step[0] for step in made.steps.tolist()] == [LEXICAL, CHAIN]
    assert [between for _, between, _ in made.symbols.chains] == [("FRAG", "X", "FRAG", "NP")]


def test_trees_without_words_are_passed_over_and_nothing_else_is_an_error() -> None:
    with pytest.raises(InputError, match="no tree has words"):
        derive(trees_of("( (S (NP (-NONE- *))))"))
    assert derive(trees_of("( (S (-NONE- *))) ( (S (UH yes)))")).words == ("yes",)


def test_a_tree_deeper_than_calls_may_be_is_derived() -> None:
    tree: Tree | Leaf = Leaf("NN", "end")
    for number in range(3000):
        tree = Tree(f"X{number % 7}", (Leaf("RB", "very"), tree))
    assert isinstance(tree, Tree)
    assert len(derive([tree]).words) == 3001


@given(st.lists(any_tree(), min_size=1, max_size=3), st.integers(0, 2), st.integers(1, 3))
def test_every_node_is_made_once_and_used_once(
    trees: list[Tree], horizontal: int, vertical: int
) -> None:
    if not any(tree.words() for tree in trees):
        return
    made = derive(trees, horizontal=horizontal, vertical=vertical)
    kinds, nodes, firsts, seconds, _ = made.steps.T
    assert sorted(nodes) == list(range(len(made.node_symbols)))
    used = [*firsts[firsts >= 0], *seconds[seconds >= 0]]
    roots = nodes[made.step_bounds[1:] - 1]
    assert sorted([*used, *roots]) == sorted(nodes)
    assert np.array_equal(kinds == BINARY, seconds >= 0)
    assert set(kinds) <= {LEXICAL, STAY, CHAIN, BINARY}
    assert made.words == tuple(word for tree in trees for word in tree.words())
