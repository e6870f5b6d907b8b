"""Several acceptable constructions of one noun."""

from __future__ import annotations

import math

import pytest

from solecism.agreement.accepted_constructions import accept_all, combinations_accepted, rater_usage
from solecism.agreement.coefficients import measure_agreement
from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.panel import Panel, from_columns, panels

ANSWERS = {
    ("ann", "n1"): {"dog": "no", "a dog": "yes*", "dogs": "yes"},
    ("bob", "n1"): {"dog": "no", "a dog": "yes*", "dogs": "yes*"},
    ("ann", "n2"): {"milk": "yes*", "a milk": "no", "milks": "no"},
    ("bob", "n2"): {"milk": "yes", "a milk": "no", "milks": "no"},
}


def study() -> Panel:
    judgments = [
        Judgment(site, rater, answer, notes={"construction": words})
        for (rater, site), answers in ANSWERS.items()
        for words, answer in answers.items()
    ]
    return panels(judgments, within="construction").data


def test_each_rater_has_shares_and_rates() -> None:
    ann, bob = rater_usage(study(), original={"n1": "dogs", "n2": "milk"})
    assert ann.shares == pytest.approx({"no": 1 / 2, "yes": 1 / 6, "yes*": 1 / 3})
    assert (ann.original_accepted, ann.original_best) == (1.0, 0.5)
    assert (bob.original_accepted, bob.original_best) == (1.0, 0.5)
    assert (ann.several_accepted, ann.several_best) == (0.5, 0.0)
    assert (bob.several_accepted, bob.several_best) == (0.5, 0.5)


def test_pairs_of_best_constructions_are_counted() -> None:
    assert combinations_accepted(study()) == {("a dog", "dogs"): 1}
    assert combinations_accepted(study(), answers=("yes", "yes*")) == {("a dog", "dogs"): 2}


def test_yes_with_a_star_is_yes_for_agreement() -> None:
    panel = accept_all(study())
    assert set(panel.labels) == {"no", "yes"}
    assert measure_agreement(panel, ["cohen"])[0].value == 1


def test_nothing_is_said_about_originals_nobody_knows() -> None:
    assert math.isnan(rater_usage(study())[0].original_accepted)


def test_items_must_name_their_construction() -> None:
    with pytest.raises(InputError, match="names no construction"):
        rater_usage(from_columns(["n1"], ["ann"], ["yes"]))
