"""The type of an edit, from the words, tags, lemmas and roles of its two sides.

Types are those of ERRANT (Bryant, Felice and Briscoe 2017, "Automatic annotation and evaluation of
error types for grammatical error correction"): an operation (M: missing, U: unnecessary,
R: replacement) and a category (PREP, DET, NOUN:NUM, VERB:TENSE ...), by its rules in its order.
"""

from __future__ import annotations

from typing import NamedTuple

from solecism.align.pairs import (
    CATEGORY_OF_ROLE,
    CLITICS,
    OTHER,
    RARE_CATEGORIES,
    Pair,
    category_of_pair,
)
from solecism.align.roles import AUXILIARY, follows_auxiliary, role
from solecism.align.side import Side, Step

UNCHANGED = "UNK"
COMPARING_WORDS = frozenset(("more", "most"))
MAX_COMPARED = 2


class Span(NamedTuple):
    """The words of one side of an edit, in their sentence."""

    side: Side
    start: int
    end: int

    @property
    def words(self) -> Side:
        """The words themselves."""
        return self.side[self.start : self.end]

    @property
    def lowers(self) -> list[str]:
        """The words in lower case."""
        return [word.lower for word in self.words]

    @property
    def categories(self) -> list[str]:
        """The category of each word."""
        return [word.category for word in self.words]

    @property
    def roles(self) -> list[str]:
        """The role of each word in its sentence."""
        return [role(self.side, place) for place in range(self.start, self.end)]

    def without_last(self) -> Span:
        """The same without its last word."""
        return self._replace(end=self.end - 1)


def kind(source: Side, corrected: Side, step: Step) -> str:
    """The type of the edit that a step makes: `R:PREP`, `M:DET`, ..."""
    return _kind(
        Span(source, step.start, step.end), Span(corrected, step.other_start, step.other_end)
    )


def _kind(before: Span, after: Span) -> str:
    words, others = before.words, after.words
    if not words:
        return f"M:{_category_of_one_side(after)}" if others else UNCHANGED
    if not others:
        return f"U:{_category_of_one_side(before)}"
    if len(words) + len(others) > 2 and words[-1].lower == others[-1].lower:
        # A last word that changes its case only ("Sun" -> "The sun") does not count.
        return _kind(before.without_last(), after.without_last())
    return f"R:{_category_of_replacement(before, after)}"


def _category_of_one_side(span: Span) -> str:
    if len(span.words) == 1:
        word = span.words[0]
        if word.tag == "POS":
            return "NOUN:POSS"
        if word.lower in CLITICS:
            return "CONTR"
        if word.lower == "to" and span.roles == [AUXILIARY]:
            return "VERB:FORM"
    category = _common_category(span.categories, span.roles)
    if category is None and set(span.categories) == {"PART", "VERB"}:
        return "VERB"
    return category or OTHER


def _common_category(categories: list[str], roles: list[str]) -> str | None:
    """The category of words that are all of one kind."""
    if set(roles) == {AUXILIARY}:
        return "VERB:TENSE"
    if len(set(categories)) == 1 and categories[0] not in RARE_CATEGORIES:
        return categories[0]
    return CATEGORY_OF_ROLE.get(roles[0]) if len(set(roles)) == 1 else None


def _category_of_replacement(before: Span, after: Span) -> str:
    words, others = before.lowers, after.lowers
    if "".join(words) == "".join(others):
        return "ORTH"
    if sorted(words) == sorted(others):
        return "WO"
    if len(words) == len(others) == 1:
        category = category_of_pair(_pair(before, after))
        if category is not None:
            return category
    return _category_of_groups(before, after)


def _pair(before: Span, after: Span) -> Pair:
    return Pair(
        before.words[0],
        after.words[0],
        before.roles[0],
        after.roles[0],
        all(follows_auxiliary(span.side, span.start) for span in (before, after)),
    )


def _category_of_groups(before: Span, after: Span) -> str:
    """The category of a replacement with several words on a side."""
    categories, other_categories = before.categories, after.categories
    have_one_lemma = before.words[-1].lemma == after.words[-1].lemma
    category = _common_category(categories + other_categories, before.roles + after.roles)
    if category is not None:
        return "VERB:TENSE" if category == "VERB" and have_one_lemma else category
    if {*categories, *other_categories} == {"PART", "VERB"}:
        return "VERB:FORM" if have_one_lemma else "VERB"
    if _is_possessive(before, after):
        return "NOUN:POSS"
    return "ADJ:FORM" if have_one_lemma and _is_comparison(before, after) else OTHER


def _is_possessive(before: Span, after: Span) -> bool:
    """Whether a noun gets or loses its possessive ending: *friends* -> *friend 's*."""
    has_ending = ["NOUN", "PART"] in (before.categories, after.categories)
    return has_ending and before.words[0].lemma == after.words[0].lemma


def _is_comparison(before: Span, after: Span) -> bool:
    """Whether an adjective is compared with *more* or *most* on one side."""
    are_short = max(len(before.words), len(after.words)) <= MAX_COMPARED
    return are_short and not COMPARING_WORDS.isdisjoint((before.lowers[0], after.lowers[0]))
