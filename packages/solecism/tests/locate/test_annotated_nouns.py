"""The construction that each annotator gives the same noun."""

from __future__ import annotations

import math

from solecism.edit import Annotation, Edit
from solecism.locate.noun_table import bundled_nouns
from solecism.locate.open_nouns import (
    OTHER_CONSTRUCTION,
    AnnotatedNoun,
    annotated_nouns,
    construction_judgments,
)
from solecism.sentence import from_words

WORDS = "We saw old house near river .".split()


def noun_of(*annotations: Annotation) -> AnnotatedNoun:
    """The house, whose construction each annotator chooses."""
    sentence = from_words("d.1", WORDS).with_annotations(annotations)
    nouns = {noun.noun: noun for noun in annotated_nouns([sentence], bundled_nouns())}
    return nouns["house"]


def test_edits_change_the_construction_and_silence_accepts_it() -> None:
    noun = noun_of(
        Annotation("ann", (Edit(2, (), ("an",), "M:DET"),)),
        Annotation("bob", (Edit(3, ("house",), ("houses",), "R:NOUN:NUM"),)),
        Annotation("cyd", (Edit(2, ("old", "house"), ("the", "old", "houses"), "R:OTHER"),)),
        Annotation("dee"),
    )
    assert noun.written == "null singular"
    assert noun.constructions == {
        "ann": "a singular",
        "bob": "null plural",
        "cyd": "the plural",
        "dee": "null singular",
    }
    assert noun.site == "d.1:3-4:number"
    assert not math.isnan(noun.bits)


def test_another_determiner_is_other_and_another_noun_is_left_out() -> None:
    noun = noun_of(
        Annotation("ann", (Edit(2, (), ("his",), "M:DET"),)),
        Annotation("bob", (Edit(3, ("house",), ("castle",), "R:NOUN"),)),
        Annotation("cyd", (Edit(2, ("old", "house"), (), "U:OTHER"),)),
    )
    assert noun.constructions == {"ann": OTHER_CONSTRUCTION}


def test_edits_before_the_noun_move_it_and_overlapping_ones_are_passed_over() -> None:
    noun = noun_of(
        Annotation(
            "ann",
            (
                Edit(0, (), ("Then",), "M:OTHER"),
                Edit(0, ("We", "saw"), ("we", "saw"), "R:ORTH"),
                Edit(1, ("saw",), ("watched",), "R:VERB"),
                Edit(2, (), ("the",), "M:DET"),
            ),
        )
    )
    assert noun.constructions == {"ann": "the singular"}


def test_a_mention_in_the_sentences_before_is_noted() -> None:
    first = from_words("d.1", "We saw a house .".split())
    second = from_words("d.2", "Then the house fell .".split())
    third = from_words("e.1", "Then the house fell .".split())
    nouns = [
        (noun.site, noun.is_mentioned)
        for noun in annotated_nouns(
            [each.with_annotations((Annotation("ann"),)) for each in (first, second, third)],
            bundled_nouns(),
        )
    ]
    assert nouns == [("d.1:3-4:number", False), ("d.2:2-3:number", True), ("e.1:2-3:number", False)]


def test_judgments_have_the_construction_as_answer() -> None:
    noun = noun_of(Annotation("ann", (Edit(2, (), ("an",), "M:DET"),)), Annotation("bob"))
    answers = [(one.rater, one.answer) for one in construction_judgments([noun])]
    assert answers == [("ann", "a singular"), ("bob", "null singular")]
