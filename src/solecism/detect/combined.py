"""Several detectors as one: each looks for its own kinds of error in the same sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from solecism.detect.detector import Detector
from solecism.flag import Flag
from solecism.language.block import gathered
from solecism.sentence import Sentence
from solecism.system.batches import batches


class CombinedDetector:
    """Some detectors, whose flags have one name."""

    def __init__(self, name: str, detectors: Sequence[Detector]) -> None:
        self.name = name
        self.kinds = tuple(kind for detector in detectors for kind in detector.kinds)
        self._detectors = tuple(detectors)

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The flags of each detector in turn, for a thousand sentences at a time."""
        for batch in batches(sentences):
            # The detectors share what is computed for all words.
            batch = gathered(batch)
            for detector in self._detectors:
                yield from detector.flags(batch)
