"""Examples of extraneous prepositions in annotated text."""

from __future__ import annotations

from dataclasses import replace

from solecism.edit import Annotation, Edit
from solecism.sentence import Sentence, from_words
from solecism_lab.train.extraneous.learner_examples import (
    PrepositionExample,
    grouped_by_sentence,
    is_removal,
    preposition_examples,
)


def annotated(id: str, text: str, *edits: Edit) -> Sentence:
    return replace(from_words(id, text.split()), annotations=(Annotation("0", edits),))


def shown(found: list[PrepositionExample]) -> list[tuple[str, bool]]:
    return [(example.site.id, example.is_extraneous) for example in found]


def test_what_is_taken_out_is_extraneous_and_what_is_untouched_is_not() -> None:
    edit = Edit(2, ("about",), (), "U:PREP")
    sentence = annotated("letter.1", "We discussed about it at home .", edit)
    assert shown(list(preposition_examples([sentence]))) == [
        ("letter.1:2-3:preposition", True),
        ("letter.1:4-5:preposition", False),
    ]


def test_what_is_replaced_or_part_of_more_is_neither() -> None:
    replaced = Edit(2, ("of",), ("on",), "R:PREP")
    larger = Edit(4, ("in", "the", "end"), ("finally",), "R:OTHER")
    sentence = annotated("letter.1", "We depend of him in the end .", replaced, larger)
    assert list(preposition_examples([sentence])) == []


def test_an_edit_may_keep_words_around_what_it_takes_out() -> None:
    assert is_removal(Edit(1, ("discuss", "about"), ("discuss",), "UT"))
    assert not is_removal(Edit(1, ("discuss", "about"), ("debate",), "U:PREP"))
    assert not is_removal(Edit(1, ("the",), (), "U:DET"))


def test_sentences_without_annotations_are_all_right() -> None:
    [example] = preposition_examples([from_words("letter.1", "We wait at home .".split())])
    assert not example.is_extraneous


def test_examples_are_grouped_by_sentence() -> None:
    edit = Edit(2, ("about",), (), "U:PREP")
    found = preposition_examples(
        [
            annotated("letter.1", "We discussed about it at home .", edit),
            annotated("letter.2", "It rains ."),
            annotated("letter.3", "We wait at home ."),
        ]
    )
    sentences, places, is_extraneous = grouped_by_sentence(found)
    assert [sentence.id for sentence in sentences] == ["letter.1", "letter.3"]
    assert places == [[2, 4], [2]]
    assert is_extraneous.tolist() == [True, False, False]
