"""Drawings of trees: well-formed, marked, described, and with nothing on top of anything else."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import strategies
from places import ROOT
from solecism.corruption.gold_trees import gold_trees
from solecism.corruption.synthetic_error import SyntheticError
from solecism.edit import Edit
from solecism.formats import penn
from solecism.reporting.tree_drawing import (
    TreePanel,
    before_and_after,
    draw_trees,
    lay_out_tree,
    text_width,
)
from solecism.tree import NOTHING, Leaf, Tree

SVG = "{http://www.w3.org/2000/svg}"
WRONG = Leaf("VBZ", "in", "IN", Leaf("VBZ", "is"))
MISSING = Leaf("-NONE-", "0", None, Leaf("DT", "a"))
EXTRA = Leaf("TO", "to", None, NOTHING)
BAD = Tree(
    "",
    (
        Tree(
            "S",
            (
                Tree("NP-SBJ", (Leaf("PRP", "It"), EXTRA)),
                Tree("VP", (WRONG, Tree("NP", (Leaf("-NONE-", "*"), MISSING, Leaf("NN", "cat"))))),
            ),
        ),
    ),
)


def drawn(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[str]:
    return ["".join(element.itertext()) for element in drawn(svg).iter(f"{SVG}text")]


def classes(svg: str, kind: str) -> list[str]:
    return [element.get("class", "") for element in drawn(svg).iter(f"{SVG}{kind}")]


def test_a_tree_with_errors_is_drawn_before_and_after() -> None:
    svg = draw_trees(before_and_after([BAD]))
    assert [text for text in texts(svg) if text in ("Before", "After")] == ["Before", "After"]
    marks = [name for name in classes(svg, "rect") if "mark" in name]
    assert marks == ["mark touched"] * 2 + ["mark extra", "mark wrong", "mark missing"]
    assert {"extra", "for “is”", "tag IN", "missing"} <= set(texts(svg))
    assert texts(svg).count("is") == 1
    assert [name for name in classes(svg, "text") if "gone" in name] == ["word error gone"]


def test_a_tree_without_errors_is_drawn_once() -> None:
    (panel,) = before_and_after([Tree("NP", (Leaf("NN", "cat"),))])
    assert texts(draw_trees([panel])) == ["NP", "NN", "cat"]


def test_golds_are_numbered() -> None:
    captions = [panel.caption for panel in before_and_after([BAD, BAD])]
    assert captions == ["Before", "After, gold 1", "After, gold 2"]


def test_traces_are_drawn_when_asked_for() -> None:
    assert "*" not in texts(draw_trees(before_and_after([BAD])))
    assert texts(draw_trees(before_and_after([BAD]), traces=True)).count("*") == 2


def test_who_cannot_see_the_drawing_is_told() -> None:
    root = drawn(draw_trees(before_and_after([BAD]), name="bad"))
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert title.text == "Tree of: It to in cat"
    assert "[∅→to], [is→in] and [a→∅]" in (description.text or "")
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "bad-title bad-desc"


def test_styles_are_for_this_drawing_only() -> None:
    svg = draw_trees([TreePanel("", BAD)], name="first")
    style = drawn(svg).find(f"{SVG}style")
    assert style is not None
    rules = (style.text or "").splitlines()
    assert all(rule.startswith(("#first-drawing ", "@media", "}")) for rule in rules)
    assert any("prefers-color-scheme: dark" in rule for rule in rules)
    assert drawn(svg).get("id") == "first-drawing"


def test_wide_trees_stand_one_under_another() -> None:
    words = tuple(Leaf("NN", "incomprehensibility") for _ in range(8))
    narrow, wide = Tree("NP", words[:2]), Tree("NP", words)
    beside = drawn(draw_trees([TreePanel("a", narrow), TreePanel("b", narrow)]))
    under = drawn(draw_trees([TreePanel("a", wide), TreePanel("b", wide)]))
    assert float(beside.attrib["width"]) > 2 * float(beside.attrib["height"])
    assert float(under.attrib["width"]) < 1.5 * text_width("incomprehensibility") * 8
    assert float(under.attrib["height"]) > 1.8 * float(beside.attrib["height"])


@pytest.mark.parametrize("text", ["<b>&amp;", "\x00\ud800", '"', "x" * 1000, "猫" * 50, "a\u202eb"])
def test_any_words_make_a_drawing(text: str) -> None:
    svg = draw_trees(
        [TreePanel(text, Tree(text, (Leaf(text, text, text, Leaf(text, text)),)))], name="t"
    )
    assert drawn(svg).tag == f"{SVG}svg"
    assert float(drawn(svg).attrib["width"]) < 1_000


@given(strategies.trees(), st.booleans())
def test_any_tree_is_drawn_with_all_its_words(tree: Tree, traces: bool) -> None:
    svg = draw_trees(before_and_after([tree]), traces=traces)
    assert drawn(svg).tag == f"{SVG}svg"


@given(strategies.trees(), st.booleans())
@example(Tree("NP-SBJ-1", (Tree("S", ()), Leaf("NN", "0", "VBZ"))), True)
def test_nothing_stands_on_top_of_anything_else(tree: Tree, traces: bool) -> None:
    laid = lay_out_tree(tree, traces=traces)
    rows: dict[int, list[tuple[float, float]]] = {}
    for box in laid:
        half = (box.width if box.is_leaf else text_width(box.label)) / 2
        rows.setdefault(box.height, []).append((box.middle - half, box.middle + half))
        if box.parent >= 0:
            assert laid[box.parent].height > box.height
    for spans in rows.values():
        assert min(spans)[0] >= -0.01
        for (_, end), (start, _) in pairwise(sorted(spans)):
            assert start >= end - 0.01


def test_the_drawing_of_the_documentation_is_as_drawn_now() -> None:
    root = ROOT
    lines = (root / "examples" / "treebank.mrg").read_text(encoding="utf-8").splitlines()
    (tree,) = penn.parse_trees(lines[5:6], file="treebank.mrg")
    errors = [
        SyntheticError("agreement", Edit(1, ("wants",), ("want",)), ("VBP",)),
        SyntheticError("missing-word", Edit(2, ("to",), ()), ()),
        SyntheticError("extra-word", Edit(3, (), ("in",)), ("IN",)),
    ]
    golden = (root / "docs" / "_static" / "tree.svg").read_text(encoding="utf-8")
    assert draw_trees(before_and_after(gold_trees(tree, errors)[:1])) == golden


def test_a_very_deep_tree_is_drawn() -> None:
    tree = Tree("NP", (Leaf("NN", "end"),))
    for _ in range(1_500):
        tree = Tree("NP", (Leaf("DT", "a"), tree))
    assert texts(draw_trees([TreePanel("", tree)])).count("a") == 1_500
