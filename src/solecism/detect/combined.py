"""Several detectors as one: each looks at the same sentences for its own kinds of error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from solecism.batches import batches
from solecism.detect.detector import Detector
from solecism.flag import Flag
from solecism.sentence import Sentence


class Several:
    """All kinds of error of some detectors, which give their flags under one name."""

    def __init__(self, name: str, detectors: Sequence[Detector]) -> None:
        self.name = name
        self.kinds = tuple(kind for detector in detectors for kind in detector.kinds)
        self._detectors = tuple(detectors)

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The flags of each detector in turn, a thousand sentences at a time."""
        for batch in batches(sentences):
            for detector in self._detectors:
                yield from detector.flags(batch)
