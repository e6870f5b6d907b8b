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
from solecism.language.text.tokenise import tokenise
from solecism.sentence import Sentence

ANNOTATOR = "0"
# A best suggestion that is less probable is shown, but not written for anybody: on learners' text
# kept for tuning, corrections have the best F0.5 from about here on (docs/strong.md).
_LEAST_P_WRITTEN = 0.4
# Errors without a suggestion have this type of ERRANT's, and their words stay.
_UNKNOWN = "UNK"


def annotated(checked: CheckedSentence) -> Sentence:
    """The sentence with an edit per error, which writes the best suggestion, and what follows.

    The words of an error whose best suggestion is not probable enough stay as they are.
    """
    sentence = checked.sentence
    edits = completed(sentence, first_edits(checked))
    unknown = [_unchanged(flag, sentence.words) for flag in checked.flags if _is_unmended(flag)]
    return replace(
        sentence, annotations=(Annotation(ANNOTATOR, tuple(in_order([*edits, *unknown]))),)
    )


def first_edits(checked: CheckedSentence) -> list[Edit]:
    """The edits that write the best suggestion of every error, where it is probable enough."""
    return [
        edit_of(flag, checked.sentence.words, suggestion)
        for flag in checked.flags
        if flag.error and (suggestion := suggestion_to_write(flag)) is not None
    ]


def suggestion_to_write(flag: Flag) -> Suggestion | None:
    """The best suggestion, if it is probable enough to be written without asking.

    >>> unsure = Flag("1:0-1:verb", "mine", True, suggestions=(Suggestion("make", 0.3),))
    >>> suggestion_to_write(unsure) is None
    True
    """
    for best in flag.suggestions[:1]:
        if best.p is None or best.p >= _LEAST_P_WRITTEN:
            return best
    return None


def edit_of(flag: Flag, words: Sequence[str], suggestion: Suggestion) -> Edit:
    """The edit of words that a suggestion asks for, without what follows from it."""
    site = sites.parse(flag.site)
    before, after = tuple(words[site.start : site.end]), _words(suggestion.text)
    kind = errant_type(site.kind, is_gap=not before, is_removed=not after)
    return Edit(site.start, before, after, kind)


def _words(text: str) -> tuple[str, ...]:
    """The words of a suggestion; a contraction is two of them, as in sentences."""
    return tokenise(text)[0] if "'" in text else tuple(text.split())


def _is_unmended(flag: Flag) -> bool:
    return flag.error and suggestion_to_write(flag) is None


def _unchanged(flag: Flag, words: Sequence[str]) -> Edit:
    site = sites.parse(flag.site)
    before = tuple(words[site.start : site.end])
    return Edit(site.start, before, before, _UNKNOWN)
