"""The span parser: it learns trees, and parses anything."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from solecism.bracketing.counts import bracket_counts
from solecism.sentence import Sentence, from_words
from solecism_lab.parse.span_parser import MAX_WORDS, SpanModel, SpanParser
from solecism_lab.train.parser.span_parser import SpanSettings, _Orders, train_spans
from toy_parser import bundled_sentences

pytest.importorskip("numba")
SENTENCES = bundled_sentences()
SETTINGS = SpanSettings(n_epochs=6, n_tag_epochs=4, n_folds=2, bits=13, split_bits=13)


@cache
def model(seed: int = 1) -> SpanModel:
    trees = [sentence.trees[0] for sentence in SENTENCES[:55]]
    return train_spans(trees, seed=seed, settings=SETTINGS)


def f_score(parser: SpanParser, sentences: list[Sentence]) -> float:
    matched, gold, tested = (
        bracket_counts(sentences, list(parser.trees(sentences))).table[:, :3].sum(axis=0)
    )
    return float(2 * matched / (gold + tested))


def test_it_learns_its_trees_and_some_of_others() -> None:
    parser = SpanParser([model()])
    assert f_score(parser, SENTENCES[:55]) > 0.8
    assert f_score(parser, SENTENCES[55:]) > 0.35


def test_one_seed_one_model() -> None:
    trees = [sentence.trees[0] for sentence in SENTENCES[:20]]
    one, two = (train_spans(trees, seed=3, settings=SETTINGS) for _ in range(2))
    assert np.array_equal(one.span_weights, two.span_weights)
    assert np.array_equal(one.tag_weights, two.tag_weights)


def test_every_text_gets_a_tree_over_its_words() -> None:
    parser = SpanParser([model()])
    for words in (["("], ["Qwx", "-", "7%"], ["the"] * (MAX_WORDS + 30)):
        parsed = parser.parse(words)
        assert len(parsed.tree.words()) == len(words)
        assert parsed.log_likelihood is None
    assert parser.parse(["the"] * (MAX_WORDS + 30)).n_pieces > 1
    assert parser.parse([]).tree.children == ()
    [tree] = parser.trees([from_words("a", ["It", "rains"])])
    assert tree.words() == ("It", "rains")


def test_two_models_decide_together() -> None:
    alone, together = SpanParser([model()]), SpanParser([model(), model(2)], weights=(0.5, 0.5))
    assert f_score(together, SENTENCES[:55]) > 0.8
    # Halves add up exactly; where nothing is known scores are equal, and rounding would decide.
    equal = SpanParser([model(), model()], weights=(0.5, 0.5))
    assert list(equal.trees(SENTENCES[55:])) == list(alone.trees(SENTENCES[55:]))


def test_weights_say_how_often_a_tree_is_looked_at() -> None:
    orders = _Orders(np.array([10.0] * 50 + [1.0] * 50), np.random.default_rng(1))
    visited = Counter(number < 50 for order in orders.epochs(10) for number in order)
    assert visited.total() == 1000
    assert visited[True] / visited[False] == pytest.approx(10, rel=0.05)
    alike = _Orders(np.full(7, 3.0), np.random.default_rng(1))
    assert [sorted(order) for order in alike.epochs(2)] == [list(range(7))] * 2
