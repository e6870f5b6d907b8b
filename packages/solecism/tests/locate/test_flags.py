"""Corrections as flags."""

from __future__ import annotations

from dataclasses import replace

from solecism.edit import Annotation, Edit
from solecism.locate.flags_and_judgments import flagged_sites, flags_of_corrections
from solecism.sentence import from_words
from solecism.site import Flag, Suggestion

SENTENCE = from_words("note.1", "He lives in house of my friend .".split())


def test_edited_sites_are_errors_with_what_is_put_there_and_others_are_not() -> None:
    edits = (Edit(3, (), ("the",), "M:DET"), Edit(4, ("of",), ("with",), "R:PREP"))
    corrected = replace(SENTENCE, annotations=(Annotation("0", edits),))
    assert list(flags_of_corrections([corrected], "me", kinds=["preposition", "determiner"])) == [
        Flag("note.1:2-3:preposition", "me", False),
        Flag("note.1:4-5:preposition", "me", True, "preposition", None, (Suggestion("with"),)),
        Flag("note.1:3-3:determiner", "me", True, "determiner", None, (Suggestion("the"),)),
        Flag("note.1:5-6:determiner", "me", False),
    ]


def test_a_deletion_suggests_nothing_at_all() -> None:
    deleted = Annotation("0", (Edit(4, ("of",), (), "U:PREP"),))
    flags = flags_of_corrections([replace(SENTENCE, annotations=(deleted,))], "me")
    [flag] = [flag for flag in flags if flag.error]
    assert flag.suggestions == (Suggestion(""),)


def test_an_unchanged_sentence_has_no_error() -> None:
    assert not any(flag.error for flag in flags_of_corrections([SENTENCE], "me"))


def test_flagged_sites_are_those_called_errors() -> None:
    flags = [Flag("a.1:2-3:preposition", "me", True), Flag("a.1:4-5:preposition", "me", False)]
    assert [site.id for site in flagged_sites(flags)] == ["a.1:2-3:preposition"]
