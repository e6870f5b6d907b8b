"""A suggestion that would be flagged again is not made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solecism.check.check import check_text
from solecism.flag import Flag, Suggestion
from solecism.sentence import Sentence


class Undecided:
    """Wants *on* for *of* and *of* for *on*, but *to* for *at*."""

    name = "undecided"
    kinds = ("wrong-preposition",)

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        for sentence in sentences:
            for place, word in enumerate(sentence.words):
                if new := {"of": "on", "on": "of", "at": "to"}.get(word):
                    site = f"{sentence.id}:{place}-{place + 1}:preposition"
                    yield Flag(site, self.name, True, self.kinds[0], 0.9, (Suggestion(new, 0.9),))


def suggestions(text: str) -> list[tuple[str, ...]]:
    checked = check_text([text], Undecided(), document="d", file="d.txt")
    return [finding.suggestions for each in checked for finding in each.findings]


def test_what_is_flagged_again_has_no_suggestion_and_stays_a_finding() -> None:
    assert suggestions("We depend of it.") == [()]


def test_other_suggestions_of_the_sentence_stay() -> None:
    assert suggestions("We look at it and depend of it.") == [("to",), ()]


def test_every_sentence_is_tried() -> None:
    assert suggestions("We look at it. All is well. We listen at it.") == [("to",), ("to",)]
