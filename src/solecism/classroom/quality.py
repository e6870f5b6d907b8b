"""How far to trust the findings: what is looked for, how much is found, how much of it is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solecism.check.explain import looked_for, not_looked_for
from solecism.check.groups import Group
from solecism.detect.measured import FOUND_BY_TYPE, MeasuredPoint, measured_point

_MEASURED_BY_TYPE = ("cascade", "teacher")


@dataclass(frozen=True, slots=True)
class Quality:
    """Sentences about what the checker does, and the share of errors it finds by group."""

    sentences: tuple[str, ...]
    found_by_group: dict[str, str]


def quality(detector: str, audience: str, kinds: Sequence[str], groups: Sequence[Group]) -> Quality:
    """What is known about a detector at the point of an audience, in plain words."""
    point = measured_point(detector, audience)
    sentences = (
        looked_for(kinds),
        not_looked_for(kinds),
        _measured(detector, audience) if point is None else _figures(point),
    )
    by_group: dict[str, str] = {}
    if (detector, audience) == _MEASURED_BY_TYPE:
        by_group = {group.name: _found(group) for group in groups if group.errant_types}
    return Quality(sentences, by_group)


def in_ten(share: float) -> str:
    """A share as a number out of ten.

    >>> in_ten(0.42), in_ten(0.02), in_ten(0.97)
    ('about 4 of 10', 'hardly any', 'nearly all')
    """
    n = round(10 * share)
    return {0: "hardly any", 10: "nearly all"}.get(n, f"about {n} of 10")


def _figures(point: MeasuredPoint) -> str:
    return (
        "In exam essays that examiners had marked, this setting found "
        f"{in_ten(point.exams_found)} of their errors, and {in_ten(point.exams_right)} findings "
        "were right. Counted word by word in other learners' texts, it found "
        f"{in_ten(point.places_found)}, and {in_ten(point.places_right)} were right."
    )


def _measured(detector: str, audience: str) -> str:
    return (
        f"How much the detector {detector} finds for {audience}s has not been measured, nor how "
        "much of that is right."
    )


def _found(group: Group) -> str:
    """The share of the errors of a group that is found; a range where its types differ."""
    shares = sorted(FOUND_BY_TYPE[type_] for type_ in group.errant_types)
    low, high = in_ten(shares[0]), in_ten(shares[-1])
    if low == high:
        return low
    if low.startswith("about") and high.startswith("about"):
        return f"about {round(10 * shares[0])} to {round(10 * shares[-1])} of 10"
    return f"{low} to {high}"
