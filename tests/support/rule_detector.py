"""A detector of three rules, so that checking can be tested without a trained model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solecism.detect.detector import (
    EXTRANEOUS_PREPOSITION,
    MISSING_PREPOSITION,
    WRONG_PREPOSITION,
    Detector,
    ThresholdedDetector,
)
from solecism.locate.sites import located, site_at
from solecism.sentence import Sentence
from solecism.site import PREPOSITION, Flag, Suggestion

KINDS = (WRONG_PREPOSITION, EXTRANEOUS_PREPOSITION, MISSING_PREPOSITION)
RULES = {
    ("depend", "of"): (WRONG_PREPOSITION, 0.9, (Suggestion("on", 0.8), Suggestion("upon", 0.1))),
    ("discuss", "about"): (EXTRANEOUS_PREPOSITION, 0.7, (Suggestion("", 0.7),)),
    ("work", "in"): (WRONG_PREPOSITION, 0.6, (Suggestion("from", 0.5),)),
}


class RuleDetector:
    """Flags "depend of", "discuss about", "work in" and "listen music"."""

    name = "rules"
    kinds: tuple[str, ...] = KINDS

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """A flag for each preposition, and for the gap in "listen music"."""
        for sentence in sentences:
            assert sentence.tags
            assert sentence.lemmas
            yield from self._flags(sentence)

    def _flags(self, sentence: Sentence) -> Iterator[Flag]:
        words = tuple(word.lower() for word in sentence.words)
        for site in located(sentence, kinds=(PREPOSITION,)):
            pair = (words[site.start - 1] if site.start else "", words[site.start])
            if pair in RULES:
                kind, p, suggestions = RULES[pair]
                yield Flag(site.id, self.name, True, kind, p, suggestions)
            else:
                yield Flag(site.id, self.name, False, confidence=0.1)
        for index in range(1, len(words)):
            if words[index - 1 : index + 1] == ("listen", "music"):
                site = site_at(sentence, index, index, PREPOSITION)
                yield Flag(
                    site.id, self.name, True, MISSING_PREPOSITION, 0.8, (Suggestion("to", 0.8),)
                )


def load(*, precision: float | None = None, threshold: float | None = None) -> Detector:
    """What the table of detectors holds."""
    return (
        RuleDetector()
        if threshold is None
        else ThresholdedDetector(RuleDetector(), threshold, KINDS)
    )
