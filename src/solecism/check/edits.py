"""Flags as edits of a system, so that a checked text becomes annotated text."""

from __future__ import annotations

from dataclasses import replace

from solecism import site as sites
from solecism.edit import Annotation, Edit
from solecism.finding import CheckedSentence
from solecism.flag import Flag
from solecism.kind import DETERMINER, NUMBER, PREPOSITION
from solecism.sentence import Sentence

ANNOTATOR = "0"
# As in ERRANT; errors without a suggestion have the type "unknown", and their words stay.
_CATEGORIES = {PREPOSITION: "PREP", DETERMINER: "DET", NUMBER: "NOUN:NUM"}
_UNKNOWN = "UNK"


def annotated(checked: CheckedSentence) -> Sentence:
    """The sentence with one edit per flagged error, which writes the best suggestion."""
    words = checked.sentence.words
    edits = tuple(_edit(flag, words) for flag in checked.flags if flag.error)
    return replace(checked.sentence, annotations=(Annotation(ANNOTATOR, edits),))


def _edit(flag: Flag, words: tuple[str, ...]) -> Edit:
    site = sites.parse(flag.site)
    before = words[site.start : site.end]
    if not flag.suggestions:
        return Edit(site.start, before, before, _UNKNOWN)
    best = tuple(flag.suggestions[0].text.split())
    operation = "M" if not before else "R" if best else "U"
    return Edit(site.start, before, best, f"{operation}:{_CATEGORIES.get(site.kind, 'OTHER')}")
