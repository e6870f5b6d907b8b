"""From repairs to words: capitals, articles by sound, inflections."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.detect.network.error_drafts import repaired_text, suggestions
from solecism.detect.network.repairs import OK, Repair


@pytest.mark.parametrize(
    ("repair", "words", "place", "text"),
    [
        (Repair("R", "preposition", "on"), ["Of", "course"], 0, "On"),
        (Repair("M", "determiner", "a"), ["saw", "hour"], 1, "an"),
        (Repair("R", "determiner", "an"), ["the", "university"], 0, "a"),
        (Repair("R", "number", "NN"), ["these", "children"], 1, "child"),
        (Repair("R", "number", "NNS"), ["two", "child"], 1, "children"),
        (Repair("R", "verb", "VBD"), ["he", "goes"], 1, "went"),
        (Repair("R", "agreement", "VBZ"), ["it", "are"], 1, "is"),
        (Repair("R", "agreement", "VBD"), ["We", "was"], 1, "were"),
        (Repair("R", "agreement", "VBD"), ["waiters", "Was"], 1, "Were"),
        (Repair("R", "agreement", "VBD"), ["He", "were"], 1, "was"),
        (Repair("R", "tense", "VBD"), ["dogs", "are"], 1, "were"),
        (Repair("R", "tense", "VBD"), ["They", "is"], 1, "were"),
        (Repair("R", "tense", "VBD"), ["it", "is"], 1, "was"),
        (Repair("R", "tense", "VBD"), ["am"], 0, "was"),
        (Repair("R", "verb-form", "VB"), ["to", "made"], 1, "make"),
        (Repair("R", "adverb", "+LY"), ["Quick", "he", "ran"], 0, "Quickly"),
        (Repair("R", "adjective", "-LY"), ["is", "happily"], 1, "happy"),
        (Repair("R", "word-order", "SWAP"), ["Why", "you", "are"], 1, "are you"),
        (Repair("R", "word-order", "SWAP"), ["Never", "he", "sleeps"], 0, "He never"),
        (Repair("R", "word-order", "SWAP"), ["he"], 0, None),
        (Repair("R", "capitals", "JOIN"), ["any", "one"], 0, "anyone"),
        (Repair("R", "capitals", "HYPHEN"), ["well", "known"], 0, "well-known"),
        (Repair("R", "capitals", "CAPITAL"), ["in", "english"], 1, "English"),
        (Repair("R", "capitals", "SMALL"), ["a", "Dog"], 1, "dog"),
        (Repair("R", "capitals", "UPPER"), ["the", "uk"], 1, "UK"),
        (Repair("R", "capitals", "CAPITAL"), ["English"], 0, None),
        (Repair("R", "pronoun", "i"), ["and", "me"], 1, "I"),
        (Repair("M", "other", "i am"), ["here"], 0, "I am"),
        (Repair("U", "other", ""), ["the", "the"], 1, ""),
        (Repair("U", "word-order", ""), ["where", "was", "it"], 1, None),
        (Repair("R", "other", "?"), ["xx"], 0, None),
        (Repair("R", "preposition", "of"), ["of"], 0, None),
    ],
)
def test_a_repair_is_written(
    repair: Repair, words: list[str], place: int, text: str | None
) -> None:
    assert repaired_text(repair, words, place) == text


def test_the_best_come_first_and_a_and_an_are_one() -> None:
    classes = [OK, *(Repair("M", "determiner", form) for form in ("a", "an", "the"))]
    shares = np.array([0.0, 0.3, 0.3, 0.2], np.float32)
    found = suggestions(shares, classes, ["saw", "old", "man"], 1)
    assert [each.text for each in found] == ["an", "the"]
    assert found[0].p == pytest.approx(0.75)
    assert found[1].p == pytest.approx(0.25)
