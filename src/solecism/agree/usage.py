"""Several constructions of one noun, each judged yes, no, yes* or grey (paper 004).

Items of the panel are `SITE|CONSTRUCTION`, as `panels(..., within="construction")` makes them;
yes* marks the constructions most likely to be the writer's own, and grey those between yes and no,
which count as accepted (footnote 1 of the paper).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from solecism.errors import InputError
from solecism.panel import Panel

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
