"""Trees read into columns are the trees of the careful reader."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solecism.errors import InputError
from solecism.formats.penn import format_tree, parse
from solecism.formats.penn_columns import parse_columns
from solecism.tree import Tree
from solecism.tree_columns import TreeColumns, codes
from strategies import trees

TWO = b"(S (NP-SBJ (PRP We)) (VP (VBP wait) (S (-NONE- *))))\n( (NP\n (NN tea)) )\n"


def spans(found: TreeColumns) -> list[tuple[int, int, int]]:
    columns = (found.labels, found.starts, found.ends)
    return [(int(a), int(b), int(c)) for a, b, c in zip(*columns, strict=True)]


def test_phrases_have_spans_of_overt_words_through_all_trees() -> None:
    found = parse_columns(TWO)
    assert found is not None
    assert found.first_words.tolist() == [0, 2, 3]
    names = [int(code) for code in codes(["S", "NP", "VP", "S", "", "NP"])]
    bounds = [(0, 2), (0, 1), (1, 2), (2, 2), (2, 3), (2, 3)]
    assert spans(found) == [(name, *pair) for name, pair in zip(names, bounds, strict=True)]
    assert found.tags.tolist() == codes(["PRP", "VBP", "NN"]).tolist()


def test_what_is_not_plain_is_left_to_the_careful_reader() -> None:
    for text in (
        b"",
        b"(S (NP (NN tea))",
        b"(S (NP (NN tea))))",
        b"(S (NN green tea))",
        b"(S (NN))",
        b"(NN tea)",
        b"tea (S (NN tea))",
        b"(S (NN tea)) (S (NN tea))\n",
        b"(S (ALONGLABEL (NN tea)))",
        b"\xef\xbb\xbf(S (NN tea))",
        b"(S (NN te\x01a))",
    ):
        assert parse_columns(text) is None


@given(st.lists(trees(surface=False), max_size=4))
def test_columns_are_those_of_the_careful_reader(drawn: list[Tree]) -> None:
    try:
        text = "".join(format_tree(tree) + "\n" for tree in drawn)
        lines = [line + "\n" for line in text.split("\n")]
        sentences = list(parse(lines, document="d", file="f"))
    except InputError:
        return
    found = parse_columns(text.encode())
    if found is None:
        return
    read = [sentence.trees[0] for sentence in sentences]
    n_before, expected = 0, []
    for tree in read:
        for phrase, start, end in tree.phrases():
            label = phrase.label.split("-")[0].split("=")[0]
            (code,) = codes([label])
            expected.append((int(code), n_before + start, n_before + end))
        n_before += len(tree.words())
    assert spans(found) == expected
    assert found.word_lengths.tolist() == [
        len(word.encode()) for tree in read for word in tree.words()
    ]


@given(st.text("()SN -\n", max_size=40))
def test_any_text_is_a_forest_or_left_to_the_careful_reader(text: str) -> None:
    found = parse_columns(text.encode())
    if found is not None:
        assert len(found) == len(list(parse([text], document="d", file="f")))
