"""The constructions of a noun that raters accept, and systems' choices scored against them.

Several constructions of one noun are judged yes, no, yes* or grey (paper 004). Items of the panel
are `SITE|CONSTRUCTION`, as `panels(..., within="construction")` makes them; yes* marks the
constructions most likely to be the writer's own, and grey those between yes and no, which count as
accepted (footnote 1 of the paper).

With one accepted answer per noun, the writer's own, a system is underestimated: often several
constructions are good (section 4). Each score is of the same choices against another set of good
answers, with how much more it finds right than the writer's own construction does, noun by noun.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL, Figure, Interval
from solecism.judgment import Judgment
from solecism.numeric import Floats
from solecism.panel import Panel
from solecism.uncertainty.proportion import wilson
from solecism.uncertainty.quantiles import student_quantile

YES, NO, BEST, GREY = "yes", "no", "yes*", "grey"
NO_CONTEXT, IN_CONTEXT = "no-context", "in-context"
ACCEPTED = (YES, BEST, GREY)


@dataclass(frozen=True, slots=True)
class RaterUsage:
    """The constructions that one rater accepts.

    `shares` of each answer (table 4 of the paper); the share of sites whose original
    construction is accepted, or is among the best; the share of sites with several accepted
    constructions, or several best; NaN where nothing of the kind was asked.
    """

    rater: str
    n_answers: int
    shares: dict[str, float]
    original_accepted: float
    original_best: float
    several_accepted: float
    several_best: float


def rater_usage(panel: Panel, *, original: Mapping[str, str] | None = None) -> list[RaterUsage]:
    """One row per rater; `original` is the writer's construction of each site."""
    return [_usage_of(panel, index, original or {}) for index in range(panel.n_raters)]


def originals(writers: Panel) -> dict[str, str]:
    """The writer's construction at each site, from the judgments of the writer as a rater."""
    return {
        site: chosen[0]
        for rater in range(writers.n_raters)
        for site, chosen in _chosen(writers, rater, ACCEPTED).items()
        if chosen
    }


def accept_all(panel: Panel) -> Panel:
    """The panel with yes* and grey counted as yes, as for the confusions of table 5."""
    return panel.relabelled(lambda label: YES if label in ACCEPTED else label)


def reject_grey(panel: Panel) -> Panel:
    """The panel with grey counted as no."""
    return panel.relabelled(lambda label: NO if label == GREY else label)


def chosen_constructions(
    panel: Panel, rater: str, answers: Collection[str]
) -> dict[str, list[str]]:
    """For each site that a rater judged, the constructions with one of these answers."""
    return _chosen(panel, panel.rater_index(rater), answers)


def combinations_accepted(
    panel: Panel, *, answers: Collection[str] = (BEST,)
) -> Counter[tuple[str, ...]]:
    """How often a rater gives one of these answers to several constructions of a site together."""
    times = Counter[tuple[str, ...]]()
    for rater in range(panel.n_raters):
        for constructions in _chosen(panel, rater, answers).values():
            if len(constructions) > 1:
                times[tuple(sorted(constructions))] += 1
    return times


def _usage_of(panel: Panel, rater: int, original: Mapping[str, str]) -> RaterUsage:
    answers = panel.answer[panel.rater == rater]
    counts = np.bincount(answers, minlength=panel.n_labels)
    accepted, best = _chosen(panel, rater, ACCEPTED), _chosen(panel, rater, (BEST,))
    known = [site for site in accepted if site in original]
    return RaterUsage(
        panel.raters[rater],
        len(answers),
        dict(zip(panel.labels, (counts / max(len(answers), 1)).tolist(), strict=True)),
        _mean([original[site] in accepted[site] for site in known]),
        _mean([original[site] in best[site] for site in known]) if any(best.values()) else math.nan,
        _mean([len(chosen) > 1 for chosen in accepted.values()]),
        _mean([len(chosen) > 1 for chosen in best.values()]) if any(best.values()) else math.nan,
    )


def _chosen(panel: Panel, rater: int, answers: Collection[str]) -> dict[str, list[str]]:
    """For each site that a rater judged, the constructions with one of these answers."""
    chosen: dict[str, list[str]] = {}
    rows = np.flatnonzero(panel.rater == rater)
    for item, answer in zip(panel.item[rows].tolist(), panel.answer[rows].tolist(), strict=True):
        site, bar, construction = panel.items[item].rpartition("|")
        if not bar:
            raise InputError(f"item {panel.items[item]!r} names no construction (SITE|WORDS).")
        constructions = chosen.setdefault(site, [])
        if panel.labels[answer] in answers:
            constructions.append(construction)
    return chosen


def _mean(values: Collection[bool]) -> float:
    return sum(values) / len(values) if values else math.nan


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
