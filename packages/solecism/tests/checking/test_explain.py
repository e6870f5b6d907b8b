"""What findings are called, and what to write instead."""

from __future__ import annotations

import pytest

from solecism.checking import explanations
from solecism.detect.detector import UNNEEDED_ARTICLE, WRONG_WORD
from solecism.detect.network.repairs import NETWORK_KINDS
from solecism.finding import CheckedSentence, Finding, Place
from solecism.sentence import from_words
from solecism.site import Flag, Suggestion


def finding(words: str, span: str, suggestion: str) -> Finding:
    sentence = from_words("a.1", words.split())
    flag = Flag(f"a.1:{span}", "mine", True, WRONG_WORD, 0.9, (Suggestion(suggestion, 0.9),))
    [found] = CheckedSentence("a.txt", Place(1, 1), sentence, (flag,)).findings
    return found


@pytest.mark.parametrize(
    ("words", "span", "suggestion", "advice"),
    [
        ("She has dog .", "2-2:determiner", "a", 'insert "a" (90%)'),
        ("We love the nature .", "2-3:determiner", "", "leave it out (90%)"),
        ("A sun shone .", "0-1:determiner", "the", 'write "The" (90%)'),
        ("It was a book .", "3-4:other", "orange", 'write "an orange" (90%)'),
        (f"I {'a' * 9_000} it", "1-2:other", "b" * 9_000, f'write "{"b" * 39}…" (90%)'),
    ],
)
def test_advice_says_what_to_write(words: str, span: str, suggestion: str, advice: str) -> None:
    assert explanations.advice(finding(words, span, suggestion)) == advice


def test_every_kind_has_a_name_and_a_reason() -> None:
    assert set(explanations.KIND_NAMES) == set(explanations.KIND_DESCRIPTIONS)
    assert set(NETWORK_KINDS) == set(explanations.KIND_NAMES)
    assert explanations.kind_name(UNNEEDED_ARTICLE) == "unneeded article"


def test_what_was_looked_for_is_told_in_few_words() -> None:
    assert explanations.looked_for(NETWORK_KINDS) == (
        "Looked for: prepositions, articles, singular and plural, agreement, tense, verb forms, "
        "pronouns, word order, spelling, capitals, punctuation, other words. "
        "What is not marked may still be wrong."
    )


@pytest.mark.parametrize(
    ("numbers", "line"),
    [
        ((1, 1, 1), "1 finding in 1 sentence of 1 file."),
        ((0, 1_200, 2), "0 findings in 1,200 sentences of 2 files."),
    ],
)
def test_numbers_and_nouns_agree(numbers: tuple[int, int, int], line: str) -> None:
    assert explanations.summary_line(*numbers) == line
