"""Flags meet judgments."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.panel import Panel, from_judgments
from solecism.scoring.match import LABELS, match, only
from solecism.scoring.systems import notes
from solecism.site import Flag

A, B, C = "d.1:0-1:preposition", "d.1:3-4:determiner", "d.2:0-1:preposition"


def judged(*answers: tuple[str, str, str]) -> Panel:
    return from_judgments((Judgment(*answer) for answer in answers), labels=LABELS)


PANEL = judged((A, "x", "error"), (A, "y", "ok"), (B, "x", "ok"), (C, "y", "error"))


def test_a_judged_site_without_a_flag_is_taken_as_not_flagged_and_told() -> None:
    [found] = match([Flag(A, "me", True), Flag(B, "me", False)], PANEL)
    assert found.is_flagged.tolist() == [True, False, False]
    assert found.is_asked.tolist() == [True, True, False]
    assert "1 judged sites have no flag of me: taken as not flagged." in notes(found)


def test_flags_at_unjudged_sites_are_counted_by_kind_and_told() -> None:
    others = [Flag("d.9:0-0:determiner", "me", True), Flag("d.9:1-2:determiner", "me", False)]
    [found] = match([Flag(A, "me", True), *others], PANEL)
    assert found.unjudged == {"determiner": 1}
    assert found.unjudged_ok == {"determiner": 1}
    assert found.of_kinds(["preposition"]).unjudged == {}
    told = " ".join(notes(found))
    assert "1 flags of me are at sites that nobody judged" in told
    assert "1 sites that me accepts have no judgment" in told


def test_the_order_of_flags_and_judgments_does_not_matter() -> None:
    flags = [Flag(C, "me", True), Flag(A, "me", False), Flag(B, "me", True)]
    [one], [other] = match(flags, PANEL), match(flags[::-1], PANEL)
    assert (one.is_flagged == other.is_flagged).all()


def test_several_systems_are_told_apart() -> None:
    found = match([Flag(A, "b", True), Flag(A, "a", False)], PANEL)
    assert [one.system for one in found] == ["a", "b"]
    assert only(found, system="b").is_flagged[0]
    with pytest.raises(InputError, match="several systems: a, b"):
        only(found)
    with pytest.raises(InputError, match=r"no flag of 'c'\. There are a, b"):
        only(found, system="c")


def test_kinds_are_told_apart() -> None:
    [found] = match([Flag(A, "me", True)], PANEL)
    parts = found.by_kind()
    assert {kind: part.n_items for kind, part in parts.items()} == {
        "determiner": 1,
        "preposition": 2,
    }
    with pytest.raises(InputError, match="no judged site is of kind 'verb'"):
        found.of_kinds(["verb"])


def test_sites_of_one_sentence_are_one_cluster() -> None:
    [found] = match([Flag(A, "me", True)], PANEL)
    assert len(np.unique(found.clusters)) == 2


def test_systems_with_other_sites_are_refused_in_one_line() -> None:
    with pytest.raises(InputError, match=r"no flag of me is at a judged site: e.1:0-1:x is"):
        match([Flag("e.1:0-1:x", "me", True)], PANEL)


def test_two_flags_at_one_site_are_refused() -> None:
    with pytest.raises(InputError, match=r"me decides twice at d\.1:0-1:preposition"):
        match([Flag(A, "me", True), Flag(A, "me", False)], PANEL)


def test_nothing_to_score_is_refused() -> None:
    with pytest.raises(InputError, match="no flag"):
        match([], PANEL)
    with pytest.raises(InputError, match="no judgment"):
        match([Flag(A, "me", True)], judged())
    with pytest.raises(InputError, match=r"unknown answer 'bad'\. The labels are error, ok"):
        judged((A, "x", "bad"))


def test_labels_may_come_in_any_order() -> None:
    turned = from_judgments(
        [Judgment(A, "x", "error"), Judgment(B, "x", "ok")], labels=LABELS[::-1]
    )
    [found] = match([Flag(A, "me", True)], turned)
    assert found.n_error.tolist() == [1, 0]


def test_other_labels_are_refused() -> None:
    graded = from_judgments([Judgment(A, "x", "3")])
    with pytest.raises(InputError, match=r"answers are 3\. Scores need error and ok"):
        match([Flag(A, "me", True)], graded)
