"""Trees: words, traces and spans."""

from __future__ import annotations

import copy
import pickle

from hypothesis import given

import strategies
from solecism.tree import Leaf, Tree

SENTENCE = Tree(
    "S",
    (
        Tree("NP-SBJ-1", (Leaf("NNS", "Learners"),)),
        Tree(
            "VP",
            (
                Leaf("VBP", "try"),
                Tree("S", (Tree("NP-SBJ", (Leaf("-NONE-", "*-1"),)), Leaf("TO", "to"))),
            ),
        ),
    ),
)


def test_traces_are_not_among_the_words() -> None:
    assert SENTENCE.words() == ("Learners", "try", "to")
    assert [leaf.word for leaf in SENTENCE.leaves(traces=True)] == ["Learners", "try", "*-1", "to"]


def test_phrases_come_in_pre_order_with_spans_of_overt_words() -> None:
    spans = [(phrase.label, start, end) for phrase, start, end in SENTENCE.phrases()]
    assert spans == [
        ("S", 0, 3),
        ("NP-SBJ-1", 0, 1),
        ("VP", 1, 3),
        ("S", 2, 3),
        ("NP-SBJ", 2, 2),
    ]


def test_a_very_deep_tree_does_not_exhaust_the_stack() -> None:
    tree = Tree("X", (Leaf("NN", "end"),))
    for _ in range(20_000):
        tree = Tree("X", (tree,))
    assert tree.words() == ("end",)
    assert sum(1 for _ in tree.phrases()) == 20_001
    again = pickle.loads(pickle.dumps(tree))
    assert again == tree
    assert hash(again) == hash(tree)
    assert tree != Tree("X", (tree,))


@given(strategies.trees(), strategies.trees())
def test_trees_are_equal_when_all_their_parts_are(tree: Tree, other: Tree) -> None:
    assert (tree == other) == (repr(tree) == repr(other))
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert copy.deepcopy(tree) == tree
    assert tree != tree.label
