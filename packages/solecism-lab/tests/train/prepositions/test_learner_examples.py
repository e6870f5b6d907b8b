"""What annotators imply about a learner's prepositions."""

from __future__ import annotations

from dataclasses import replace

from prepositional import annotated, learner_examples
from solecism.edit import Annotation, Edit
from solecism.locate.sites import PREPOSITION_CHOICES, PREPOSITION_NUMBER
from solecism_lab.train.choice.error_classifier import OTHER, ErrorExamples
from solecism_lab.train.prepositions import count_confusions
from solecism_lab.train.prepositions import learner_examples as examples


def found(words: str, *edits: Edit) -> list[tuple[str, str, bool]]:
    [sentence] = annotated([words.split()])
    [part] = examples([replace(sentence, annotations=(Annotation("0", edits),))])
    return readable(part)


def readable(part: ErrorExamples) -> list[tuple[str, str, bool]]:
    def name(choice: int) -> str:
        return "?" if choice == OTHER else PREPOSITION_CHOICES[choice]

    return [
        (name(written), name(correct), is_hidden)
        for written, correct, is_hidden in zip(
            part.written.tolist(), part.correct.tolist(), part.is_hidden.tolist(), strict=True
        )
    ]


def test_what_nobody_edits_is_right() -> None:
    assert found("She lives in the city .") == [("in", "in", False)]


def test_a_replaced_preposition_should_be_the_new_one() -> None:
    edit = Edit(2, ("of",), ("on",), "R:PREP")
    assert ("of", "on", False) in found("She depends of the weather .", edit)


def test_an_unneeded_preposition_should_be_none() -> None:
    edit = Edit(2, ("about",), (), "U:PREP")
    assert ("about", "", False) in found("They discussed about the weather .", edit)


def test_a_missing_preposition_is_wanted_at_the_gap() -> None:
    edit = Edit(2, (), ("to",), "M:PREP")
    assert ("", "to", False) in found("They listened the radio .", edit)


def test_an_edit_of_another_kind_hides_what_the_annotator_thinks() -> None:
    edit = Edit(1, ("lives", "in"), ("inhabits",), "R:VERB")
    assert found("She lives in the city .", edit) == [("in", "?", True)]


def test_a_correction_that_is_none_of_the_34_is_another() -> None:
    edit = Edit(2, ("in",), ("via",), "R:PREP")
    assert found("She came in the bus .", edit) == [("in", "?", False)]
    assert "via" not in PREPOSITION_NUMBER


def test_confusions_count_what_should_be_by_what_is_written() -> None:
    counts = count_confusions(learner_examples())
    assert (
        counts[PREPOSITION_NUMBER["on"], PREPOSITION_NUMBER["of"]]
        == counts[PREPOSITION_NUMBER["on"], PREPOSITION_NUMBER["on"]]
        > 0
    )
    assert counts.sum() == len(learner_examples())
