"""Learners' slips: counted in corrected text, made in native text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solecism.corruption.random_stream import RandomStream
from solecism.detect.network.repairs import Repair
from solecism.edit import Annotation, Edit
from solecism.language.annotate import annotate
from solecism.sentence import Sentence, from_words
from solecism_lab.train.network import slips
from solecism_lab.train.network.synthetic_errors import ErrorDensity, with_synthetic_errors


def sentence(words: str, *edits: Edit) -> Sentence:
    return replace(from_words("a", words.split()), annotations=(Annotation("0", edits),))


LEARNT = [
    sentence("We go yesterday", Edit(1, ("go",), ("went",), "R:VERB:TENSE")),
    sentence("He alot reads", Edit(1, ("alot",), ("a", "lot"), "R:ORTH")),
    sentence("any one knows", Edit(0, ("any", "one"), ("anyone",), "R:PRON")),
    sentence("I very like it", Edit(1, ("very",), (), "U:ADV")),
    sentence("is raining", Edit(0, (), ("it",), "M:PRON")),
    sentence("I wait of it", Edit(2, ("of",), ("for",), "R:PREP")),
    sentence("Read this books", Edit(1, ("this",), ("these",), "R:DET")),
    sentence("See a sun", Edit(1, ("a",), ("the",), "R:DET")),
] * 2


def test_slips_are_counted_by_what_is_right() -> None:
    found = slips.counted_slips(LEARNT)
    assert found.instead["went"] == {("go", "tense"): 2}
    assert found.instead["a lot"] == {("alot", "capitals"): 2}
    assert found.instead["anyone"] == {("any one", "pronoun"): 2}
    assert found.instead["it"] == {("", "pronoun"): 2}
    assert found.extra["like"] == {("very", "adverb"): 2}
    assert "for" not in found.instead
    assert found.words["it"] == 6


def test_determiners_are_counted_except_articles_for_one_another() -> None:
    found = slips.counted_slips(LEARNT)
    assert found.instead["these"] == {("this", "determiner"): 2}
    assert "the" not in found.instead


def test_the_rate_of_a_slip_is_its_share_with_some_caution() -> None:
    found = slips.counted_slips(LEARNT)
    assert found.instead_rates["it"] == ((2 / (6 + 10), "", "pronoun"),)


def test_slips_come_back_from_their_file() -> None:
    found = slips.counted_slips(LEARNT)
    assert slips.parse(slips.format(found)) == found


def made(text: str, slip: tuple[str, str], right: str) -> tuple[tuple[str, ...], list[object]]:
    """The text with one slip wherever it is possible."""
    certain = slips.Slips({right: 0}, {right: {slip: 10_000}}, {})
    density = ErrorDensity(
        shares=((100.0, 1.0),), by_chance=(), slips=certain, misspelt=0, small=0, swapped=0
    )
    density.__dict__["confused"] = {100.0: []}
    [tagged] = annotate(text, "a")
    words, needs = with_synthetic_errors(tagged, density, RandomStream(1, "a"))
    return words, list(needs)


@pytest.mark.parametrize(
    ("text", "slip", "right", "words", "needs"),
    [
        ("We went home.", ("go", "tense"), "went", "We go home .", [(1, "tense", "VBD")]),
        (
            "He has a lot.",
            ("alot", "spelling"),
            "a lot",
            "He has alot .",
            [(2, "spelling", "a lot")],
        ),
        (
            "Anyone knows.",
            ("any one", "pronoun"),
            "anyone",
            "Any one knows .",
            [(0, "pronoun", "JOIN")],
        ),
    ],
)
def test_a_slip_needs_what_undoes_it(
    text: str, slip: tuple[str, str], right: str, words: str, needs: list[tuple[int, str, str]]
) -> None:
    found, repairs = made(text, slip, right)
    assert " ".join(found) == words
    assert repairs == [(place, Repair("R", *rest)) for place, *rest in needs]


def test_a_word_that_is_left_out_is_missing() -> None:
    words, needs = made("I like it here.", ("", "pronoun"), "it")
    assert words == ("I", "like", "here", ".")
    assert needs == [(2, Repair("M", "pronoun", "it"))]
