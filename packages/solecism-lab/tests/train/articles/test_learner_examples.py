"""What annotators imply about a learner's determiners and noun numbers."""

from __future__ import annotations

from dataclasses import replace

from prepositional import annotated
from solecism.detect.light.noun_choices import WORD_OF_GROUP
from solecism.edit import Annotation, Edit
from solecism_lab.train.articles import noun_examples
from solecism_lab.train.choice.error_classifier import OTHER

Row = tuple[str, str, list[bool], list[bool]]


def found(words: str, *edits: Edit) -> list[Row]:
    [sentence] = annotated([words.split()])
    [part] = noun_examples([replace(sentence, annotations=(Annotation("0", edits),))])
    return [
        (_name(written), _name(correct), wrong, hidden)
        for written, correct, wrong, hidden in zip(
            part.written.tolist(),
            part.correct.tolist(),
            part.is_wrong.tolist(),
            part.is_hidden.tolist(),
            strict=True,
        )
    ]


def _name(choice: int) -> str:
    if choice == OTHER:
        return "?"
    return f"{WORD_OF_GROUP[choice // 2]} {'plural' if choice % 2 else 'singular'}".strip()


NOTHING = [False, False]


def test_what_nobody_edits_is_right() -> None:
    assert found("She wants a dog .") == [("a singular", "a singular", NOTHING, NOTHING)]


def test_a_missing_article_is_wanted_at_the_gap() -> None:
    row = ("singular", "a singular", [True, False], NOTHING)
    assert row in found("She wants dog .", Edit(2, (), ("a",), "M:DET"))


def test_an_unneeded_article_should_be_none() -> None:
    row = ("the singular", "singular", [True, False], NOTHING)
    assert row in found("She likes the nature .", Edit(2, ("the",), (), "U:DET"))


def test_a_noun_in_the_wrong_number_should_have_the_other() -> None:
    row = ("plural", "singular", [False, True], NOTHING)
    assert row in found(
        "We need informations .", Edit(2, ("informations",), ("information",), "FN")
    )


def test_both_may_be_wrong() -> None:
    edits = (Edit(2, ("a",), (), "U:DET"), Edit(3, ("dog",), ("dogs",), "R:NOUN:NUM"))
    row = ("a singular", "plural", [True, True], NOTHING)
    assert row in found("She likes a dog .", *edits)


def test_a_determiner_of_no_group_is_another_choice() -> None:
    row = ("the plural", "?", [True, False], NOTHING)
    assert row in found("She likes the dogs .", Edit(2, ("the",), ("numerous",), "R:DET"))


def test_an_edit_of_another_kind_hides_what_the_annotator_thinks() -> None:
    edit = Edit(2, ("a", "dog"), ("pets",), "R:NOUN")
    [row] = found("She likes a dog .", edit)
    assert row[2:] == (NOTHING, [True, True])


def test_a_and_an_are_the_same_choice() -> None:
    [row] = found("She waited a hour .", Edit(2, ("a",), ("an",), "R:DET"))
    assert row[2] == NOTHING
