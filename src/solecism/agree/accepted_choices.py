"""A system's constructions scored against all that raters accept (paper 004, section 4).

With one accepted answer per noun, the writer's own, a system is underestimated: often several
constructions are good. Each row scores the same choices against another set of good answers, and
tells how much more it finds right than the writer's own construction does, noun by noun.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.agree.usage import ACCEPTED, BEST, chosen_constructions
from solecism.errors import InputError
from solecism.figure import Figure
from solecism.interval import DEFAULT_LEVEL, Interval
from solecism.judgment import Judgment
from solecism.numeric.arrays import Floats
from solecism.panel import Panel
from solecism.uncertainty.interval import student_quantile
from solecism.uncertainty.proportion import wilson

WRITER, ANY, MOST = "writer", "any rater", "most raters"
Credit = Callable[[str, str], float]
"""How right a construction is at a site, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class ChoiceScore:
    """How many of a system's choices are right; `against` says who accepts them.

    `more` is how much larger the accuracy is than against the writer's own construction.
    """

    system: str
    against: str
    n_sites: int
    accuracy: Figure
    more: Figure


def choice_scores(
    choices: Iterable[Judgment],
    panel: Panel,
    original: Mapping[str, str],
    *,
    level: float = DEFAULT_LEVEL,
) -> list[ChoiceScore]:
    """The scores of each system whose `choices` name a construction, at the sites of the panel."""
    accepted, best = (
        {rater: chosen_constructions(panel, rater, answers) for rater in panel.raters}
        for answers in (ACCEPTED, (BEST,))
    )
    rows: list[ChoiceScore] = []
    for system, made in _by_system(choices).items():
        sites = [site for site in sorted(made) if any(site in given for given in accepted.values())]
        if not sites:
            raise InputError(
                f"no choice of {system} is at a judged noun. Do the documents have the same name?"
            )
        credits = _credits(accepted, best, original)
        plain = _given(credits[f"the {WRITER}’s own"], made, sites)
        for against, credit in credits.items():
            given = _given(credit, made, sites)
            rows.append(
                ChoiceScore(system, against, *_accuracy(given, level), _more(given - plain, level))
            )
    return rows


def _by_system(choices: Iterable[Judgment]) -> dict[str, dict[str, str]]:
    """The construction that each system chooses at each site."""
    made: dict[str, dict[str, str]] = {}
    for choice in choices:
        construction = choice.notes.get("construction")
        if not construction:
            raise InputError(f"the choice at {choice.site} has no construction in its notes.")
        if made.setdefault(choice.rater, {}).setdefault(choice.site, construction) != construction:
            raise InputError(f"{choice.rater} makes two choices at {choice.site}. Keep one.")
    return made


def _credits(
    accepted: Mapping[str, Mapping[str, Sequence[str]]],
    best: Mapping[str, Mapping[str, Sequence[str]]],
    original: Mapping[str, str],
) -> dict[str, Credit]:
    """Ways to count a choice as right; NaN at sites where nobody says so."""

    def shares(given: Mapping[str, Mapping[str, Sequence[str]]], site: str, way: str) -> Floats:
        return np.array([way in sites[site] for sites in given.values() if site in sites])

    def of_one(given: Mapping[str, Sequence[str]]) -> Credit:
        return lambda site, way: float(way in given[site]) if site in given else math.nan

    credits: dict[str, Credit] = {
        f"the {WRITER}’s own": lambda site, way: (
            float(original[site] == way) if original.get(site) else math.nan
        )
    }
    for rater in accepted:
        if any(best[rater].values()):
            credits[f"best of {rater}"] = of_one(best[rater])
        credits[f"accepted by {rater}"] = of_one(accepted[rater])
    if any(any(sites.values()) for sites in best.values()):
        credits[f"best of {ANY}"] = lambda site, way: float(shares(best, site, way).any())
    credits["accepted, share of raters"] = lambda site, way: float(
        shares(accepted, site, way).mean()
    )
    credits[f"accepted by {MOST}"] = lambda site, way: float(
        np.sign(shares(accepted, site, way).mean() - 0.5) / 2 + 0.5
    )
    credits[f"accepted by {ANY}"] = lambda site, way: float(shares(accepted, site, way).any())
    return credits


def _given(credit: Credit, made: Mapping[str, str], sites: Sequence[str]) -> Floats:
    return np.array([credit(site, made[site]) for site in sites])


def _accuracy(given: Floats, level: float) -> tuple[int, Figure]:
    known = given[np.isfinite(given)]
    if not len(known):
        return 0, Figure(math.nan, name="accuracy", note="nobody judged these nouns")
    if np.isin(known, (0.0, 1.0)).all():
        interval = wilson(int(known.sum()), len(known), level=level)
    else:
        interval = _mean_interval(known, level)
        ends = max(0.0, interval.low), min(1.0, interval.high)
        interval = Interval(*ends, level, interval.method)
    return len(known), Figure(known.mean(), name="accuracy", interval=interval)


def _more(difference: Floats, level: float) -> Figure:
    """The mean difference at the same nouns, with an interval over nouns."""
    known = difference[np.isfinite(difference)]
    if not len(known):
        return Figure(math.nan, name="more", note="the writer’s own constructions are not known")
    return Figure(known.mean(), name="more", interval=_mean_interval(known, level))


def _mean_interval(values: Floats, level: float) -> Interval:
    if len(values) < 2:
        return Interval(math.nan, math.nan, level, "one noun only")
    reach = student_quantile(level, len(values) - 1) * values.std(ddof=1) / math.sqrt(len(values))
    return Interval(float(values.mean() - reach), float(values.mean() + reach), level, "t")
