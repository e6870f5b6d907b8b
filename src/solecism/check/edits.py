"""Flags as edits of a system, so that a checked text becomes annotated text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from solecism import site as sites
from solecism.check.advice.follow import completed
from solecism.edit import Annotation, Edit, in_order
from solecism.finding import CheckedSentence
from solecism.flag import Flag, Suggestion
from solecism.kind import errant_type
from solecism.sentence import Sentence

ANNOTATOR = "0"
# Errors without a suggestion have this type of ERRANT's, and their words stay.
_UNKNOWN = "UNK"


def annotated(checked: CheckedSentence) -> Sentence:
    """The sentence with an edit per error, which writes the best suggestion, and what follows."""
    sentence = checked.sentence
    edits = completed(sentence, first_edits(checked))
    unknown = [_unchanged(flag, sentence.words) for flag in checked.flags if _is_unmended(flag)]
    return replace(
        sentence, annotations=(Annotation(ANNOTATOR, tuple(in_order([*edits, *unknown]))),)
    )


def first_edits(checked: CheckedSentence) -> list[Edit]:
    """The edits that write the best suggestion of every error that has one."""
    return [
        edit_of(flag, checked.sentence.words, flag.suggestions[0])
        for flag in checked.flags
        if flag.error and flag.suggestions
    ]


def edit_of(flag: Flag, words: Sequence[str], suggestion: Suggestion) -> Edit:
    """The edit of words that a suggestion asks for, without what follows from it."""
    site = sites.parse(flag.site)
    before, after = tuple(words[site.start : site.end]), tuple(suggestion.text.split())
    kind = errant_type(site.kind, is_gap=not before, is_removed=not after)
    return Edit(site.start, before, after, kind)


def _is_unmended(flag: Flag) -> bool:
    return flag.error and not flag.suggestions


def _unchanged(flag: Flag, words: Sequence[str]) -> Edit:
    site = sites.parse(flag.site)
    before = tuple(words[site.start : site.end])
    return Edit(site.start, before, before, _UNKNOWN)
