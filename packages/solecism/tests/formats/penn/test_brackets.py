"""Penn brackets: read, written, and what they refuse."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from solecism.errors import FormatError, InputError
from solecism.formats import files, penn
from solecism.sentence import from_words
from solecism.tree import Leaf, Tree

EXAMPLE = r"""
( (S (NP-SBJ-1 (PRP We))
     (VP (VBP want)
         (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB eat) (NP (CD 1\/2) (NN cake))))))
     (-LRB- -LRB-) (UH please) (-RRB- -RRB-) (. .)))
(NP (NN One)) (NP (NN another)
)
"""


def read(text: str) -> list[Tree]:
    return list(penn.parse_trees(strategies.lines(text), file="x.mrg"))


def test_trees_are_read_wherever_the_lines_break() -> None:
    first, second, third = read(EXAMPLE)
    assert first.label == ""
    assert [child.category for child in first.children if isinstance(child, Tree)] == ["S"]
    assert second == Tree("NP", (Leaf("NN", "One"),))
    assert third == Tree("NP", (Leaf("NN", "another"),))
    assert read(EXAMPLE.replace(" ", "\n")) == read(EXAMPLE)


def test_a_sentence_has_the_overt_words_as_they_were_written() -> None:
    lines = EXAMPLE.splitlines(keepends=True)
    first, *_ = penn.parse(lines, document="news", file="x.mrg")
    assert first.id == "news.1"
    assert first.text == "We want to eat 1/2 cake ( please ) ."
    assert first.tags[4] == "CD"
    assert first.trees[0].words()[4] == r"1\/2"


def test_a_failed_parse_is_a_tree_without_words() -> None:
    assert read("(()) (NP )") == [Tree("", (Tree("", ()),)), Tree("NP", ())]


def test_words_may_have_spaces_inside() -> None:
    assert read("(NP (NN a b) (NN c\u00a0d))")[0].words() == ("a b", "c\u00a0d")


GOLDS = """(S (NP (NN a) (NN b))) (S (NP (NN a)) (NN b)) (S
(NN a) (NN b)) (S (NN a) (NN c))
(S (NN a) (NN c))
"""


def test_trees_that_begin_on_one_line_with_the_same_words_are_golds_of_one_sentence() -> None:
    sentences = list(penn.parse(strategies.lines(GOLDS), document="x", file="x.mrg"))
    assert [(s.id, s.text, len(s.trees)) for s in sentences] == [
        ("x.1", "a b", 3),
        ("x.2", "a c", 1),
        ("x.3", "a c", 1),
    ]


def test_golds_are_written_on_one_line_and_come_back() -> None:
    golds = [tuple(read(line)) for line in ("(S (NP (NN a)) (NN b)) (S (NN a) (NN b))", "(X )")]
    sentences = [replace(from_words("x", trees[0].words()), trees=trees) for trees in golds]
    lines = list(penn.format(sentences))
    assert lines == ["(S (NP (NN a)) (NN b)) (S (NN a) (NN b))\n", "(X )\n"]
    assert [s.trees for s in penn.parse(lines, document="x", file="x.mrg")] == golds


def test_trees_of_different_words_cannot_be_golds_of_one_sentence() -> None:
    sentence = replace(from_words("x.1", ["a"]), trees=tuple(read("(S (NN a)) (S (NN b))")))
    with pytest.raises(InputError, match=r"x.1: has trees of different words"):
        list(penn.format([sentence]))


@given(
    st.lists(
        st.tuples(strategies.trees(word=strategies.WORD, surface=False), st.integers(1, 3)),
        max_size=4,
    )
)
def test_sentences_with_golds_come_back(drawn: list[tuple[Tree, int]]) -> None:
    sentences = [
        replace(
            from_words("x", tree.words()),
            trees=tuple(Tree(label, tree.children) for label in "ABC"[:n]),
        )
        for tree, n in drawn
    ]
    again = list(penn.parse(penn.format(sentences), document="x", file="x.mrg"))
    assert ["".join(penn.format([s])) for s in again] == [
        "".join(penn.format([s])) for s in sentences
    ]
    assert [len(s.trees) for s in again] == [n for _, n in drawn]


BRACKET_WORD = strategies.WORD.map(lambda word: word.replace("(", "-LRB-").replace(")", "-RRB-"))


@given(st.lists(strategies.trees(word=BRACKET_WORD, surface=False), max_size=3))
def test_trees_come_back(trees: list[Tree]) -> None:
    text = " ".join(map(penn.format_tree, trees))
    assert read(text) == trees


@given(strategies.trees())
def test_any_tree_is_written_so_that_it_can_be_read(tree: Tree) -> None:
    (again,) = read(penn.format_tree(tree))
    assert penn.format_tree(again) == penn.format_tree(tree)


@pytest.mark.parametrize("word", ["", " ", "a\nb", " a", "a  b"])
def test_words_that_brackets_cannot_hold_are_refused(word: str) -> None:
    with pytest.raises(InputError, match="cannot hold the word"):
        penn.format_tree(Tree("NP", (Leaf("NN", word),)))


def test_a_sentence_without_a_tree_is_refused() -> None:
    with pytest.raises(InputError, match=r"essay.1: has no tree"):
        list(penn.format([from_words("essay.1", ["Hi"])]))


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("(NP (NN a))\n\n(S (NP (NN b))\n(NP (NN c))", 3, r"\(S is opened here and never closed"),
        ("(NP (NN a)))", 1, "closes nothing"),
        ("(NP (NN a))\nhello", 2, "'hello' is outside of any phrase"),
        ("(NN a)", 1, "outside of any phrase"),
        ("(\nNN a)", 2, "outside of any phrase"),
        ("(NP (NN a) b)", 1, "'b' follows a bracket inside"),
        ("(NP b (NN a))", 1, "a bracket follows the word 'b'"),
        ("(S\n(NP We)\n(VP (VBP go)))", 2, r"\(NP We\) is a phrase whose word has no tag"),
        ("(S (NP-SBJ=2\nWe))", 2, "has no tag"),
        ("(" * 1_000_000, 1, "more than 500 deep"),
        ("(S" + "(NN a)\n" + "(X)" * 100_001, 1, "more than 100,000 brackets"),
    ],
)
def test_mistakes_are_told_with_their_line(text: str, line: int, problem: str) -> None:
    with pytest.raises(FormatError, match=problem) as caught:
        read(text)
    assert (caught.value.file, caught.value.line) == ("x.mrg", line)


@given(st.lists(st.sampled_from(["(", ")", " ", "\n", "NP", "a", "-NONE-", "\\/"]), max_size=30))
def test_any_brackets_give_trees_or_a_format_error(pieces: list[str]) -> None:
    try:
        trees = read("".join(pieces))
    except FormatError:
        return
    assert read(" ".join(map(penn.format_tree, trees))) == trees


@given(strategies.mutated(EXAMPLE) | strategies.ANY_TEXT.map(lambda text: [text]))
def test_damaged_files_give_sentences_or_a_format_error(lines: list[str]) -> None:
    try:
        sentences = list(penn.parse(lines, document="d", file="f"))
    except FormatError:
        return
    assert all(sentence.trees for sentence in sentences)
    for sentence in sentences:
        assert {tree.words() for tree in sentence.trees} == {sentence.trees[0].words()}


@pytest.mark.parametrize(
    ("name", "n_trees"), [("wsj00.mrg", 1921), ("wsj01.mrg", 1993), ("craft.mrg.xz", 5000)]
)
def test_real_treebanks_come_back(shared_data: Path, name: str, n_trees: int) -> None:
    lines = files.read_lines(str(shared_data / "treebank" / name))
    count = 0
    for sentence in islice(penn.parse(lines, document="x", file=name), 5000):
        count += 1
        if count % 10 == 0:
            assert read(penn.format_tree(sentence.trees[0])) == list(sentence.trees)
    assert count == n_trees
