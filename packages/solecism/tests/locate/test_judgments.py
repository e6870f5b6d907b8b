"""Annotations as judgments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from solecism.edit import Annotation, Edit
from solecism.formats import m2
from solecism.formats.files import read_lines
from solecism.judgment import Judgment, grades
from solecism.locate.flags_and_judgments import judgments_of_annotations
from solecism.sentence import Sentence, from_words
from solecism.site import Site

FIRST = from_words("note.1", "He is afraid from dogs .".split())
SECOND = from_words("note.2", "We met in Monday .".split())
FROM = Edit(3, ("from",), ("of",), "Prep")
IN = Edit(2, ("in",), ("on",), "Prep", alternatives=(("last",),))


def annotated(sentence: Sentence, *notes: tuple[str, tuple[Edit, ...]]) -> Sentence:
    return replace(sentence, annotations=tuple(Annotation(*note) for note in notes))


def answers(judgments: Iterable[Judgment]) -> list[tuple[str, str, str]]:
    return [(j.site.partition(":")[0], j.rater, j.answer) for j in judgments]


def test_no_edit_is_acceptance_by_annotators_who_appear_anywhere_if_none_accepts_aloud() -> None:
    sentences = [annotated(FIRST, ("ann", (FROM,))), annotated(SECOND, ("bob", (IN,)))]
    assert answers(judgments_of_annotations(sentences, kinds=["preposition"])) == [
        ("note.1", "ann", "error"),
        ("note.1", "bob", "ok"),
        ("note.2", "ann", "ok"),
        ("note.2", "bob", "error"),
    ]


def test_where_acceptance_is_marked_annotators_judge_only_what_has_a_line_of_theirs() -> None:
    sentences = [
        annotated(FIRST, ("ann", (FROM,)), ("bob", ())),
        annotated(SECOND, ("bob", (IN,))),
    ]
    assert answers(judgments_of_annotations(sentences, kinds=["preposition"])) == [
        ("note.1", "ann", "error"),
        ("note.1", "bob", "ok"),
        ("note.2", "bob", "error"),
    ]


def test_presence_can_be_said() -> None:
    sentences = [annotated(FIRST, ("ann", (FROM,)), ("bob", ())), SECOND]
    marked = list(judgments_of_annotations(sentences, kinds=["preposition"], presence="marked"))
    everywhere = list(
        judgments_of_annotations(sentences, kinds=["preposition"], presence="everywhere")
    )
    assert len(marked) == 2
    assert len(everywhere) == 4


def test_alternatives_are_what_the_annotator_would_write() -> None:
    [judgment] = judgments_of_annotations(
        [annotated(SECOND, ("bob", (IN,)))], kinds=["preposition"]
    )
    assert judgment.alternatives == ("on", "last")


def test_an_edit_of_another_kind_is_acceptance() -> None:
    verb = Edit(3, ("from",), ("fearing",), "R:VERB")
    [judgment] = judgments_of_annotations(
        [annotated(FIRST, ("ann", (verb,)))], kinds=["preposition"]
    )
    assert judgment.answer == "ok"


def test_a_place_that_one_annotator_fills_is_asked_of_all() -> None:
    gap = Edit(4, (), ("of",), "M:PREP")
    sentences = [annotated(FIRST, ("ann", (gap,)), ("bob", (FROM,)))]
    found = grades(judgments_of_annotations(sentences, kinds=["preposition"]))
    assert [(grade.site, grade.n_error, grade.n_raters) for grade in found] == [
        ("note.1:3-4:preposition", 1, 2),
        ("note.1:4-4:preposition", 1, 2),
    ]


def test_further_sites_are_asked_as_well() -> None:
    further = [Site("note.1", 5, 5, "preposition"), Site("note.1", 5, 5, "determiner")]
    sentences = [annotated(FIRST, ("ann", (FROM,)))]
    found = judgments_of_annotations(sentences, kinds=["preposition"], further=further)
    assert [j.site for j in found] == ["note.1:3-4:preposition", "note.1:5-5:preposition"]


def test_ten_annotators_of_conll14_judge_every_site(shared_data: Path) -> None:
    path = str(shared_data / "learner" / "conll14" / "BN.m2")
    sentences = list(m2.parse(read_lines(path), document="c", file=path))[:200]
    found = grades(
        judgments_of_annotations(sentences, kinds=["preposition"], presence="everywhere")
    )
    assert {grade.n_raters for grade in found} == {10}
    assert any(grade.share == 1 for grade in found)
