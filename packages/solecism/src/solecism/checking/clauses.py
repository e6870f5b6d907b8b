"""Clauses by chunks and tags: where a subject with its verb begins."""

from __future__ import annotations

from solecism.checking.word_context import WordContext

FINITE = ("VBD", "VBP", "VBZ", "MD")


# Learners write these forms in the place of finite ones.
ANY_VERB = (*FINITE, "VB", "VBN")


def begins_clause(around: WordContext, place: int, *, verbs: tuple[str, ...] = FINITE) -> bool:
    """Whether a subject with its verb begins at a place: *my friends from school live*."""
    if around.tag(place) == "EX":
        return around.tag(place + 1) in verbs
    phrase = around.phrase("NP", place)
    # The chunker joins what comes before a comma and the subject after it.
    if phrase is None or (phrase.start != place and around.word(place - 1) != ","):
        return False
    end = phrase.end
    while inside := _continued(around, end):
        end = inside
    while around.tag(end) == "RB":
        end += 1
    return around.tag(end) in verbs


def _continued(around: WordContext, end: int) -> int:
    """The end of a prepositional phrase or a possessive that goes on with a noun phrase, else 0."""
    is_possessive = around.tag(end) == "POS"
    if not is_possessive and around.tag(end) not in ("IN", "TO"):
        return 0
    inside = around.phrase("NP", end + 1)
    return inside.end if inside is not None else 0


def has_clause(around: WordContext, start: int, end: int) -> bool:
    """Whether there is a subject with its verb between two places."""
    return any(begins_clause(around, place) for place in range(start, end - 1))


def has_finite(around: WordContext, start: int, end: int) -> bool:
    """Whether there is a finite verb between two places."""
    return any(around.tag(place) in FINITE for place in range(start, end))
