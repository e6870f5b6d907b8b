"""Whoever reads the findings, the advice on each of them is the same."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import pytest

from solecism.checking.checked_files import DetectorOptions
from solecism.checking.checker import Checker
from solecism.system.installation import EXAMPLES

TEXTS = sorted((EXAMPLES / "texts").glob("*.txt"))
AUTHOR, LEARNER, TEACHER = (
    DetectorOptions(audience=audience) for audience in ("author", "learner", "teacher")
)
Told = dict[str, tuple[object, ...]]


@cache
def checker(options: DetectorOptions) -> Checker:
    return Checker(options)


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
