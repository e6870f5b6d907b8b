"""Misspellings of annotated text."""

from __future__ import annotations

import pytest

from solecism.detect.network.repairs import INSERT, OTHER, REMOVE, REPLACE, SPELLING, Repair
from solecism.edit import Annotation, Edit
from solecism.language.speller import bundled_speller
from solecism.sentence import from_words
from solecism_lab.train.spelling import error_groups, misspellings

EDITS = (
    Edit(0, ("Becouse",), ("Because",), "R:SPELL"),
    Edit(1, ("alot",), ("a", "lot"), "R:ORTH"),
    Edit(2, ("quiet",), ("quite",), "R:SPELL"),
    Edit(3, ("hause",), ("building",), "R:NOUN"),
)


def test_pairs_are_unknown_words_and_what_is_written_for_them() -> None:
    words = ["Becouse", "alot", "quiet", "hause"]
    sentence = from_words("a.1", words).with_annotations((Annotation("0", EDITS),))
    pairs = list(misspellings([sentence], bundled_speller().dictionary))
    assert pairs == [("becouse", "because"), ("alot", "a lot")]


@pytest.mark.parametrize(
    ("repair", "word", "groups"),
    [
        (Repair(REPLACE, OTHER, "really"), "realy", (SPELLING, OTHER)),
        (Repair(REPLACE, SPELLING, "because"), "becouse", (SPELLING,)),
        (Repair(REMOVE, "number", ""), "hause", (SPELLING, "number")),
        (Repair(REPLACE, SPELLING, "quite"), "quiet", (OTHER,)),
        (Repair(REPLACE, "verb", "VBD"), "go", ("verb",)),
        (Repair(INSERT, "determiner", "the"), "hause", ("determiner",)),
    ],
)
def test_unknown_words_that_are_corrected_are_misspelt_and_known_ones_never_are(
    repair: Repair, word: str, groups: tuple[str, ...]
) -> None:
    assert error_groups(repair, word, bundled_speller()) == groups
