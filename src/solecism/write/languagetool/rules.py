"""Kinds of error as LanguageTool's rules and categories, and which of them a request asks for."""

from __future__ import annotations

from solecism.detect import detector as kinds
from solecism.detect.network.kinds import KINDS

_TYPOS, _CASING, _PUNCTUATION, _GRAMMAR = "TYPOS", "CASING", "PUNCTUATION", "GRAMMAR"
CATEGORIES = {
    _TYPOS: "Possible typo",
    _CASING: "Capitals",
    _PUNCTUATION: "Punctuation",
    _GRAMMAR: "Grammar and usage",
}
_CATEGORY_OF = {
    kinds.MISSPELLING: _TYPOS,
    kinds.CAPITALS: _CASING,
    kinds.PUNCTUATION: _PUNCTUATION,
}
_ISSUE_TYPES = {_TYPOS: "misspelling", _CASING: "typographical", _PUNCTUATION: "typographical"}


def rule_of(kind: str) -> str:
    """The id of the rule that finds a kind of error.

    >>> rule_of("wrong-preposition")
    'WRONG_PREPOSITION'
    """
    return kind.upper().replace("-", "_")


def category_of(kind: str) -> str:
    """The id of the category that a kind of error is in."""
    return _CATEGORY_OF.get(kind, _GRAMMAR)


def issue_type_of(kind: str) -> str:
    """What sort of issue a kind of error is."""
    return _ISSUE_TYPES.get(category_of(kind), "grammar")


def asked_kinds(*, rules: tuple[str, ...], categories: tuple[str, ...]) -> frozenset[str]:
    """The kinds of error of some rules and categories; ids of other programs' rules have none.

    >>> sorted(asked_kinds(rules=("TENSE", "MORFOLOGIK_RULE_EN_US"), categories=("TYPOS",)))
    ['spelling', 'tense']
    """
    names = {name.upper().replace("-", "_") for name in rules}
    groups = {name.upper() for name in categories}
    return frozenset(
        kind for kind in KINDS if rule_of(kind) in names or category_of(kind) in groups
    )


def kinds_to_check(
    enabled: frozenset[str], disabled: frozenset[str], *, enabled_only: bool
) -> tuple[str, ...] | None:
    """The kinds of error to look for, in order; None for the usual ones."""
    if not (enabled or disabled or enabled_only):
        return None
    usual = frozenset(() if enabled_only else KINDS) - frozenset(kinds.ON_REQUEST)
    return tuple(sorted((usual | enabled) - disabled))
