"""A detector that gives each word the same flag everywhere, and records its input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from solecism.sentence import Sentence
from solecism.site import Flag

Said = Mapping[str, tuple[str, float | None]]


class FixedDetector:
    """A kind and a confidence for some words, and for the gaps before some words."""

    name = "second"
    kinds: tuple[str, ...] = ()

    def __init__(self, words: Said | None = None, gaps: Said | None = None) -> None:
        self._words, self._gaps = words or {}, gaps or {}
        self.asked: list[tuple[str, ...]] = []

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """First what it says of gaps, then what it says of words."""
        given = list(sentences)
        self.asked += [sentence.words for sentence in given]
        for said, size in ((self._gaps, 0), (self._words, 1)):
            for sentence in given:
                for place, word in enumerate(sentence.words):
                    if word in said:
                        kind, p = said[word]
                        site = f"{sentence.id}:{place}-{place + size}:{kind}"
                        yield Flag(site, self.name, False, confidence=p)
