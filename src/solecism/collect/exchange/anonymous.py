"""Judgments without personal data: no pseudonyms, no times, and no order of time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from solecism.judgment import Judgment

# The order of options follows from the pseudonym, so it would give that away.
_LEFT_OUT = ("shown",)


def anonymous(judgments: Iterable[Judgment]) -> list[Judgment]:
    """Return the judgments by raters with numbers, sorted by site.

    The numbers follow from the answers alone, so they tell nothing that the answers do not tell.

    >>> [one.rater for one in anonymous([Judgment("b", "zoe", "ok"), Judgment("a", "ann", "ok")])]
    ['rater 1', 'rater 2']
    """
    given = list(judgments)
    of_rater: dict[str, list[tuple[str, str, str, str]]] = {}
    for one in given:
        of_rater.setdefault(one.rater, []).append(_content(one))
    ordered = sorted(of_rater, key=lambda name: sorted(of_rater[name]))
    numbers = {name: number for number, name in enumerate(ordered, 1)}
    made = sorted(given, key=lambda one: (*_content(one)[:3], numbers[one.rater]))
    return [_without_person(one, f"rater {numbers[one.rater]}") for one in made]


def _content(one: Judgment) -> tuple[str, str, str, str]:
    return one.site, one.stage or "", one.notes.get("construction", ""), one.answer


def _without_person(one: Judgment, name: str) -> Judgment:
    notes = {key: value for key, value in one.notes.items() if key not in _LEFT_OUT}
    return replace(one, rater=name, seconds=None, notes=notes)
