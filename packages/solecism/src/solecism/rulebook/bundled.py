"""The rules that come with the package, one file per subject, with their measured probabilities."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from solecism.rulebook.book import RuleBook
from solecism.rulebook.figures import BookFigures, probabilities, read_figures
from solecism.rulebook.rule import Rule, lists_in, rules_in

FOLDER = Path(__file__).parent / "rules"
FIGURES = Path(__file__).parent / "measured.json"
_LISTS = "lists"


@cache
def bundled_rules() -> RuleBook:
    """The book of the bundled rules, each with the probability that was measured for it."""
    rules = tuple(unmeasured_rules())
    known = probabilities(bundled_figures(), {rule.id: rule.subject for rule in rules})
    return RuleBook(
        replace(rule, p=known[rule.id].error, p_suggestion=known[rule.id].suggestion)
        for rule in rules
    )


def book_for(*, own: Iterable[Rule] = (), without: Collection[str] = ()) -> RuleBook:
    """The bundled rules without some, by id, and with a project's own.

    A rule of its own takes the place of the bundled one with the same id.
    """
    rules = tuple(own)
    if not rules and not without:
        return bundled_rules()
    return _book(rules, frozenset(without))


@lru_cache(maxsize=16)
def _book(own: tuple[Rule, ...], without: frozenset[str]) -> RuleBook:
    rules = bundled_rules().with_rules(own).rules
    return RuleBook(rule for rule in rules if rule.id not in without)


@cache
def bundled_figures() -> BookFigures:
    """What was measured of the bundled rules."""
    return read_figures(FIGURES)


@cache
def bundled_lists() -> dict[str, frozenset[str]]:
    """The lists of words that all files of rules may refer to."""
    return lists_in(_table(_LISTS), file=_LISTS, known={})


def unmeasured_rules() -> Iterator[Rule]:
    """The bundled rules as they are written, subject by subject."""
    for subject in subjects():
        yield from rules_in(
            _table(subject),
            file=f"{subject}.toml",
            subject=subject,
            text=_text(subject),
            lists=bundled_lists(),
        )


def subjects() -> list[str]:
    """The names of the bundled files of rules."""
    names = sorted(path.stem for path in FOLDER.glob("*.toml"))
    return [name for name in names if name != _LISTS]


def _text(name: str) -> str:
    return (FOLDER / f"{name}.toml").read_text(encoding="utf-8")


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(_text(name))
