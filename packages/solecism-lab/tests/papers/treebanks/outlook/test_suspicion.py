"""Suspicion finds errors in sentences that it has not seen."""

from __future__ import annotations

import numpy as np

from solecism_lab.papers.treebanks.error_sets import of_type
from solecism_lab.papers.treebanks.two_stage import Suspicion
from toy_parser import bundled_sentences

SENTENCES = bundled_sentences()


def test_sentences_with_errors_look_more_suspicious() -> None:
    bad = of_type(SENTENCES[50:], "real-word", seed=5)
    suspicion = Suspicion(SENTENCES[:50], seed=1)
    with_errors = suspicion.scores(bad.sentences)
    without = suspicion.scores(SENTENCES[50 + place] for place in bad.places)
    assert np.sum(with_errors > without) > 2 * np.sum(with_errors < without)


def test_one_seed_one_suspicion() -> None:
    first, second = (Suspicion(SENTENCES[:20], seed=1).scores(SENTENCES[20:30]) for _ in range(2))
    assert first.tolist() == second.tolist()
