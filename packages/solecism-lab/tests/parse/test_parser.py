"""The parser: every sentence has a tree, the likeliest one, with numba and without."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parser_grammars import example_grammar, example_trees, trees_of
from solecism.formats.penn import format_tree
from solecism.sentence import from_words
from solecism.tree import Tree
from solecism_lab.parse.chart.chart import empty_chart
from solecism_lab.parse.grammar.grammar import Grammar
from solecism_lab.parse.grammar.lookup_tables import WordScores, grammar_tables
from solecism_lab.parse.parser import Parser, Pruning, engine
from solecism_lab.parse.treebank_style import ROOT, plain_tree
from solecism_lab.train.parser.grammar import GrammarSettings, train_grammar
from strategies import WORD

AMBIGUOUS = """
( (S (NP (PRP I)) (VP (VBD saw) (NP (NP (DT the) (NN man)) (PP (IN with) (NP (NN care)))))))
( (S (NP (PRP I)) (VP (VBD saw) (NP (DT the) (NN man)) (PP (IN with) (NP (NN care))))))
( (S (NP (PRP I)) (VP (VBD saw) (NP (DT the) (NN man)) (PP (IN with) (NP (NN joy))))))
"""
NO_PRUNING = Pruning(beam=0.0, threshold=0.0, edge_share=0.0, least_share=0.0)


def plain_grammar(text: str) -> Grammar:
    base = GrammarSettings(n_rare=1)
    splitting = replace(base.splitting, n_rounds=0)
    return train_grammar(trees_of(text), settings=replace(base, splitting=splitting))


def brute_force(grammar: Grammar, words: tuple[str, ...]) -> float:
    """The probability of the words: all trees, added up cell by cell without any scaling."""
    names, rules, chains = grammar.symbols.names, grammar.symbols.rules, grammar.symbols.chains
    table, scores = grammar_tables(grammar), WordScores(grammar).scores(words)[0]
    tops: dict[tuple[int, int], np.ndarray] = {}
    for width in range(1, len(words) + 1):
        for start in range(len(words) - width + 1):
            bottom = scores[start].copy() if width == 1 else np.zeros(len(names))
            for split, number in product(range(1, width), range(len(rules))):
                parent, left, right = rules[number]
                first, second = tops[start, start + split], tops[start + split, start + width]
                bottom[parent] += grammar.probs[number] * first[left] * second[right]
            top = bottom * table.stays
            for (above, _, below), prob in zip(chains, table.chain_probs, strict=True):
                top[above] += prob * bottom[below]
            tops[start, start + width] = top
    return float(tops[0, len(words)][table.root])


@pytest.mark.parametrize("is_compiled", [True, False])
@pytest.mark.parametrize("words", ["I saw the man", "I saw the man with care", "man the I"])
def test_the_likelihood_is_the_sum_over_all_trees(words: str, is_compiled: bool) -> None:
    grammar = plain_grammar(AMBIGUOUS)
    parser = Parser(grammar, pruning=NO_PRUNING, is_compiled=is_compiled)
    expected = brute_force(grammar, tuple(words.split()))
    found = parser.parse(words.split())
    if expected == 0:
        assert found.n_pieces > 1
    else:
        assert found.log_likelihood == pytest.approx(np.log(expected))


def test_the_likelier_of_two_trees_wins() -> None:
    tree = Parser(plain_grammar(AMBIGUOUS)).parse("I saw the man with joy".split()).tree
    assert format_tree(tree) == (
        "( (S (NP (PRP I)) (VP (VBD saw) (NP (DT the) (NN man)) (PP (IN with) (NP (NN joy))))))"
    )


def test_most_of_what_was_learned_is_given_back() -> None:
    parser = Parser(example_grammar())
    given = [plain_tree(tree) for tree in example_trees()]
    found = [parser.parse(tree.words()).tree for tree in given if tree is not None]
    n_same = sum(a == b for a, b in zip(given, found, strict=True))
    assert n_same > 0.6 * len(given)


@settings(max_examples=40)
@given(
    st.lists(st.sampled_from("the a boy river sees old in with , . Zog zogs 12 and".split()))
    .filter(bool)
    .map(tuple)
)
def test_trees_are_the_same_without_numba(words: tuple[str, ...]) -> None:
    grammar = example_grammar(n_splits=2)
    with_numba = Parser(grammar, is_compiled=True).parse(words)
    without = Parser(grammar, is_compiled=False).parse(words)
    assert with_numba.tree == without.tree
    assert with_numba.n_pieces == without.n_pieces
    if with_numba.log_likelihood is not None:
        assert with_numba.log_likelihood == pytest.approx(without.log_likelihood)


def test_charts_are_the_same_without_numba() -> None:
    grammar = example_grammar()
    words = plain_tree(example_trees()[3])
    assert words is not None
    scores = WordScores(grammar).scores(words.words())[0]
    charts = []
    for is_compiled in (True, False):
        loops, table = engine(is_compiled=is_compiled).chart, grammar_tables(grammar)
        chart = empty_chart(len(scores), len(grammar.symbols.names))
        loops.inside(scores, table, chart, 1e-4)
        loops.outside(table, chart, table.root, 1e-3)
        charts.append(chart)
    for one, other in zip(*charts, strict=True):
        if one.dtype != np.uint16:
            assert one == pytest.approx(other)


@given(st.lists(WORD, max_size=12))
def test_any_words_get_a_tree_over_them(words: list[str]) -> None:
    parsed = Parser(example_grammar()).parse(words)
    assert parsed.tree.words() == tuple(words)
    assert parsed.tree.label == ROOT


def test_an_empty_sentence_gets_a_tree_without_words() -> None:
    assert Parser(example_grammar()).parse(()).tree == Tree(ROOT, ())


@pytest.mark.parametrize(("n_words", "max_words"), [(120, 200), (1001, 50)])
def test_a_long_sentence_gets_a_tree(n_words: int, max_words: int) -> None:
    words = ["the", "river", "is", "old", ",", "and"] * (n_words // 6 + 1)
    parser = Parser(example_grammar(0), pruning=Pruning(max_words=max_words))
    parsed = parser.parse(words[:n_words])
    assert parsed.tree.words() == tuple(words[:n_words])
    assert (parsed.n_pieces > 1) == (n_words > max_words)


def test_words_that_no_tree_can_have_are_joined_from_pieces_and_that_is_said() -> None:
    parsed = Parser(plain_grammar("( (NP (DT the) (NN man)))")).parse("the the man man".split())
    assert parsed.tree.words() == ("the", "the", "man", "man")
    assert parsed.n_pieces == len(parsed.tree.children) > 1


def test_a_grammar_of_words_that_are_all_frequent_knows_what_to_do_with_others() -> None:
    grammar = plain_grammar("( (NP (DT the) (NN man)))" * 3)
    assert Parser(grammar).parse(("the", "zog")).n_pieces == 1


def test_given_tags_are_obeyed_and_unknown_ones_are_not() -> None:
    words, tags = ("They", "fish", "."), ("PRP", "NN", "ZZ")
    sentence = replace(from_words("a.1", words), tags=tags)
    tree = next(Parser(example_grammar(), uses_tags=True).trees([sentence]))
    assert [leaf.tag for leaf in tree.leaves()][:2] == ["PRP", "NN"]
    assert tree.words() == words


def test_brackets_and_quotation_marks_are_as_in_the_sentence() -> None:
    words = ('"', "Yes", "(", "no", ")", "\u2019s", '"')
    assert Parser(example_grammar()).parse(words).tree.words() == words


def test_each_sentence_is_parsed_as_if_it_were_alone() -> None:
    sentences = [from_words(f"a.{n}", tree.words()) for n, tree in enumerate(example_trees()[:5])]
    parser = Parser(example_grammar())
    assert list(parser.trees(sentences[::-1]))[::-1] == [
        Parser(example_grammar()).parse(sentence.words).tree for sentence in sentences
    ]
