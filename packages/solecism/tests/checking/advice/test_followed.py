"""All first suggestions followed: the text stays well written, and is not flagged there again."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solecism
from solecism.checking.checked_files import DetectorOptions
from solecism.checking.checked_text import CheckedText
from solecism.checking.checker import TextChecker
from solecism.checking.suggested_edits import first_edits, fixed_text, text_changes
from solecism.language.tokeniser import tokenise

EXAMPLES = sorted((Path(solecism.__file__).parent / "examples" / "texts").glob("*.txt"))
NO_FORM = re.compile(r"can n't|n't's|\b(?:is|are|was|has)['’]s\b|s's\b", re.IGNORECASE)
LEAST_KEPT = 0.97
# Sentences with typical errors, contractions, possessives and names.
PARTS = [
    *("I can't depend of it.", "He don't go school.", "The boat's colour depend of him."),
    *("Informations is usefull.", "It is a hour since an doctor came.", "In home we wait the bus."),
    *("Of the house I dream.", "My brother is engineer.", "Tom's dogs is in holiday.", "Yes."),
    *("She asked to me a question.", "They love the nature.", "There are many book."),
]


@pytest.fixture(scope="module")
def checker() -> TextChecker:
    """A checker to which sentences that were not changed need not be read again."""
    return TextChecker(DetectorOptions(precision=0.6), remembers=True)


def n_doubles(text: str) -> int:
    words, _ = tokenise(text)
    return sum(a.lower() == b.lower() and a.isalpha() for a, b in pairwise(words))


def assert_well_written(text: str, fixed: str) -> None:
    assert n_doubles(fixed) <= n_doubles(text)
    assert len(NO_FORM.findall(fixed)) <= len(NO_FORM.findall(text))
    assert fixed.count("\n") == text.count("\n")
    for before, after in zip(text.split("\n"), fixed.split("\n"), strict=True):
        assert after[:1].isupper() or not before[:1].isupper()


def n_flagged_again(checked: CheckedText, checker: TextChecker) -> tuple[int, int]:
    """The number of changed places, and of those with a finding in the fixed text."""
    places: list[tuple[int, int]] = []
    offset = 0
    for each in checked.sentences:
        for change in text_changes(each.sentence, first_edits(each)):
            start = offset + change.start + len(change.text) - len(change.text.lstrip())
            places.append((start, start + len(change.text.strip())))
            offset += len(change.text) - (change.end - change.start)
        offset += len(each.sentence.text + each.sentence.after)
    again = checker.check(checked.fixed)
    offset, found = 0, 0
    for each in again.sentences:
        for finding in each.findings:
            start, end = offset + finding.start, offset + finding.end
            found += any(start < last and first < end for first, last in places)
        offset += len(each.sentence.text + each.sentence.after)
    return len(places), found


@pytest.mark.slow
def test_the_advice_on_the_examples_can_be_followed(checker: TextChecker) -> None:
    n_changes = n_again = 0
    for path in EXAMPLES:
        text = path.read_text()
        checked = checker.check(text)
        assert_well_written(text, checked.fixed)
        places, again = n_flagged_again(checked, checker)
        n_changes += places
        n_again += again
    assert n_changes > 100
    assert n_again <= (1 - LEAST_KEPT) * n_changes


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=6), st.sampled_from([" ", "\n"]))
def test_texts_of_typical_errors_stay_well_written(
    checker: TextChecker, parts: list[str], space: str
) -> None:
    text = space.join(parts)
    checked = checker.check(text)
    assert checked.fixed == "".join(fixed_text(checked.sentences))
    assert_well_written(text, checked.fixed)


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("I depend of you.", "I depend on you."),
        ("We met an doctor for a hour.\r\n", "We met a doctor for an hour.\r\n"),
        ("Of course I depend of you.", "Of course I depend on you."),
        ("It was raining.", "It was raining."),
        ("", ""),
    ],
)
def test_the_fixed_text_is_told_in_python(text: str, fixed: str) -> None:
    assert solecism.check(text, precision=0.6).fixed == fixed
