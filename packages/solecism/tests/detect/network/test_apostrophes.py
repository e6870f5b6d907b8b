"""Contractions without an apostrophe are found by a rule, and mended as whole words."""

from __future__ import annotations

import pytest

import solecism
from solecism.detect.certain_errors import P_BY_APOSTROPHE, apostrophe_flags
from solecism.language.annotate import annotate
from solecism.language.sentence_splitter import sentences


def suggested(text: str) -> list[tuple[str, str]]:
    [sentence] = sentences(text, "a")
    return [
        (flag.site, flag.suggestions[0].text) for flag in apostrophe_flags(sentence, "a system")
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("They arent there, and he wont come.", ["aren't", "won't"]),
        ("im late, i ve said it, and theyre here.", ["I'm", "I've", "they're"]),
        ("WE CANT GO.", ["CAN'T"]),
        ("Thats what Ive heard.", ["That's", "I've"]),
        ("He isn't as he was, as is his wont.", []),
        ("A letter came from I M Pei.", []),
        ("We cannot see that, and its colour is gone.", []),
        ("Its a dog, and its been here.", ["It's", "it's"]),
        ("Its not late, in spite of its not being early.", ["It's"]),
        ("Its A side was better.", []),
        ("This is its", []),
    ],
)
def test_contractions_have_their_apostrophe(text: str, found: list[str]) -> None:
    assert [new for _, new in suggested(text)] == found


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("He dont know.", "doesn't"),
        ("My brother havent come.", "hasn't"),
        ("THEY WASNT THERE.", "WEREN'T"),
        ("The dogs isnt here.", "aren't"),
        ("I doesnt know.", "don't"),
        ("I wasnt there.", "wasn't"),
        ("Tom and his brother dont know.", "don't"),
        ("I have a dog, and he dont bite.", "doesn't"),
        ("Dont go.", "Don't"),
        ("They werent there.", "weren't"),
        ("Nobody will say that we cant.", "can't"),
    ],
)
def test_a_contraction_fits_its_subject(text: str, verb: str) -> None:
    [sentence] = annotate(text, "a")
    [flag] = apostrophe_flags(sentence, "me")
    assert [each.text for each in flag.suggestions] == [verb]


def test_a_contraction_is_flagged_as_one_word() -> None:
    assert suggested("You dont know.") == [("a.1:1-3:spelling", "don't")]


@pytest.mark.parametrize("detector", ["cascade", "strong"])
def test_check_shows_the_whole_word_and_nothing_inside_it(detector: str) -> None:
    checked = solecism.check("You dont know it. Its a pity that we cant come.", detector=detector)
    assert [(each.text, each.confidence) for each in checked] == [
        ("dont", P_BY_APOSTROPHE),
        ("Its", P_BY_APOSTROPHE),
        ("cant", P_BY_APOSTROPHE),
    ]
    assert checked.fixed == "You don't know it. It's a pity that we can't come."
    assert '"dont" needs an apostrophe' in str(checked)
