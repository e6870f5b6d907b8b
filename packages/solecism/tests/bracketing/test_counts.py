"""Parseval's counts are EVALB's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import evalb
from solecism.bracketing.brackets import Rules
from solecism.bracketing.counts import FAILED, UNEQUAL, bracket_counts
from solecism.errors import InputError
from solecism.formats.penn import format_tree, parse
from solecism.sentence import Sentence
from solecism.tree import Leaf, Tree

STRICT = Rules(deleted=evalb.COLLINS, is_strict=True)


def sentence(*brackets: str) -> Sentence:
    """One sentence with these gold trees."""
    trees = [next(parse([text], document="d", file="f")) for text in brackets]
    return replace(trees[0], trees=tuple(one.trees[0] for one in trees))


def tree(brackets: str) -> Tree:
    return sentence(brackets).trees[0]


def row(gold: Sentence, parsed: str, rules: Rules | None = None) -> list[int]:
    counts = bracket_counts([gold], [tree(parsed)], rules=rules)
    return [int(value) for value in counts.table[0]]


GOLD = "(TOP (S (NP-SBJ (DT The) (NN cat)) (, ,) (VP (VBD sat) (PRT (RP down))) (. .)))"


def test_a_parse_equal_to_its_gold_tree_is_all_right() -> None:
    assert row(sentence(GOLD), GOLD) == [4, 4, 4, 0, 4, 4, 6]


def test_prt_is_advp_and_functions_do_not_count() -> None:
    parsed = "(S1 (S (NP (DT The) (NN cat)) (, ,) (VP (VBD sat) (ADVP (RB down))) (. .)))"
    assert row(sentence(GOLD), parsed) == [4, 4, 4, 0, 4, 3, 6]


def test_a_phrase_that_occurs_twice_must_be_found_twice() -> None:
    gold = sentence("(S (NP (NP (NN tea))) (VP (VBZ helps)))")
    assert row(gold, "(S (NP (NN tea)) (VP (VBZ helps)))")[:3] == [3, 4, 3]


def test_punctuation_is_what_the_gold_tags_say() -> None:
    parsed = "(TOP (S (NP (DT The) (NN cat) (NN ,)) (VP (VBD sat) (PRT (RP down))) (. .)))"
    assert row(sentence(GOLD), parsed)[:3] == [4, 4, 4]
    counts = bracket_counts([sentence(GOLD)], [tree(parsed)], rules=STRICT)
    assert counts.states == (UNEQUAL,)
    assert not counts.is_counted[0]


def test_a_failed_parse_keeps_its_gold_phrases_but_not_where_evalb_skips_it() -> None:
    gold = sentence(GOLD)
    for failed in (None, tree("(TOP (S ))"), Tree("", ())):
        counts = bracket_counts([gold], [failed])
        assert counts.states == (FAILED,)
        assert counts.table[0].tolist() == [0, 4, 0, 0, 4, 0, 6]
        assert not bracket_counts([gold], [failed], rules=STRICT).is_counted[0]


def test_of_several_gold_trees_the_nearest_counts() -> None:
    far = "(S (NP (PRP We)) (VP (VBP wait) (PP (IN for)) (NP (PRP it))))"
    near = "(S (NP (PRP We)) (VP (VBP wait) (PP (IN for) (NP (PRP it)))))"
    assert row(sentence(far, near), near)[:3] == [5, 5, 5]
    assert row(sentence(near, far), near)[:3] == [5, 5, 5]


def test_a_bracket_across_two_phrases_crosses_once() -> None:
    gold = sentence("(S (NP (NN a) (NN b)) (VP (VB c) (NN d)))")
    assert row(gold, "(S (NN a) (NP (NN b) (VB c)) (NN d))")[3] == 1


def test_a_bracket_may_cross_from_either_side() -> None:
    parsed = "(S (NN a) (NP (NN b) (VB c)) (NN d))"
    for gold in ("(S (NP (NN a) (NN b)) (VB c) (NN d))", "(S (NN a) (NN b) (VP (VB c) (NN d)))"):
        assert row(sentence(gold), parsed)[3] == 1


def test_other_words_are_an_error_with_the_place() -> None:
    with pytest.raises(InputError, match=r"d\.1: the gold tree has 'cat' where .* 'dog'"):
        row(sentence(GOLD), GOLD.replace("cat", "dog"))


def test_a_bracket_as_a_word_may_be_written_in_two_ways() -> None:
    gold = sentence("(S (-LRB- -LRB-) (NP (NN tea)) (-RRB- -RRB-))")
    parsed = Tree("S", (Leaf("-LRB-", "("), Tree("NP", (Leaf("NN", "tea"),)), Leaf("-RRB-", ")")))
    assert bracket_counts([gold], [parsed]).table[0][:3].tolist() == [2, 2, 2]


def test_more_or_fewer_parses_than_sentences_are_an_error() -> None:
    gold = sentence(GOLD)
    with pytest.raises(InputError, match=r"no parse of d\.1"):
        bracket_counts([gold], [])
    with pytest.raises(InputError, match="1 gold sentences but more parses"):
        bracket_counts([gold], [gold.trees[0]] * 2)
    with pytest.raises(InputError, match="has no gold tree"):
        bracket_counts([replace(gold, trees=())], [gold.trees[0]])


def test_equal_words_and_unlabelled_brackets() -> None:
    gold = sentence("(S (NP (NN color)) (VP (VBZ fades)))")
    rules = Rules(equal_words=(("colour", "color"),), is_labelled=False)
    parsed = "(S (X (NN colour)) (Y (VBZ fades)))"
    assert row(gold, parsed, rules)[:3] == [3, 3, 3]


LABELS = st.sampled_from(["S", "NP", "NP-SBJ-1", "VP", "PRT", "ADVP", "TOP", "S=2", "-X-"])
TAGS = st.sampled_from(["NN", "VB", ",", ".", "-NONE-", "``", "RP"])
WORDS = st.sampled_from(["a", "b", "c"])
TREES = st.recursive(
    st.builds(Leaf, TAGS, WORDS),
    lambda children: st.builds(Tree, LABELS, st.lists(children, min_size=1, max_size=4).map(tuple)),
    max_leaves=12,
).map(lambda node: Tree("TOP", (node,)))


@given(TREES, TREES)
def test_strict_counts_are_evalbs_on_any_two_trees(gold: Tree, parsed: Tree) -> None:
    counts = bracket_counts([sentence(format_tree(gold))], [parsed], rules=STRICT)
    status, *expected = evalb.scored(format_tree(gold), format_tree(parsed))
    assert counts.table[0].tolist() == expected
    assert counts.is_counted[0] == (status == 0) or not any(gold.words())


@given(TREES)
def test_a_tree_against_itself_is_perfect_and_crosses_nothing(gold: Tree) -> None:
    matched, n_gold, n_tested, crossing = bracket_counts(
        [sentence(format_tree(gold))], [gold]
    ).table[0][:4]
    assert matched == n_gold == n_tested
    assert not crossing


def perturbed(node: Tree | Leaf, rng: random.Random) -> Tree | Leaf:
    """The same words under phrases that are relabelled, flattened or joined here and there."""
    if isinstance(node, Leaf):
        return node
    children: list[Tree | Leaf] = []
    for child in (perturbed(one, rng) for one in node.children):
        is_flat = isinstance(child, Tree) and rng.random() < 0.1
        children.extend(child.children if is_flat and isinstance(child, Tree) else [child])
    if len(children) > 2 and rng.random() < 0.2:
        children[:2] = [Tree(rng.choice(["NP", "VP", "PRT"]), tuple(children[:2]))]
    label = rng.choice(["NP", "ADVP", "S"]) if rng.random() < 0.1 else node.label
    return Tree(label, tuple(children))


def treebank(folder: Path) -> Iterator[Sentence]:
    with (folder / "treebank" / "wsj01.mrg").open() as lines:
        yield from parse(lines, document="wsj", file="wsj")


def test_totals_of_a_real_treebank_are_evalbs(shared_data: Path) -> None:
    rng = random.Random(3)
    gold = [one for _, one in zip(range(400), treebank(shared_data), strict=False)]
    parsed = [perturbed(one.trees[0], rng) for one in gold]
    counts = bracket_counts(gold, [one for one in parsed if isinstance(one, Tree)], rules=STRICT)
    slowly = [
        evalb.scored(format_tree(one.trees[0]), format_tree(Tree("TOP", (other,))))
        for one, other in zip(gold, parsed, strict=True)
    ]
    expected = np.array(slowly)
    # The roots of this treebank have no label; EVALB would count them, and both sides have them.
    assert counts.table.tolist() == expected[:, 1:].tolist()


def test_the_nearest_gold_tree_is_that_of_the_highest_f_not_of_the_most_matches() -> None:
    parsed = "(S (NP (NN tea)) (VP (VBZ helps) (NP (NN us))))"
    near = "(S (NP (NN tea)) (VBZ helps) (NP (NN us)))"
    many = "(S (NP (NP (NP (NP (NN tea))))) (VP (VBZ helps) (NP (NP (NP (NN us))))))"
    assert row(sentence(many), parsed)[:3] == [4, 9, 4]
    assert row(sentence(near), parsed)[:3] == [3, 3, 4]
    assert row(sentence(many, near), parsed)[:3] == [3, 3, 4]
