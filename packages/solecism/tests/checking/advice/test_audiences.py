"""Whoever reads the findings, the advice on each of them is the same."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solecism.checking.checked_files import DetectorOptions
from solecism.checking.checker import TextChecker
from solecism.checking.suggested_edits import first_edits
from solecism.system.installation import EXAMPLES

TEXTS = sorted((EXAMPLES / "texts").glob("*.txt"))
AUTHOR, LEARNER, TEACHER = (
    DetectorOptions(audience=audience) for audience in ("author", "learner", "teacher")
)
Told = dict[str, tuple[object, ...]]


@cache
def checker(options: DetectorOptions) -> TextChecker:
    """A checker for these readers; what the network says of a sentence is remembered for all."""
    return TextChecker(options, remembers=not options.skims)


@cache
def told(options: DetectorOptions, text: str) -> Told:
    """What is told of each finding, by its site."""
    return {
        finding.flag.site: (
            finding.kind,
            finding.start,
            finding.end,
            finding.flag.suggestions,
            finding.confidence,
        )
        for finding in checker(options).check(text)
    }


def is_part(some: Told, every: Told) -> bool:
    return some.items() <= every.items()


# Sentences with errors that some know and others doubt, also several of one repair.
PARTS = [
    *("I am agree with you.", "She suggested me to go there.", "He have went home yesterday."),
    *("It depends of the weather.", "Yesterday I go to the cinema.", "I like very much football."),
    *("We discussed about the problem.", "There is many peoples here.", "She is more taller."),
    *("I look forward to hear from you.", "Can you explain me this?", "He must to work."),
    *("I recieve many informations.", "They enjoy to swim.", "If I will see him, I tell him."),
    *("We were at home. Because it rained.", "The childs play.", "I am here since two years."),
    *("My sister she work in a bank.", "Tell me where is the station.", "It was a good day."),
]


@settings(max_examples=15, deadline=None)
@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=8, unique=True))
def test_what_an_author_is_advised_a_teacher_is_advised_too(parts: list[str]) -> None:
    text = " ".join(parts)
    author, learner, teacher = (told(each, text) for each in (AUTHOR, LEARNER, TEACHER))
    assert is_part(author, teacher)
    assert is_part(learner, teacher)
    of_author, of_teacher = (
        {
            (checked.sentence.id, edit)
            for checked in checker(each).check(text).sentences
            for edit in first_edits(checked)
        }
        for each in (AUTHOR, TEACHER)
    )
    assert of_author <= of_teacher


def texts() -> Iterable[str]:
    return (path.read_text() for path in TEXTS)


@pytest.mark.slow
def test_authors_and_learners_are_shown_a_part_of_what_teachers_are() -> None:
    numbers = []
    for text in texts():
        author, learner, teacher = (told(each, text) for each in (AUTHOR, LEARNER, TEACHER))
        assert is_part(author, teacher)
        assert is_part(learner, teacher)
        numbers.append((len(author), len(learner), len(teacher)))
    n_author, n_learner, n_teacher = map(sum, zip(*numbers, strict=True))
    assert 50 < n_author < n_teacher
    assert 50 < n_learner < n_teacher


@pytest.mark.slow
def test_skimming_changes_nothing_in_short_texts() -> None:
    for text in texts():
        assert told(DetectorOptions(skims=True), text) == told(AUTHOR, text)
