"""Trees as spans, and back."""

from __future__ import annotations

import pytest

from solecism.formats.penn import format_tree, parse_trees
from solecism.tree import Tree
from solecism_lab.parse.span_parser import Span, tree_from_spans, tree_spans
from solecism_lab.parse.treebank_style import plain_tree
from toy_parser import bundled_sentences


def back(tree: Tree) -> Tree:
    labels = {(span.start, span.end): span.label for span in tree_spans(tree)}
    return tree_from_spans(labels, list(tree.leaves()))


def test_a_row_of_three_becomes_two_of_two() -> None:
    (tree,) = parse_trees(["( (S (NP (PRP I)) (VP (VBP am)) (. .)))"], file="trees")
    assert tree_spans(tree) == [
        Span(0, 1, 3, "S"),
        Span(0, 0, 1, "NP"),
        Span(1, 2, 3, "@S"),
        Span(1, 0, 2, "VP"),
        Span(2, 0, 3, ""),
    ]


@pytest.mark.parametrize(
    "brackets",
    [
        "( (S (VP (VB Go))))",
        "( (NP (DT the) (JJ old) (NN dog) (NNS teeth)) (. .))",
        "( (S (S (NP (NN A)) (VP (VBZ b))) (CC and) (S (NP (NN c)) (VP (VBZ d)))))",
        "( (UH Yes))",
    ],
)
def test_a_tree_comes_back_from_its_spans(brackets: str) -> None:
    (tree,) = parse_trees([brackets], file="trees")
    assert format_tree(back(tree)) == brackets


def test_the_bundled_trees_come_back() -> None:
    for sentence in bundled_sentences():
        tree = plain_tree(sentence.trees[0])
        assert tree is not None
        assert back(tree) == tree


def test_rests_that_a_tree_does_not_need_are_dissolved() -> None:
    (tree,) = parse_trees(["( (S (PRP I) (VBP am) (. .)))"], file="trees")
    leaves = list(tree.leaves())
    assert tree_from_spans({(0, 3): "S", (1, 3): "@NP", (0, 1): ""}, leaves) == tree
    assert format_tree(tree_from_spans({}, leaves)) == "( (PRP I) (VBP am) (. .))"
