"""What the page says about how good the checker is."""

from __future__ import annotations

from solecism.checking.explanations import groups_of
from solecism.classroom.class_summary import quality

KINDS = ("wrong-preposition", "spelling", "tense", "verb-form", "word-order")


def test_the_figures_of_the_setting_are_told() -> None:
    told = quality("cascade", "teacher", KINDS, groups_of(KINDS))
    assert told.sentences[2] == (
        "In exam essays that examiners had marked, this setting found about 6 of 10 of their "
        "errors, and about 8 of 10 findings were right. Counted word by word in other learners' "
        "texts, it found about 5 of 10, and about 7 of 10 were right."
    )
    assert told.found_by_group == {
        "Prepositions": "about 5 of 10",
        "Tense and verb forms": "about 4 to 6 of 10",
        "Spelling": "about 9 of 10",
    }


def test_what_is_not_looked_for_is_told() -> None:
    told = quality("cascade", "teacher", KINDS, groups_of(KINDS))
    assert told.sentences[0].startswith("Looked for: prepositions, spelling, tense")
    assert told.sentences[1].startswith("Not looked for: ")
    assert "capitals, punctuation" in told.sentences[1]
    asked = (*KINDS, "capitals", "punctuation")
    assert "punctuation" not in quality("cascade", "teacher", asked, ()).sentences[1]


def test_another_setting_has_other_figures_or_none() -> None:
    assert "about 2 of 10" in quality("cascade", "author", KINDS, ()).sentences[2]
    assert "about 6 of 10" in quality("best", "teacher", KINDS, ()).sentences[2]
    light = quality("light", "teacher", KINDS, groups_of(KINDS))
    assert "has not been measured" in light.sentences[2]
    assert light.found_by_group == {}
