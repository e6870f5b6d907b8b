"""The cascade asks the strong detector where the light one has doubts, and only there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from solecism.detect.strong.cascade import CascadeDetector
from solecism.flag import Flag
from solecism.sentence import Sentence, from_words


@dataclass
class Told:
    """A detector that flags the first word with what it was told."""

    name: str
    confidence: dict[str, float]
    kinds: tuple[str, ...] = ("wrong-preposition",)
    seen: list[str] = field(default_factory=list)

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        for sentence in sentences:
            self.seen.append(sentence.id)
            p = self.confidence.get(sentence.id, 0.0)
            yield Flag(f"{sentence.id}:0-1:preposition", self.name, p > 0.5, None, p)


def test_only_doubted_sentences_are_read_twice() -> None:
    sentences = [from_words(f"essay:{n}", ["at", "home"]) for n in range(4)]
    light = Told("light", {"essay:1": 0.2, "essay:2": 0.05})
    strong = Told("strong", {"essay:1": 0.9})
    found = list(CascadeDetector(light, strong, gate=0.1).flags(sentences))
    assert strong.seen == ["essay:1"]
    assert [flag.error for flag in found] == [False, True, False, False]
    assert {flag.system for flag in found} == {"cascade"}
    assert [flag.site.split(":")[1] for flag in found] == ["0", "1", "2", "3"]


def test_without_doubt_nothing_is_read() -> None:
    strong = Told("strong", {})
    found = CascadeDetector(Told("light", {}), strong, gate=0.1)
    assert len(list(found.flags([from_words("a.1", ["x"])]))) == 1
    assert strong.seen == []
