"""Advice in two rounds, by a detector that proposes more than it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from solecism.checking.advice import _is_worse
from solecism.checking.texts import check_text
from solecism.detect.detector import EditEvidence, Proposal
from solecism.finding import Finding
from solecism.language.annotate import annotate
from solecism.numeric import Floats
from solecism.sentence import Sentence
from solecism.site import Flag, Suggestion

# The start and the end of an error, the kind of its site, its probability, and what to write.
Error = tuple[int, int, str, float, dict[str, float]]
Find = Callable[[Sequence[str]], Iterator[Error]]


class Proposing:
    """A detector of one rule, which shows what is at least so probable.

    It keeps what it was asked, and with which contexts.
    """

    name = "rule"

    def __init__(self, find: Find, least: float = 0.35, kind: str = "wrong-word") -> None:
        self._find, self._least, self.kinds = find, least, (kind,)
        self.read: list[str] = []
        self.contexts: list[object] = []

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        for sentence in sentences:
            yield from self.shown(self._proposed(sentence), None)

    def proposals(
        self, sentences: Sequence[Sentence], contexts: Sequence[object] | None = None
    ) -> list[Proposal]:
        given = [sentence.id for sentence in sentences] if contexts is None else contexts
        self.read += [sentence.text for sentence in sentences]
        self.contexts += given
        return [
            Proposal(self._proposed(sentence), context)
            for sentence, context in zip(sentences, given, strict=True)
        ]

    def shown(self, flags: Iterable[Flag], context: object) -> Iterator[Flag]:
        for flag in flags:
            if (flag.confidence or 1.0) >= self._least:
                yield flag

    def _proposed(self, sentence: Sentence) -> tuple[Flag, ...]:
        return tuple(
            Flag(
                f"{sentence.id}:{start}-{end}:{kind}",
                self.name,
                True,
                self.kinds[0],
                p,
                tuple(Suggestion(text, each) for text, each in options.items()),
            )
            for start, end, kind, p, options in self._find(sentence.words)
        )


def findings(detector: Proposing, text: str) -> list[Finding]:
    checked = check_text([text], detector, document="d", file="d.txt")
    return [finding for sentence in checked for finding in sentence.findings]


def told(find: Find, text: str, least: float = 0.35) -> list[tuple[str, float | None, object]]:
    """The words, the probability and the suggestions of each finding."""
    return [
        (
            each.text,
            each.confidence,
            {suggestion.text: suggestion.p for suggestion in each.flag.suggestions},
        )
        for each in findings(Proposing(find, least), text)
    ]


def of_words(rules: dict[str, tuple[str, float, dict[str, float]]]) -> Find:
    """A rule about words wherever they stand: kind of site, probability and suggestions."""

    def find(words: Sequence[str]) -> Iterator[Error]:
        for place, word in enumerate(words):
            if word in rules:
                yield place, place + 1, *rules[word]

    return find


SURE_AND_UNSURE = of_words(
    {
        "of": ("preposition", 0.9, {"on": 0.9}),
        "big": ("adjective", 0.5, {"great": 0.5}),
    }
)


def test_sure_errors_are_put_right_first_and_then_all() -> None:
    detector = Proposing(SURE_AND_UNSURE)
    findings(detector, "It depends of a big dog.")
    assert detector.read == [
        "It depends of a big dog.",
        "It depends on a big dog.",
        "It depends on a great dog.",
    ]


def test_where_nothing_is_sure_all_is_put_right_at_once() -> None:
    detector = Proposing(SURE_AND_UNSURE)
    findings(detector, "It was a big dog.")
    assert detector.read == ["It was a big dog.", "It was a great dog."]


def test_sentences_without_errors_are_read_once() -> None:
    detector = Proposing(SURE_AND_UNSURE)
    findings(detector, "All is well. It was late.")
    assert detector.read == ["All is well.", "It was late."]


def test_changed_sentences_have_the_contexts_of_the_originals() -> None:
    detector = Proposing(SURE_AND_UNSURE)
    findings(detector, "All is well. It depends of a big dog.")
    assert detector.contexts == ["d.1", "d.2", "d.2", "d.2"]


def after_suggest(words: Sequence[str]) -> Iterator[Error]:
    """*Suggest to go*: without *to* it needs *going*."""
    for place in range(1, len(words) - 1):
        if words[place - 1 : place + 1] == ("suggested", "to"):
            yield place, place + 1, "preposition", 0.9, {"": 0.9}
            yield place + 1, place + 2, "verb-form", 0.4, {"going": 0.4}
        if words[place - 1 : place + 1] == ("suggested", "go"):
            yield place, place + 1, "verb-form", 0.8, {"going": 0.8}


def test_a_change_that_brings_another_error_is_made_larger() -> None:
    found = told(after_suggest, "They suggested to go there.")
    # As probable as the error was, with a suggestion as probable as the least sure part.
    assert found == [("to go", 0.9, {"going": 0.8})]


def test_a_larger_change_is_not_made_if_it_is_flagged_again() -> None:
    def find(words: Sequence[str]) -> Iterator[Error]:
        yield from after_suggest(words)
        for place, word in enumerate(words):
            if word == "going":
                yield place, place + 1, "verb-form", 0.7, {}

    assert told(find, "They suggested to go there.") == [("to go", 0.9, {})]


def beside(p_before: float, p_after: float) -> Find:
    """*Of* is wrong; the word after it is doubted, and more so when *of* is put right."""

    def find(words: Sequence[str]) -> Iterator[Error]:
        for place, (word, following) in enumerate(pairwise(words)):
            if word == "of":
                yield place, place + 1, "preposition", 0.9, {"on": 0.7}
            if (word, following) in (("of", "go"), ("on", "go")):
                p = p_before if word == "of" else p_after
                if p:
                    yield place + 1, place + 2, "verb-form", p, {}

    return find


@pytest.mark.parametrize(
    ("p_before", "p_after", "is_made"),
    [
        # Nothing there before: it counts from one half on.
        (0.0, 0.49, True),
        (0.0, 0.5, False),
        # Doubted before: it is new if it is much surer.
        (0.4, 0.54, True),
        (0.4, 0.56, False),
        # Sure before: it is the same error.
        (0.6, 0.99, True),
    ],
)
def test_a_suggestion_fails_by_a_new_error_beside_it(
    p_before: float, p_after: float, is_made: bool
) -> None:
    found = told(beside(p_before, p_after), "They depend of go there.")
    assert found[0] == ("of", 0.9, {"on": 0.7} if is_made else {})


def test_what_was_doubted_because_of_the_error_beside_it_is_no_error() -> None:
    assert told(beside(0.5, 0.0), "They depend of go there.") == [("of", 0.9, {"on": 0.7})]


def test_an_error_of_another_sort_beside_a_change_does_not_count() -> None:
    def find(words: Sequence[str]) -> Iterator[Error]:
        for place, (word, following) in enumerate(pairwise(words)):
            if word == "of":
                yield place, place + 1, "preposition", 0.9, {"on": 0.7}
            if (word, following) == ("on", "dogz"):
                yield place + 1, place + 2, "spelling", 0.9, {"dogs": 0.9}

    assert told(find, "They depend of dogz here.") == [("of", 0.9, {"on": 0.7})]


def test_the_next_suggestion_takes_the_place_of_one_that_fails_and_is_tried_too() -> None:
    rules = {"of": ("preposition", 0.9, {"on": 0.5, "upon": 0.3, "at": 0.2})}
    wrong: dict[str, tuple[str, float, dict[str, float]]] = {"on": ("preposition", 0.9, {})}
    detector = Proposing(of_words(rules | wrong))
    [finding] = findings(detector, "They depend of it.")
    assert finding.suggestions == ("upon", "at")
    assert detector.read[1:] == ["They depend on it.", "They depend upon it."]
    also: dict[str, tuple[str, float, dict[str, float]]] = {"upon": ("preposition", 0.9, {})}
    [finding] = findings(Proposing(of_words(rules | wrong | also)), "They depend of it.")
    assert finding.suggestions == ()


@pytest.mark.parametrize(
    "text",
    [
        "It depends of a big dog.",
        "They suggested to go there.",
        "A big dog suggested to go of it.",
    ],
)
def test_whoever_is_shown_an_error_is_given_the_same_advice(text: str) -> None:
    def find(words: Sequence[str]) -> Iterator[Error]:
        yield from SURE_AND_UNSURE(words)
        yield from after_suggest(words)

    everything = told(find, text, 0.35)
    for least in (0.5, 0.7, 0.95):
        some = told(find, text, least)
        assert some == [each for each in everything if (each[1] or 0) >= least]


class Reading(Proposing):
    """It knows how probable errors are at the words of sentences, and tells what it is given."""

    def __init__(self, find: Find, p_of: dict[str, float]) -> None:
        super().__init__(find)
        self._p_of = p_of
        self.told_of: list[EditEvidence] = []

    def proposals(
        self, sentences: Sequence[Sentence], contexts: Sequence[object] | None = None
    ) -> list[Proposal]:
        found = super().proposals(sentences, contexts)
        return [
            replace(proposal, p_places=partial(self._places, sentence.words))
            for proposal, sentence in zip(found, sentences, strict=True)
        ]

    def _places(self, words: Sequence[str]) -> Floats:
        p_words = [self._p_of.get(word, 0.0) for word in words]
        return np.array([[*p_words, 0.0], [0.0] * (len(words) + 1)])

    def told(self, evidence: EditEvidence) -> Flag:
        self.told_of.append(evidence)
        [first] = evidence.flag.suggestions
        return replace(evidence.flag, suggestions=(replace(first, p=0.25),))


def of_to_on(words: Sequence[str]) -> Iterator[Error]:
    if "of" in words:
        place = words.index("of")
        yield place, place + 1, "preposition", 0.9, {"on": 0.8}


@pytest.mark.parametrize(
    ("p_after", "p_beside", "is_suggested"),
    [(0.5, 0.0, True), (0.9, 0.0, True), (0.91, 0.0, False), (0.95, 0.9, False)],
)
def test_a_suggestion_that_leaves_more_errors_around_it_is_not_made(
    p_after: float, p_beside: float, is_suggested: bool
) -> None:
    # Far away from the change errors do not count.
    p_of = {"of": 0.9, "on": p_after, "you": p_beside, "today": 0.9}
    detector = Reading(of_to_on, p_of)
    [found] = findings(detector, "I depend of you and all of them here today.")
    assert found.suggestions == (("on",) if is_suggested else ())
    assert len(detector.told_of) == is_suggested


@pytest.mark.parametrize(
    ("rule", "p_after", "stays"),
    [
        ("depend-of", 0.99, True),
        ("depend-of", 1.01, False),
        ("", 0.91, False),
    ],
)
def test_a_rule_may_leave_a_little_more_errors_around_it(
    rule: str, p_after: float, stays: bool
) -> None:
    [sentence] = annotate("I depend of you.", "a")
    before, after = (np.array([[0, 0, p, 0, 0, 0], [0.0] * 6]) for p in (0.9, p_after))
    flag = Flag("a.1:2-3:preposition", "me", True, None, 0.9, (Suggestion("on", 0.5),), rule=rule)
    evidence = EditEvidence(sentence, flag, before, after, first=2, last=3)
    assert _is_worse(evidence) != stays


def test_what_is_told_follows_from_the_readings_before_and_after() -> None:
    detector = Reading(of_to_on, {"of": 0.9, "on": 0.3, "kind": 0.2})
    [found] = findings(detector, "I depend of kind friends.")
    [evidence] = detector.told_of
    assert evidence.before is not None
    assert evidence.after is not None
    assert evidence.before[0].tolist() == [0, 0, 0.9, 0.2, 0, 0, 0]
    assert evidence.after[0].tolist() == [0, 0, 0.3, 0.2, 0, 0, 0]
    assert (evidence.first, evidence.last, evidence.is_undone) == (2, 3, False)
    assert found.flag.suggestions == (Suggestion("on", 0.25),)


def test_a_suggestion_that_the_detector_would_take_back_is_marked_so() -> None:
    def either(words: Sequence[str]) -> Iterator[Error]:
        yield from of_to_on(words)
        if "on" in words:
            place = words.index("on")
            yield place, place + 1, "preposition", 0.45, {"of": 0.4}

    detector = Reading(either, {"of": 0.9, "on": 0.45})
    assert len(findings(detector, "I depend of friends.")) == 1
    assert [each.is_undone for each in detector.told_of] == [True]


@pytest.mark.parametrize(("p", "text"), [(0.5, {"recommend": 0.5}), (0.49, {})])
def test_a_misspelt_word_is_put_right_where_the_right_one_does_not_fit(
    p: float, text: dict[str, float]
) -> None:
    find = of_words(
        {
            "recomend": ("spelling", 0.9, {"recommend": p}),
            "recommend": ("verb-form", 0.9, {}),
        }
    )
    [finding] = findings(Proposing(find, kind="spelling"), "I recomend to go.")
    assert {each.text: each.p for each in finding.flag.suggestions} == text
