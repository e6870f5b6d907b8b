"""Several detectors as one."""

from __future__ import annotations

from prepositional import annotated
from rule_detector import RuleDetector
from solecism.detect.detector import CombinedDetector, Detector


def test_all_kinds_and_all_flags_are_there() -> None:
    sentences = annotated(["We depend of it .".split(), "They listen music .".split()])
    one = RuleDetector()
    both: Detector = CombinedDetector("rules", (one, one))
    assert both.kinds == (*one.kinds, *one.kinds)
    alone = list(one.flags(sentences))
    assert list(both.flags(iter(sentences))) == [*alone, *alone]


def test_sentences_may_be_a_stream_of_any_length() -> None:
    sentences = annotated(["We depend of it .".split()] * 1_200)
    assert len(list(CombinedDetector("rules", (RuleDetector(),)).flags(iter(sentences)))) == 1_200
