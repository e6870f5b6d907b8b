"""The bundled parser as the experiments train it."""

from __future__ import annotations

import pytest

from solecism.papers.treebanks.parsers import train_bundled
from toy_parser import bundled_sentences

SENTENCES = bundled_sentences()[:20]
TREES = [sentence.trees[0] for sentence in SENTENCES]


def test_copies_of_all_sentences_change_next_to_nothing() -> None:
    one, two = (
        list(train_bundled(TREES * n, n_copies=n, seed=1).parses(SENTENCES[:5])) for n in (1, 2)
    )
    for first, second in zip(one, two, strict=True):
        assert first.tree == second.tree
        assert first.log_likelihood == pytest.approx(second.log_likelihood, rel=0.05)
