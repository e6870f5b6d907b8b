"""The bundled parser as the experiments train it."""

from __future__ import annotations

import pytest
from toy_parser import bundled_sentences

from solecism.papers.treebanks.error_sets import TrainingSet
from solecism.papers.treebanks.parsers import GrammarTrainer

SENTENCES = bundled_sentences()[:20]
TREES = [sentence.trees[0] for sentence in SENTENCES]


def all_in(n_copies: float) -> TrainingSet:
    return TrainingSet(TREES, [n_copies] * len(TREES), len(TREES))


def test_copies_of_all_sentences_change_next_to_nothing() -> None:
    one, two = (
        list(GrammarTrainer()([all_in(n)], seed=1).parses(SENTENCES[:5])) for n in (1.0, 2.0)
    )
    for first, second in zip(one, two, strict=True):
        assert first.tree == second.tree
        assert first.log_likelihood == pytest.approx(second.log_likelihood, rel=0.05)
