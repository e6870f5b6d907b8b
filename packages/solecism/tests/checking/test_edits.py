"""A checked text as M2."""

from __future__ import annotations

import pytest

from rule_detector import RuleDetector
from solecism.checking.suggested_edits import annotated, suggestion_to_write
from solecism.checking.texts import check_text
from solecism.edit import apply
from solecism.finding import CheckedSentence, Place
from solecism.formats import m2
from solecism.sentence import from_words
from solecism.site import Flag, Suggestion


def test_the_edits_make_the_corrected_sentence() -> None:
    text = "I listen music. We depend of it. Let us discuss about it. All is well."
    checked = check_text([text], RuleDetector(), document="d", file="d.txt")
    sentences = [annotated(each) for each in checked]
    lines = "".join(m2.format(sentences)).splitlines(keepends=True)
    back = list(m2.parse(lines, document="d", file="d.m2"))
    assert [" ".join(apply(each.words, each.annotations[0].edits)) for each in back] == [
        "I listen to music .",
        "We depend on it .",
        "Let us discuss it .",
        "All is well .",
    ]
    assert [edit.kind for each in back for edit in each.annotations[0].edits] == [
        "M:PREP",
        "R:PREP",
        "U:PREP",
    ]


def test_what_is_found_without_a_suggestion_changes_no_word() -> None:
    sentence = from_words("d.1", ["I", "depend", "of", "it"])
    flag = Flag("d.1:2-3:preposition", "me", True)
    [note] = annotated(CheckedSentence("d", Place(1, 1), sentence, (flag,))).annotations
    assert apply(sentence.words, note.edits) == sentence.words
    assert [edit.kind for edit in note.edits] == ["UNK"]


def test_a_suggestion_is_written_from_a_probability_of_one_half_on() -> None:
    sentence = from_words("d.1", ["I", "depend", "of", "it"])

    def words_after(p: float | None) -> str:
        flag = Flag("d.1:2-3:preposition", "me", True, suggestions=(Suggestion("on", p),))
        [note] = annotated(CheckedSentence("d", Place(1, 1), sentence, (flag,))).annotations
        return " ".join(apply(sentence.words, note.edits))

    assert [words_after(p) for p in (0.49, 0.5, None)] == [
        "I depend of it",
        "I depend on it",
        "I depend on it",
    ]


@pytest.mark.parametrize(
    ("confidence", "p", "is_written"),
    [
        (0.6, 0.499, False),
        (0.6, 0.5, True),
        (0.99, 0.499, False),
        (0.99, 0.5, True),
        (None, 0.5, True),
        (0.99, None, True),
    ],
)
def test_a_suggestion_is_written_that_is_probable_enough_however_sure_the_error_is(
    confidence: float | None, p: float | None, is_written: bool
) -> None:
    best, next_best = Suggestion("on", p), Suggestion("upon", 0.3)
    flag = Flag("d.1:2-3:preposition", "me", True, None, confidence, (best, next_best))
    assert suggestion_to_write(flag) == (best if is_written else None)


@pytest.mark.parametrize(("p", "is_written"), [(0.399, False), (0.4, True)])
def test_what_a_rule_suggests_may_be_less_probable(p: float, is_written: bool) -> None:
    best = Suggestion("on", p)
    flag = Flag("d.1:2-3:preposition", "me", True, None, 0.9, (best,), rule="depend-of")
    assert suggestion_to_write(flag) == (best if is_written else None)


def test_an_error_without_suggestions_has_none_to_write() -> None:
    assert suggestion_to_write(Flag("d.1:2-3:preposition", "me", True, None, 0.99)) is None
