"""Checking a text: every flag at its place, whatever surrounds it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rule_detector import RuleDetector
from solecism.checking.checked_files import SkippedLines
from solecism.checking.texts import check_sentences, check_text
from solecism.finding import CheckedSentence
from solecism.sentence import from_words
from strategies import lines

GERMAN = "Gestern bin ich mit meinen Freunden ins Kino gegangen und wir haben viel gelacht."


def check(text: str, *, markup: bool = True) -> list[CheckedSentence]:
    return list(check_text(lines(text), RuleDetector(), document="d", file="d.txt", markup=markup))


def places(text: str) -> list[tuple[int, int, str]]:
    return [
        (finding.place.line, finding.place.column, finding.text)
        for checked in check(text)
        for finding in checked.findings
    ]


def test_findings_are_at_their_line_and_column() -> None:
    text = "Hello!\n\nWe depend of it. They depend\n  of him, and I listen music.\n"
    assert places(text) == [(3, 11, "of"), (4, 3, "of"), (4, 24, "")]


def test_markup_keeps_places_true_and_is_not_checked() -> None:
    text = "# We <b>depend</b> of it\n\n```\nI depend of it.\n```\n\nSee `depend of`.\n"
    assert places(text) == [(1, 20, "of")]


def test_markup_can_be_taken_for_text() -> None:
    [checked] = check("We | depend of | it.", markup=False)
    assert len(checked.findings) == 1
    assert places("We | depend of | it.") == []


@pytest.mark.parametrize(
    ("given_text", "message"),
    [
        (
            "We depend of it.",
            r"check_text takes an iterable of lines, not a string\. Use solecism\.check\(text\)\.",
        ),
        (b"We depend of it.", r"check_text takes an iterable of lines, not bytes\."),
        (None, r"check_text takes an iterable of lines, not NoneType\."),
    ],
)
def test_what_is_not_lines_is_refused_at_once(given_text: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        check_text(given_text, RuleDetector(), document="d", file="d.txt")


def test_the_sentences_are_the_text_as_it_was_written() -> None:
    text = "<p>We depend of it.</p>\n<p>Yes, &amp; we do.</p>\n"
    assert "".join(each.sentence.text + each.sentence.after for each in check(text)) == text


def test_other_languages_are_passed_over_and_told() -> None:
    text = f"We depend of it, as you know very well.\n\n{GERMAN} depend of\n\nWe depend of it.\n"
    checked = check(text)
    assert [len(each.findings) for each in checked if each.is_checked] == [1, 1]
    other = SkippedLines()
    for each in checked:
        other.add(each)
    assert other.notes("d.txt") == ["d.txt: line 3 does not look like English and was not checked."]


def test_a_text_in_another_language_is_told_as_a_whole() -> None:
    other = SkippedLines()
    for each in check(f"{GERMAN}\n"):
        other.add(each)
    [note] = other.notes("d.txt")
    assert "Nothing in it was checked" in note


def test_sentences_of_words_are_numbered_as_they_come() -> None:
    sentences = [from_words(f"e.{n}", ["We", "depend", "of", "it", "."]) for n in (1, 2)]
    checked = list(check_sentences(sentences, RuleDetector(), file="e.m2"))
    found = [finding.place.line for each in checked for finding in each.findings]
    assert found == [1, 2]
    assert [each.sentence.id for each in checked] == ["e.1", "e.2"]


@given(st.lists(st.sampled_from(["We depend of it. ", "\n", "Yes", "<b>", "`", "é😀 "])))
def test_every_finding_shows_its_own_words(pieces: list[str]) -> None:
    text = "".join(pieces)
    rows = text.split("\n")
    for line, column, words in places(text):
        assert rows[line - 1][column - 1 :].startswith(words)
        assert words == "of"
