"""The bundled detector as a signal: every sentence is judged by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from solecism.sentence import Sentence
from solecism.site import Flag
from solecism_lab.papers.treebanks import two_stage
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


def test_sentences_that_sets_share_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[tuple[str, ...]] = []
    detector = two_stage._loaded_detector()

    class Counted:
        """The bundled detector, which notes what it reads."""

        def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
            """The flags of the bundled detector."""
            given = list(sentences)
            read.extend(sentence.words for sentence in given)
            return iter(detector.flags(given))

    two_stage._known_confidences.cache_clear()
    monkeypatch.setattr(two_stage, "_loaded_detector", Counted)
    bad = with_errors(SENTENCES, n_errors=1, seed=5)
    first = detections(PARTS, [as_they_are(SENTENCES), bad], 1)
    second = detections(PARTS, [bad, as_they_are(SENTENCES)], 2)
    assert first == second
    different = {sentence.words for one in (SENTENCES, bad.sentences) for sentence in one}
    assert sorted(read) == sorted(different)
