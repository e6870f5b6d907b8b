"""The cascade: a fast detector looks at everything, the network where that one has its doubts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from solecism.detect.batches import batches
from solecism.detect.detector import Detector
from solecism.flag import Flag
from solecism.sentence import Sentence


class CascadeDetector:
    """The flags of `strong` for sentences in which `light` is `gate` sure of an error somewhere.

    In all other sentences the sites that `light` knows are right.
    """

    name = "cascade"

    def __init__(self, light: Detector, strong: Detector, *, gate: float) -> None:
        self._light, self._strong, self._gate = light, strong, gate
        self.kinds = strong.kinds

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The decisions of whichever of the two has read a sentence."""
        for batch in batches(sentences):
            seen = _by_sentence(self._light.flags(batch))
            doubted = [each for each in batch if doubt(seen.get(each.id, ())) >= self._gate]
            read = _by_sentence(self._strong.flags(doubted))
            for sentence in batch:
                for flag in read.get(sentence.id, seen.get(sentence.id, ())):
                    yield replace(flag, system=self.name)


def doubt(flags: Iterable[Flag]) -> float:
    """How sure a detector is that there is an error somewhere; 1 where it does not say how sure.

    >>> doubt([Flag("a.1:0-1:number", "x", False, None, 0.2), Flag("a.1:2-3:number", "x", False)])
    0.2
    """
    return max((_doubt(flag) for flag in flags), default=0.0)


def _doubt(flag: Flag) -> float:
    if flag.confidence is None:
        return float(flag.error)
    return flag.confidence


def doubts(detector: Detector, sentences: Sequence[Sentence]) -> list[float]:
    """How much a detector doubts each of some annotated sentences."""
    seen = _by_sentence(detector.flags(sentences))
    return [doubt(seen.get(sentence.id, ())) for sentence in sentences]


def _by_sentence(flags: Iterable[Flag]) -> dict[str, list[Flag]]:
    found: dict[str, list[Flag]] = {}
    for flag in flags:
        found.setdefault(flag.site.rsplit(":", 2)[0], []).append(flag)
    return found
