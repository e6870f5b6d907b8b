"""The cascade: a fast detector looks at everything, the network where that one has its doubts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
            doubted = [each for each in batch if self._is_doubted(seen.get(each.id, ()))]
            read = _by_sentence(self._strong.flags(doubted))
            for sentence in batch:
                for flag in read.get(sentence.id, seen.get(sentence.id, ())):
                    yield replace(flag, system=self.name)

    def _is_doubted(self, flags: Iterable[Flag]) -> bool:
        return any(flag.error or (flag.confidence or 0.0) >= self._gate for flag in flags)


def _by_sentence(flags: Iterable[Flag]) -> dict[str, list[Flag]]:
    found: dict[str, list[Flag]] = {}
    for flag in flags:
        found.setdefault(flag.site.rsplit(":", 2)[0], []).append(flag)
    return found
