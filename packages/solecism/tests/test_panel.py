"""Panels of answers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from random_panels import Answers, answer_matrices
from solecism.errors import InputError
from solecism.panel import from_matrix


@given(answer_matrices())
def test_a_panel_gives_back_its_matrix(answers: Answers) -> None:
    assert np.array_equal(from_matrix(answers).matrix(), answers)


@given(answer_matrices())
def test_counts_are_those_of_the_matrix(answers: Answers) -> None:
    panel = from_matrix(answers, labels="abc")
    assert np.array_equal(
        panel.counts(), np.stack([(answers == label).sum(axis=1) for label in range(3)], axis=1)
    )


@given(answer_matrices())
def test_selected_rows_keep_their_names(answers: Answers) -> None:
    panel = from_matrix(answers, labels="abc")
    rows = panel.answer == 1
    part = panel.select(rows)
    whole = [
        (panel.items[item], panel.raters[rater])
        for item, rater in zip(panel.item[rows], panel.rater[rows], strict=True)
    ]
    assert whole == [
        (part.items[item], part.raters[rater])
        for item, rater in zip(part.item, part.rater, strict=True)
    ]
    assert set(part.items) == {item for item, _ in whole}
    assert len(part.cluster) == part.n_items


def test_items_that_nobody_judged_are_left_out_on_request() -> None:
    panel = from_matrix(np.array([[-1, -1], [0, 1]]))
    assert (panel.n_items, panel.n_judged) == (2, 1)
    assert panel.judged().items == ("item1",)


def test_raters_are_chosen_by_name() -> None:
    panel = from_matrix(np.array([[0, 1, 1], [0, 0, 1]]))
    assert panel.of_raters(["rater2", "rater0"]).raters == ("rater0", "rater2")
    assert panel.without_rater("rater1").raters == ("rater0", "rater2")


def test_an_unknown_rater_is_named() -> None:
    panel = from_matrix(np.array([[0, 1]]))
    with pytest.raises(InputError, match=r"no rater 'bob'\. There are rater0, rater1"):
        panel.rater_index("bob")


def test_joined_labels_are_counted_together() -> None:
    panel = from_matrix(np.array([[0, 1, 2]]), labels=["yes", "no", "yes*"])
    assert panel.relabelled(lambda label: label[:2]).counts().tolist() == [[2, 1]]


def test_labels_must_be_enough() -> None:
    with pytest.raises(InputError, match="label number 2 but only 2 labels"):
        from_matrix(np.array([[2]]), labels=["a", "b"])


def test_answers_are_items_by_raters() -> None:
    with pytest.raises(InputError, match="1 dimensions"):
        from_matrix(np.array([1, 2]))
