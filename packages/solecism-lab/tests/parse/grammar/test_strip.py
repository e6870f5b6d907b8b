"""Plain trees: over the same overt words, without traces, functions and equal phrases."""

from __future__ import annotations

from hypothesis import given

from parser_grammars import trees_of
from solecism.formats.penn import format_tree
from solecism.tree import Tree
from solecism_lab.parse.treebank_style import ROOT, plain_tree
from strategies import trees as any_tree


def stripped(text: str) -> str | None:
    tree = plain_tree(trees_of(text)[0])
    return None if tree is None else format_tree(tree)


def test_traces_and_functions_and_what_holds_only_traces_go() -> None:
    text = "( (S (NP-SBJ-1 (PRP We)) (VP (VBP try) (S (NP-SBJ (-NONE- *-1)) (VP (TO to))))) )"
    assert stripped(text) == "( (S (NP (PRP We)) (VP (VBP try) (S (VP (TO to))))))"


def test_a_phrase_over_its_equal_is_one_phrase() -> None:
    assert stripped("( (NP (NP-TMP (NN now)) (-NONE- *)))") == "( (NP (NN now)))"


def test_every_name_of_a_root_is_the_same_and_a_missing_root_is_added() -> None:
    for text in ("(TOP (S (RB so)))", "(S1 (S (RB so)))", "( (S (RB so)))", "(S (RB so))"):
        assert stripped(text) == "( (S (RB so)))"


def test_functions_are_kept_if_asked_for() -> None:
    tree = plain_tree(trees_of("( (S (NP-SBJ (PRP We))))")[0], functions=True)
    assert tree is not None
    assert format_tree(tree) == "( (S (NP-SBJ (PRP We))))"


def test_nothing_is_left_of_a_tree_without_words() -> None:
    assert stripped("( (S (NP (-NONE- *))))") is None
    assert plain_tree(Tree("S", ())) is None


@given(any_tree())
def test_the_words_stay_and_no_phrase_is_empty(tree: Tree) -> None:
    found = plain_tree(tree)
    if found is None:
        assert tree.words() == ()
        return
    assert found.label == ROOT
    assert found.words() == tree.words()
    assert all(start < end for _, start, end in found.phrases())
    assert plain_tree(found) == found
