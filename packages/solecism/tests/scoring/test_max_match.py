"""Corrected sentences counted as the M2 scorer counts them."""

from __future__ import annotations

from pathlib import Path

import pytest

from solecism.edit import Edit
from solecism.formats import m2
from solecism.formats.files import read_lines
from solecism.scoring.edit_counts import (
    EditCounts,
    best_max_matches,
    max_match_counts,
    precision_recall_f,
)
from solecism.sentence import Sentence

SOURCE = "I arrived to station in the evening .".split()


def counts(corrected: str, *edits: Edit) -> EditCounts:
    [own] = max_match_counts(SOURCE, corrected.split(), [edits])
    return own


def test_a_sentence_that_does_not_change_has_no_edits() -> None:
    assert counts(" ".join(SOURCE), Edit(2, ("to",), ("at",))) == (0, 0, 1)


def test_the_hypothesis_is_cut_into_edits_as_the_annotator_cut_it() -> None:
    corrected = "I arrived at the station in the evening ."
    together = Edit(2, ("to", "station"), ("at", "the", "station"))
    apart = (Edit(2, ("to",), ("at",)), Edit(3, (), ("the",)))
    assert counts(corrected, together) == (1, 0, 0)
    assert counts(corrected, *apart) == (2, 0, 0)


def test_edits_that_nobody_made_are_as_few_as_possible() -> None:
    assert counts("I arrived at the station in the evening .") == (0, 1, 0)


def test_an_edit_holds_at_most_two_unchanged_words() -> None:
    corrected = "I came to station in the morning ."
    near = Edit(1, ("arrived", "to", "station", "in"), ("came", "to", "station", "at"))
    assert counts("I came to station at the evening .", near) == (1, 0, 0)
    far = Edit(1, tuple(SOURCE[1:7]), tuple("came to station in the morning".split()))
    assert counts(corrected, far) == (0, 2, 1)


def test_three_unchanged_words_are_too_many_for_an_edit() -> None:
    three = Edit(1, tuple(SOURCE[1:6]), tuple("came to station in an".split()))
    assert counts("I came to station in an evening .", three) == (0, 2, 1)


def test_a_substitution_may_be_an_insertion_and_a_deletion() -> None:
    apart = (Edit(2, (), ("at",)), Edit(2, ("to",), ()))
    assert counts("I arrived at station in the evening .", *apart) == (2, 0, 0)


def test_two_substitutions_are_found_where_a_word_could_have_moved() -> None:
    edits = [Edit(0, ("very",), ("much",)), Edit(1, ("much",), ("more",))]
    assert max_match_counts(["very", "much"], ["much", "more"], [edits]) == [(2, 0, 0)]


def test_an_edit_of_the_last_word_counts() -> None:
    corrected = "I arrived to station in the evening !"
    assert counts(corrected, Edit(7, (".",), ("!",))) == (1, 0, 0)


def test_an_edit_of_the_annotator_is_found_once() -> None:
    [own] = max_match_counts(["I"], ["I", "the", "the"], [[Edit(1, (), ("the",))]])
    assert own == (1, 1, 0)


def test_any_alternative_of_the_annotator_is_right() -> None:
    either = Edit(2, ("to",), ("at",), alternatives=(("in",), ()))
    assert counts("I arrived in station in the evening .", either) == (1, 0, 0)
    assert counts("I arrived station in the evening .", either) == (1, 0, 0)


def test_an_edit_behind_the_end_of_the_sentence_does_not_count() -> None:
    assert counts(" ".join(SOURCE), Edit(20, (), ("yes",))) == (0, 0, 0)


def test_a_repeated_word_can_be_removed_in_either_place() -> None:
    for start in (1, 2):
        [own] = max_match_counts(
            "I the the end".split(), "I the end".split(), [[Edit(start, ("the",), ())]]
        )
        assert own == (1, 0, 0)


def test_an_empty_correction_removes_every_word() -> None:
    [own] = max_match_counts(["Oh", "!"], [], [[Edit(0, ("Oh", "!"), ())]])
    assert own == (1, 0, 0)


def test_the_annotator_with_the_best_f_so_far_is_chosen() -> None:
    assert list(best_max_matches([[(1, 1, 1), (2, 0, 1)]], 0.5)) == [(2, 0, 1)]


def test_of_equal_f_and_hits_fewer_edits_are_chosen() -> None:
    assert list(best_max_matches([[(0, 1, 3), (0, 1, 2)]], 0.5)) == [(0, 1, 2)]
    assert list(best_max_matches([[(0, 0, 0), (0, 0, 1)]], 0.5)) == [(0, 0, 0)]


def test_beta_says_whether_false_positives_or_false_negatives_weigh_more() -> None:
    candidates = [[(1.0, 1.0, 0.0), (1.0, 0.0, 1.0)]]
    assert list(best_max_matches(candidates, 0.5)) == [(1, 0, 1)]
    assert list(best_max_matches(candidates, 2.0)) == [(1, 1, 0)]


def test_no_edit_on_either_side_is_as_good_as_can_be() -> None:
    assert list(best_max_matches([[(1, 1, 0), (0, 0, 0)]], 0.5)) == [(0, 0, 0)]


def test_sentences_before_weigh_in_the_choice_of_an_annotator() -> None:
    # By itself the sentence is perfect without an edit; after four false positives a hit is worth
    # more.
    found = list(best_max_matches([[(0, 4, 0)], [(0, 0, 0), (1, 0, 1)]], 0.5))
    assert found[-1] == (1, 0, 1)


# Ng and others (2014), The CoNLL-2014 shared task on grammatical error correction: P, R and F0.5
# of the M2 scorer in per cent, without alternative answers.
SHARED_TASK = {
    "CAMB": (39.71, 30.10, 37.33),
    "CUUI": (41.78, 24.88, 36.79),
    "AMU": (41.62, 21.40, 35.01),
    "POST": (34.51, 21.73, 30.88),
    "NTHU": (35.08, 18.85, 29.92),
    "RAC": (33.14, 14.99, 26.68),
    "UMC": (31.27, 14.46, 25.37),
    "PKU": (32.21, 13.65, 25.32),
    "SJTU": (30.11, 5.10, 15.19),
    "UFC": (70.00, 1.72, 7.84),
    "IPN": (11.28, 2.85, 7.09),
    "IITB": (30.77, 1.39, 5.90),
}


@pytest.fixture(scope="module")
def shared_task(shared_data: Path) -> list[Sentence]:
    """The sentences of the shared task, as two annotators corrected them."""
    path = shared_data / "learner" / "conll14" / "NUCLE.m2"
    return list(m2.parse(read_lines(str(path)), document="d", file=path.name))


@pytest.mark.parametrize("system", SHARED_TASK)
def test_the_official_figures_of_the_shared_task_are_the_same(
    system: str, shared_task: list[Sentence], shared_data: Path
) -> None:
    output = shared_data / "ranking" / "gjg15" / "outputs" / f"{system}.txt"
    rows = [
        max_match_counts(
            sentence.words, line.split(), [note.edits for note in sentence.annotations] or [()]
        )
        for line, sentence in zip(read_lines(str(output)), shared_task, strict=True)
    ]
    tp, fp, fn = map(sum, zip(*best_max_matches(rows, 0.5), strict=True))
    figures = precision_recall_f((tp, fp, fn), 0.5)
    assert tuple(round(100 * figure, 2) for figure in figures) == SHARED_TASK[system]
