"""Checking with the detector that comes with the package."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.checking.texts import check_text
from solecism.detect import registry
from solecism.detect.detector import (
    EXTRANEOUS_PREPOSITION,
    MISSING_ARTICLE,
    MISSING_PREPOSITION,
    NOUN_NUMBER,
    UNNEEDED_ARTICLE,
    WRONG_ARTICLE,
    WRONG_PREPOSITION,
)
from solecism.errors import InputError
from solecism.finding import CheckedSentence
from solecism.site import Suggestion
from strategies import lines


def check(text: str, **choice: float) -> list[CheckedSentence]:
    detector = registry.loader("light")(**choice)
    return list(check_text(lines(text), detector, document="d", file="d.txt"))


@pytest.mark.parametrize(
    ("text", "kind", "words", "better"),
    [
        ("The price depends of the size of the flat.", WRONG_PREPOSITION, "of", "on"),
        ("Last night we listened nice music.", MISSING_PREPOSITION, "", "to"),
        ("She asked to me a question.", EXTRANEOUS_PREPOSITION, "to", ""),
        ("We waited for a hour.", WRONG_ARTICLE, "a", "an"),
        ("My brother is engineer.", MISSING_ARTICLE, "", "an"),
        ("They love the nature.", UNNEEDED_ARTICLE, "the", ""),
        ("There are many book in her room.", NOUN_NUMBER, "book", "books"),
    ],
)
def test_common_errors_are_found_and_mended(text: str, kind: str, words: str, better: str) -> None:
    [checked] = check(text, threshold=0.4)
    [finding] = checked.findings
    assert (finding.flag.kind, finding.text) == (kind, words)
    assert finding.flag.suggestions[0].text == better


def test_good_sentences_are_left_alone() -> None:
    text = "The price depends on the size of the flat. We listened to music and discussed the plan."
    assert not [finding for checked in check(text) for finding in checked.findings]


def test_a_lower_threshold_finds_more() -> None:
    text = "We arrived in the station at Monday and waited the train since two hours."
    few, many = (
        sum(len(checked.findings) for checked in check(text, threshold=threshold))
        for threshold in (0.95, 0.1)
    )
    assert few < many


def test_a_precision_that_cannot_be_is_refused() -> None:
    with pytest.raises(InputError, match="precision"):
        check("We wait.", precision=1.5)


@given(st.lists(st.one_of(st.text(), st.sampled_from(["We depend of it. ", "in ", "\n"]))))
def test_any_text_is_checked_and_comes_back(pieces: list[str]) -> None:
    text = "".join(pieces)
    checked = check(text)
    assert "".join(each.sentence.text + each.sentence.after for each in checked) == text
    for each in checked:
        for finding in each.findings:
            assert finding.text == "" or finding.text in text
            assert all(isinstance(option, Suggestion) for option in finding.flag.suggestions)
