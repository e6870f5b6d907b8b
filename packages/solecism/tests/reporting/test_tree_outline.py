"""Trees as text."""

from __future__ import annotations

from hypothesis import given

import strategies
from solecism.reporting.tree_drawing import outline
from solecism.tree import NOTHING, Leaf, Tree

TREE = Tree(
    "",
    (
        Tree(
            "S",
            (
                Tree("NP-SBJ", (Leaf("PRP", "It"), Leaf("-NONE-", "*-1"))),
                Tree(
                    "VP",
                    (
                        Leaf("VBZ", "in", "IN", Leaf("VBZ", "is")),
                        Tree("NP", (Leaf("-NONE-", "0", None, Leaf("DT", "a")), Leaf("NN", "cat"))),
                        Leaf("TO", "to", None, NOTHING),
                        Tree("NP", (Leaf("-NONE-", "*"),)),
                    ),
                ),
            ),
        ),
    ),
)


def test_phrases_are_indented_and_errors_marked() -> None:
    assert outline(TREE).splitlines() == [
        "S",
        "├─ NP-SBJ  It/PRP *-1/-NONE-",
        "└─ VP",
        "   ├─ [is→in]/VBZ~IN",
        "   ├─ NP  [a→∅]/DT cat/NN",
        "   ├─ [∅→to]/TO",
        "   └─ NP  */-NONE-",
    ]


def test_traces_are_left_out_but_not_those_of_missing_words() -> None:
    lines = outline(TREE, traces=False).splitlines()
    assert lines[1] == "├─ NP-SBJ  It/PRP"
    assert lines[-2:] == ["   ├─ NP  [a→∅]/DT cat/NN", "   └─ [∅→to]/TO"]


def test_only_errors_are_highlighted() -> None:
    shown = outline(TREE, highlight=lambda text: f"<{text}>")
    assert shown.count("<") == 3
    assert "<[is→in]/VBZ~IN>" in shown


def test_equal_words_beside_one_another_hang_on_the_right_branches() -> None:
    leaf = Leaf("RB", "very")
    tree = Tree("S", (leaf, Tree("X", (Tree("Y", ()), leaf)), leaf))
    assert outline(tree).splitlines() == [
        "S",
        "├─ very/RB",
        "├─ X",
        "│  ├─ Y",
        "│  └─ very/RB",
        "└─ very/RB",
    ]


@given(strategies.trees())
def test_any_tree_has_an_outline_with_each_of_its_words(tree: Tree) -> None:
    shown = outline(tree)
    assert shown.count("/") >= sum(1 for _ in tree.leaves(traces=True))


def test_a_very_deep_tree_has_an_outline() -> None:
    tree = Tree("NP", (Leaf("NN", "end"),))
    for _ in range(3_000):
        tree = Tree("NP", (tree,))
    assert len(outline(tree).splitlines()) == 3_001
