"""Words that were inflected by the wrong rule."""

from __future__ import annotations

import pytest

from solecism.language.speller import bundled_speller, right_forms

COUNTS = bundled_speller().dictionary.counts


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("buyed", ("bought",)),
        ("goed", ("went", "gone")),
        ("writed", ("wrote", "written")),
        ("runned", ("ran", "run")),
        ("borned", ("born", "borne")),
        ("tooked", ("took",)),
        ("layed", ("lay", "laid")),
        ("staied", ("stayed", "staid")),
        ("childs", ("children",)),
        ("thiefs", ("thieves",)),
        ("gooder", ("better",)),
        ("goodest", ("best",)),
        ("fastly", ("fast",)),
        ("basicly", ("basically",)),
        ("happyly", ("happily",)),
        ("looked", ()),
        ("founded", ()),
        ("xyzzed", ()),
        ("ed", ()),
        ("s", ()),
        ("", ()),
    ],
)
def test_the_right_forms_are_found(wrong: str, right: tuple[str, ...]) -> None:
    assert right_forms(wrong, COUNTS) == right


@pytest.mark.parametrize(
    ("wrong", "best"),
    [
        *(("buyed", "bought"), ("teached", "taught"), ("catched", "caught"), ("falled", "fell")),
        *(("childs", "children"), ("womans", "women"), ("stoped", "stopped"), ("fastly", "fast")),
        *(("borned", "born"), ("wented", "went")),
    ],
)
def test_they_are_the_first_candidates(wrong: str, best: str) -> None:
    assert bundled_speller().candidates(wrong)[0].text == best


def test_a_word_with_a_capital_may_be_a_name() -> None:
    costs = {each.text: each.cost for each in bundled_speller().candidates("Keyes")}
    assert costs["Keys"] > 0
    assert {each.text: each.cost for each in bundled_speller().candidates("keyes")}["keys"] == 0
