"""Groups of kinds, and advice."""

from __future__ import annotations

from solecism.checking.explanations import ADVICE, GROUPS, KIND_NAMES, advice_about_kind, groups_of
from solecism.detect.registry import FOUND_BY_TYPE


def test_every_kind_is_in_one_group_and_has_advice() -> None:
    grouped = [kind for group in GROUPS for kind in group.kinds]
    assert sorted(grouped) == sorted(KIND_NAMES)
    assert set(ADVICE) == set(KIND_NAMES)
    assert all(text.endswith((".", "?")) for text in ADVICE.values())


def test_the_types_of_groups_have_figures() -> None:
    assert {name for group in GROUPS for name in group.errant_types} <= set(FOUND_BY_TYPE)


def test_only_kinds_that_were_looked_for_are_grouped() -> None:
    (group,) = groups_of(["tense"])
    assert (group.name, group.kinds) == ("Tense and verb forms", ("tense",))


def test_a_kind_of_another_detector_has_a_group_and_advice_of_its_own() -> None:
    assert groups_of(["metre", "spelling"])[-1].kinds == ("metre",)
    assert advice_about_kind("metre")
