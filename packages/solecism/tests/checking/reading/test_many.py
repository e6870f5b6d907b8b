"""Checking of many texts together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rule_detector import RuleDetector
from solecism.checking.texts import check_text, check_texts
from solecism.finding import CheckedSentence
from solecism.sentence import Sentence
from solecism.site import Flag

GERMAN = "Gestern bin ich mit meinen Freunden ins Kino gegangen und wir haben viel gelacht."


def check(text: str) -> list[CheckedSentence]:
    lines = text.splitlines(keepends=True)
    return list(check_text(lines, RuleDetector(), document="d", file="d.txt"))


def test_many_texts_are_checked_as_each_alone() -> None:
    texts = [
        "We depend of it.",
        "",
        GERMAN,
        "Short.",
        "We `depend of` it.\n\nI depend of it.\n",
        "We depend of it. " * 1200,
        "I listen music. " * 150,
        "I listen music.\n" * 150,
        "We depend of it.",
    ]
    together = check_texts(texts, RuleDetector())
    for text, checked in zip(texts, together, strict=True):
        alone = check(text)
        assert [each.sentence.text for each in checked] == [each.sentence.text for each in alone]
        assert [each.is_checked for each in checked] == [each.is_checked for each in alone]
        places = [[(f.place, f.text) for f in each.findings] for each in checked]
        assert places == [[(f.place, f.text) for f in each.findings] for each in alone]


def test_short_texts_are_read_together_and_no_text_is_divided_for_another() -> None:
    class Counting(RuleDetector):
        def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
            given_sentences = list(sentences)
            sizes.append(len(given_sentences))
            return super().flags(given_sentences)

    sizes: list[int] = []
    list(check_texts(["All is well."] * 150 + ["All is well. " * 900, "All is well."], Counting()))
    assert [size for size in sizes if size] == [150, 900, 1]
