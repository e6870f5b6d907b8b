"""Confusion tables and disagreement rates."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given

from counted_panels import two_rater_panel
from random_panels import Answers, answer_matrices
from solecism.agreement.confusion import (
    confusion,
    confusions,
    disagreements,
    from_counts,
    pooled_confusion,
)
from solecism.errors import InputError
from solecism.panel import from_matrix


@given(answer_matrices())
def test_tables_count_the_items_of_both_raters(answers: Answers) -> None:
    for table in confusions(from_matrix(answers, labels="abc")):
        first, second = int(table.first[5:]), int(table.second[5:])
        for row in range(3):
            for column in range(3):
                both = (answers[:, first] == row) & (answers[:, second] == column)
                assert table.counts[row, column] == both.sum()


def test_a_table_becomes_a_panel_and_a_table_again() -> None:
    table = from_counts([[3, 1], [0, 2]], labels=("ok", "error"), first="ann", second="bob")
    again = confusion(two_rater_panel(table), "ann", "bob")
    assert again.counts.tolist() == [[3, 1], [0, 2]]


def test_a_rater_without_errors_has_no_disagreement_rate() -> None:
    table = from_counts([[0, 0], [1, 5]], labels=("error", "ok"))
    first, second = disagreements(table)
    assert math.isnan(first.rate)
    assert (second.rater, second.rate) == ("R2", 1.0)


@pytest.mark.parametrize(
    ("counts", "problem"),
    [([[1, 2]], "square"), ([[-1, 0], [0, 1]], "-1 items"), ([1, 2], "square")],
)
def test_a_table_that_is_none_is_an_error(counts: list[list[int]], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        from_counts(counts)


def test_labels_must_fit_the_table() -> None:
    with pytest.raises(InputError, match="3 labels for a table of 2 rows"):
        from_counts(np.eye(2), labels="abc")


def test_several_raters_are_paired_with_one_another_and_not_with_themselves() -> None:
    # Two items of three raters: three pairs each, in both orders.
    table = pooled_confusion(from_matrix(np.array([[0, 0, 1], [1, 1, 1]]), labels="ab"))
    assert table.counts.tolist() == [[2, 2], [2, 6]]


def test_a_messy_context_is_no_error() -> None:
    table = from_counts(
        [[4, 2, 3], [1, 9, 0], [5, 1, 0]], labels=("error", "ok", "too-messy"), first="ann"
    )
    ann, other = disagreements(table)
    assert (ann.n_accepted, ann.n_errors) == (2, 9)
    assert (other.n_accepted, other.n_errors) == (1, 10)
