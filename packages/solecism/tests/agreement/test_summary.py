"""All of a study in one call."""

from __future__ import annotations

import numpy as np
import pytest

from random_panels import simulated_answers
from solecism.agreement.summary import summarise
from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.panel import Panels, panels


def study() -> Panels:
    answers, _ = simulated_answers(1, n_items=40, n_raters=4, n_labels=2)
    judgments = [
        Judgment(f"s{item}", f"r{rater}", ("ok", "error")[answer], batch=str(item % 2))
        for (item, rater), answer in np.ndenumerate(answers)
        if answer >= 0
    ]
    judgments += [Judgment("g1", "r1", "ok", gold="ok")]
    return panels(judgments, by="batch")


def test_parts_come_before_the_whole_with_their_differences() -> None:
    found = summarise(study(), measures=["alpha", "fleiss"])
    rows = [(row.part, row.agreement.name) for row in found.agreements]
    assert rows == [(part, name) for part in ("0", "1", "all") for name in ("alpha", "fleiss")]
    assert [row.difference.test for row in found.differences] == ["independent"] * 2


def test_a_reference_rater_is_not_among_the_others() -> None:
    found = summarise(study(), reference=["r1"], by_size=True)
    assert found.agreements[-1].agreement.n_raters == 3
    assert {pair.table.first for pair in found.pairs} | {
        pair.table.second for pair in found.pairs
    } == {"r0", "r1", "r2", "r3"}
    assert len(found.pairs) == 3
    assert [point.n_raters for point in found.reliability] == [1, 2, 3]


def test_raters_are_shown_on_request() -> None:
    found = summarise(study(), raters=True)
    assert len(found.raters) == len(found.spam) == 4
    assert [row.n_right for row in found.quality] == [1]
    assert not summarise(study()).raters


def test_reliability_needs_a_reference() -> None:
    with pytest.raises(InputError, match="needs a reference"):
        summarise(study(), by_size=True)


def test_control_items_alone_are_no_study() -> None:
    with pytest.raises(InputError, match="there are no judgments"):
        summarise(panels([Judgment("g", "r", "ok", gold="ok")]))


def test_constructions_are_summed_up_against_the_writers_own() -> None:
    answers = {"ann": ["yes*", "yes", "no"], "bob": ["yes*", "yes*", "no"], "writer": ["yes"]}
    judgments = [
        Judgment("n1", rater, answer, notes={"construction": words})
        for rater, given in answers.items()
        for words, answer in zip(["a dog", "dogs", "dog"], given, strict=False)
    ]
    found = summarise(panels(judgments, within="construction"), usage=True, reference=["writer"])
    assert [row.usage.original_best for row in found.usage] == [1, 1]
    assert found.best_together == [("a dog + dogs", 1)]
    assert found.agreements[0].agreement.value == 1
