"""The bundled detector as a signal: every sentence is judged by itself."""

from __future__ import annotations

import pytest

from solecism_lab.papers.treebanks.error_sets import TreebankParts, as_they_are, with_errors
from solecism_lab.papers.treebanks.two_stage import detections
from toy_parser import bundled_sentences

SENTENCES = bundled_sentences()[:8]
PARTS = TreebankParts([], [], SENTENCES)


def test_a_sentence_is_judged_alone_whatever_is_beside_it() -> None:
    bad = with_errors(SENTENCES, n_errors=2, seed=5)
    mixed = as_they_are([*SENTENCES[:2], *bad.sentences[2:]], name="mixed")
    found = detections(PARTS, [as_they_are(SENTENCES), bad, mixed], 1)
    assert found["mixed"][:2] == pytest.approx(found["grammatical"][:2], abs=1e-6)
    assert found["mixed"][2:] == pytest.approx(found["two-errors"][2:], abs=1e-6)
    assert sum(found["two-errors"]) > sum(found["grammatical"])
