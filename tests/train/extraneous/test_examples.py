"""Examples of extraneous prepositions in annotated text."""

from __future__ import annotations

from dataclasses import replace

from solecism.edit import Annotation, Edit
from solecism.sentence import Sentence, from_words
from solecism.train.extraneous.examples import Example, examples, grouped, takes_out


def annotated(id: str, text: str, *edits: Edit) -> Sentence:
    return replace(from_words(id, text.split()), annotations=(Annotation("0", edits),))


def shown(found: list[Example]) -> list[tuple[str, bool]]:
    return [(example.site.id, example.is_extraneous) for example in found]


def test_what_is_taken_out_is_extraneous_and_what_is_untouched_is_not() -> None:
    edit = Edit(2, ("about",), (), "U:PREP")
    sentence = annotated("letter.1", "We discussed about it at home .", edit)
    assert shown(list(examples([sentence]))) == [
        ("letter.1:2-3:preposition", True),
        ("letter.1:4-5:preposition", False),
    ]


def test_what_is_replaced_or_part_of_more_is_neither() -> None:
    replaced = Edit(2, ("of",), ("on",), "R:PREP")
    larger = Edit(4, ("in", "the", "end"), ("finally",), "R:OTHER")
    sentence = annotated("letter.1", "We depend of him in the end .", replaced, larger)
    assert list(examples([sentence])) == []


def test_an_edit_may_keep_words_around_what_it_takes_out() -> None:
    assert takes_out(Edit(1, ("discuss", "about"), ("discuss",), "UT"))
    assert not takes_out(Edit(1, ("discuss", "about"), ("debate",), "U:PREP"))
    assert not takes_out(Edit(1, ("the",), (), "U:DET"))


def test_sentences_without_annotations_are_all_right() -> None:
    [example] = examples([from_words("letter.1", "We wait at home .".split())])
    assert not example.is_extraneous


def test_examples_are_grouped_by_sentence() -> None:
    edit = Edit(2, ("about",), (), "U:PREP")
    found = examples(
        [
            annotated("letter.1", "We discussed about it at home .", edit),
            annotated("letter.2", "It rains ."),
            annotated("letter.3", "We wait at home ."),
        ]
    )
    sentences, places, is_extraneous = grouped(found)
    assert [sentence.id for sentence in sentences] == ["letter.1", "letter.3"]
    assert places == [[2, 4], [2]]
    assert is_extraneous.tolist() == [True, False, False]
