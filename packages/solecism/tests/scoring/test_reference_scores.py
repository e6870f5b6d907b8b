"""Systems by several references side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from solecism.edit import Annotation, Edit
from solecism.errors import InputError
from solecism.scoring.edit_counts import SPAN
from solecism.scoring.reference_scores import (
    AnnotatedReference,
    ReferenceScore,
    ReferenceScores,
    score_by_references,
)
from solecism.sentence import from_words

WORDS = "I arrived to station in the evening .".split()
AT = Edit(2, ("to",), ("at",), "R:PREP")
IN = Edit(2, ("to",), ("in",), "R:PREP")
THE = Edit(3, (), ("the",), "M:DET")
ON = Edit(4, ("in",), ("on",), "R:PREP")
Notes = Sequence[Sequence[Edit]]


def reference(name: str, *sentences: Notes, is_silver: bool = False) -> AnnotatedReference:
    annotated = [
        replace(
            from_words(f"d.{number}", WORDS),
            annotations=tuple(Annotation(str(n), tuple(note)) for n, note in enumerate(notes)),
        )
        for number, notes in enumerate(sentences, 1)
    ]
    return AnnotatedReference(name, annotated, is_silver)


def scored(edits: Notes, *references: AnnotatedReference, **options: object) -> ReferenceScores:
    return score_by_references({"me": edits}, references, **options)  # type: ignore[arg-type]  # any option


def precisions(score: ReferenceScore) -> list[float]:
    return [each.figures["precision"].value for each in score.by_number]


def test_precision_rises_with_the_annotators_who_count_as_worked_out_by_hand() -> None:
    """Two of four make one edit, one of four the other: 3/8, then (5/6 + 1/2) / 2 and so on."""
    four = reference("four", [[AT, THE], [AT], [IN], []])
    score = scored([[AT, THE]], four).score("me", "four")
    assert score.n_edits == 2
    assert precisions(score) == pytest.approx([3 / 8, 2 / 3, 7 / 8, 1])
    # By distance: 0 for the first, 1 for the second, 2 for the last, who changes nothing, and 3.
    recalls = [each.figures["recall"].value for each in score.by_number]
    assert recalls == pytest.approx([0.75 / 1, 1, 1, 1])
    assert score.figures["F0.5"] == 1
    assert score.confirmed.value == 1


def test_f_is_the_mean_of_precision_by_anybody_and_recall_by_the_nearest() -> None:
    two = reference("two", [[AT, THE, ON], [IN]])
    figures = scored([[AT, IN]], two).score("me", "two").figures
    assert (figures["precision"].value, figures["recall"].value) == (1, 1)
    figures = scored([[AT]], two, beta=1).score("me", "two").figures
    # Both differ in two edits; the one with a hit is the nearer.
    assert [figures[name].value for name in ("precision", "recall", "F1")] == pytest.approx(
        [1, 1 / 3, 0.5]
    )


def test_the_figures_are_means_over_all_choices_of_annotators() -> None:
    sentences = [[[AT, THE], [AT], [IN, ON], []], [[THE], [IN], [], [AT, THE, ON]]]
    own = [[AT, ON], [THE, IN]]
    score = scored(own, reference("four", *sentences)).score("me", "four")
    for each in score.by_number:
        right = hits = wanted = 0.0
        for edits, notes in zip(own, sentences, strict=True):
            choices = list(combinations(notes, each.n_annotators))
            for chosen in choices:
                nearest = min(
                    chosen, key=lambda note: (distance(note, edits), -common(note, edits))
                )
                made = [edit for edit in edits if any(edit in note for note in chosen)]
                right += len(made) / len(choices)
                hits += common(nearest, edits) / len(choices)
                wanted += len(nearest) / len(choices)
        assert each.figures["precision"].value == pytest.approx(right / 4)
        assert each.figures["recall"].value == pytest.approx(hits / wanted)


def common(note: Sequence[Edit], edits: Sequence[Edit]) -> int:
    return len([edit for edit in edits if edit in note])


def distance(note: Sequence[Edit], edits: Sequence[Edit]) -> int:
    return len(set(note) ^ set(edits))


def test_what_one_annotator_calls_wrong_is_confirmed_by_the_share_that_another_made() -> None:
    """Against one of two, 0.5 of 3 edits are right; against both, 1: 0.5 of 2.5 wrong ones."""
    score = scored([[AT, THE, ON]], reference("two", [[AT], []])).score("me", "two")
    assert score.confirmed.value == pytest.approx(0.2)


def test_people_are_scored_by_the_other_people() -> None:
    found = scored([[AT]], reference("two", [[AT, THE], [AT]]))
    [people] = found.people
    assert (people.system, people.n_edits) == ("an annotator, by the other", 3)
    assert precisions(people) == pytest.approx([2 / 3])
    three = scored([[AT]], reference("three", [[AT, THE], [AT], []])).people[0]
    assert three.system == "an annotator, by the 2 others"
    assert precisions(three) == pytest.approx([1 / 3, 2 / 3])


def test_sentences_with_fewer_annotators_have_all_of_them() -> None:
    uneven = reference("more", [[AT]], [[AT], [THE], []], is_silver=True)
    found = scored([[AT], [AT]], uneven)
    assert precisions(found.score("me", "more")) == pytest.approx([2 / 3, 5 / 6, 1])
    assert found.people == []
    assert uneven.heading == "more (2.0 silver)"


def test_a_sentence_that_nobody_corrected_counts_as_accepted() -> None:
    score = scored([[AT], [THE]], reference("one", [[AT]], [])).score("me", "one")
    assert precisions(score) == [0.5]
    assert score.figures["recall"] == 1


def test_both_ends_of_an_interval_are_those_of_resampled_sentences() -> None:
    """A quarter of all resamples has the first sentence twice, a quarter the second."""
    one = reference("one", [[AT, THE, ON]], [[AT]])
    figures = scored([[AT], [AT, THE, ON]], one).score("me", "one").figures
    for name, low, high in (("precision", 1 / 3, 1), ("recall", 1 / 3, 1)):
        assert figures[name].value == 0.5
        assert (figures[name].interval.low, figures[name].interval.high) == pytest.approx(
            (low, high)
        )


def test_where_all_is_right_the_interval_is_wilsons() -> None:
    one = reference("one", [[AT]], [[AT]], [[AT]], [[AT]])
    z = 1.959964
    precision = scored([[AT]] * 4, one).score("me", "one").figures["precision"]
    assert precision.interval.low == pytest.approx(1 / (1 + z**2 / 4), abs=1e-6)
    assert precision.interval.high == 1


def test_the_matching_can_be_by_span() -> None:
    one = reference("one", [[IN]])
    assert precisions(scored([[AT]], one).score("me", "one")) == [0]
    assert precisions(scored([[AT]], one, matching=SPAN).score("me", "one")) == [1]


def test_a_system_without_edits_has_no_precision() -> None:
    figures = scored([[]], reference("one", [[AT]])).score("me", "one").figures
    assert figures["precision"].note == "there is no such edit"
    assert figures["recall"] == 0


def test_one_line_per_system_has_all_references_and_says_what_is_silver() -> None:
    found = scored(
        [[AT]], reference("one", [[AT]]), reference("more", [[AT], [THE]], is_silver=True)
    )
    side_by_side, by_number = found.tables()
    assert side_by_side.columns[:3] == ("system", "edits", "one (1 person): precision")
    assert side_by_side.columns[-1] == "more (2 silver): F0.5"
    assert [len(row) for row in side_by_side.rows] == [8]
    assert by_number.columns == ("system", "1", "2", "wrong to one, made by another")
    assert by_number.rows[0][:3] == ("me", "0.500", "1.000")
    assert any(line.startswith("more is silver") for line in found.remarks())


def test_the_figures_of_a_system_do_not_depend_on_other_systems_and_references() -> None:
    one, two = reference("one", [[AT, ON]], [[THE]]), reference("two", [[AT], [ON]], [[], [THE]])
    own = [[AT], [THE, IN]]
    alone = score_by_references({"me": own}, [two]).score("me", "two")
    together = score_by_references({"you": [[ON], []], "me": own}, [one, two])
    assert together.score("me", "two") == alone


def test_references_of_other_sentences_are_refused_with_the_number() -> None:
    other = AnnotatedReference("other", [from_words("d.1", ["Hello", "."])])
    with pytest.raises(InputError, match=r"sentence 1 of other is 'Hello \.', but in one it is"):
        scored([[AT]], reference("one", [[AT]]), other)
    with pytest.raises(InputError, match="no score of 'you' by the reference 'one'"):
        scored([[AT]], reference("one", [[AT]])).score("you", "one")
