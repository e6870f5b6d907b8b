"""Results of a running study: agreement, reliability by number of raters, and systems' scores.

They are for administrators only: raters see neither strata nor flags nor scores. They can be
computed again as if some raters were left out.

A study may stop early, by the width of its interval and never by the answers to one item: to stop
an item as soon as its raters agree would bias the share who say error. So the default is a fixed
number of judgments for all items. Where a study stops by width, all items stop together, except for
a random part that keeps the full number; the log records when and at which width.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from sqlalchemy import update

from solecism import sample_key as keys
from solecism.agreement.agreement import Agreement
from solecism.agreement.coefficients import measure_agreement
from solecism.agreement.reliability import ByReference, by_reference
from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL, Figure, undefined_figure
from solecism.formats import jsonl
from solecism.judgment import ERROR, MEANING, OK, UNKNOWN, Judgment
from solecism.panel import Panel, from_judgments, panels
from solecism.sampling.estimate import Estimates, estimate
from solecism.scoring.against_raters import weighted
from solecism.scoring.bins import Bin, agreement_bins
from solecism.scoring.match import decided, match
from solecism.scoring.score import Score
from solecism.site import Flag
from solecism.uncertainty.two_way import share_interval, two_way
from solecism_study import audit_log
from solecism_study.configuration import Stopping
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.item import DATA
from solecism_study.people.raters import all_raters
from solecism_study.status.rater_statistics import (
    AgreementCount,
    RaterShare,
    agreement_histogram,
    rater_shares,
)
from solecism_study.store.tables import openings
from solecism_study.study import FLAGS, KEY, Study

WHOLE = "all"
_MEASURES = ("observed", "cohen", "fleiss", "alpha", "ac1")
_MOST_LABELS = 100


@dataclass(frozen=True, slots=True, eq=False)
class SystemResult:
    """A system's scores against the raters' graded judgments, and per bin of agreement."""

    system: str
    graded: Score
    bins: list[Bin]


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """Agreement per stage, batch, rater and item, reliability by raters, and systems' scores.

    `n_unknown` further judgments say that it cannot be told, and no measure counts them.
    `estimates` are those of the system for which the sample was drawn. Whatever cannot be computed
    yet is empty, and `reasons` says why.
    """

    n_judgments: int
    n_unknown: int
    agreements: dict[str, list[Agreement]]
    reliability: ByReference | None
    systems: list[SystemResult]
    estimates: Estimates | None
    reasons: dict[str, str]
    raters: dict[str, RaterShare]
    histogram: list[AgreementCount]


def results(
    study: Study, *, level: float = DEFAULT_LEVEL, without: Collection[str] = ()
) -> Results:
    """Return the results so far, on demand without some raters, named by pseudonym.

    The same judgments give the same figures.
    """
    recorded = [
        one for one in recorded_judgments(study) if one.gold is None and one.rater not in without
    ]
    data = [one for one in recorded if one.answer != UNKNOWN]
    reasons: dict[str, str] = {}
    parts = _parts(data) if data else {}
    rng = np.random.default_rng(study.configuration.seed)
    return Results(
        n_judgments=len(data),
        n_unknown=len(recorded) - len(data),
        agreements=_agreements(parts | _batches(data), level, reasons),
        reliability=_reliability(parts, level, rng, reasons),
        systems=_systems(study, parts, level, reasons),
        estimates=_estimates(study, data, level, reasons),
        reasons=reasons,
        raters=rater_shares(parts.values()),
        histogram=agreement_histogram(parts.values()),
    )


def more_judgments(half_width: float, n: int, *, target: float) -> int:
    """Return how many more judgments bring an interval from this half width to the target.

    The width is proportional to one over the square root of the number of judgments.

    >>> more_judgments(0.04, 100, target=0.02)
    300
    """
    if not half_width > target or n <= 0:
        return 0
    return int(np.ceil(n * ((half_width / target) ** 2 - 1)))


def _parts(data: Sequence[Judgment]) -> dict[str, Panel]:
    """One panel per stage, or one for all."""
    has_stages = any(one.stage for one in data)
    within = "construction" if any("construction" in one.notes for one in data) else None
    grouped = panels(data, by="stage" if has_stages else None, within=within, duplicates="last")
    return grouped.parts or {WHOLE: grouped.data}


def _batches(data: Sequence[Judgment]) -> dict[str, Panel]:
    """One panel per batch that all raters judge; batches with stages are in the parts already."""
    shared = [one for one in data if one.batch is not None]
    if not shared or any(one.stage for one in shared):
        return {}
    parts = panels(shared, by="batch", duplicates="last").parts
    return {f"batch {name}": panel for name, panel in parts.items()}


def _agreements(
    parts: dict[str, Panel], level: float, reasons: dict[str, str]
) -> dict[str, list[Agreement]]:
    shared = {
        name: panel
        for name, panel in parts.items()
        if panel.n_raters > 1 and len(panel) > panel.n_items and panel.n_labels <= _MOST_LABELS
    }
    if not shared:
        reasons["agreement"] = "no item has two judgments yet"
    return {
        name: measure_agreement(panel, _MEASURES, level=level) for name, panel in shared.items()
    }


def _reliability(
    parts: dict[str, Panel], level: float, rng: np.random.Generator, reasons: dict[str, str]
) -> ByReference | None:
    panel = next(iter(parts.values()), None)
    if panel is None or panel.n_raters < 2:
        reasons["reliability"] = "there are fewer than two raters"
        return None
    reliability = by_reference(panel, rng=rng, level=level)
    if reliability.reason:
        reasons["reliability"] = reliability.reason
    return reliability


def _systems(
    study: Study, parts: dict[str, Panel], level: float, reasons: dict[str, str]
) -> list[SystemResult]:
    body = study.document(FLAGS)
    panel = decided(parts[WHOLE]) if WHOLE in parts else None
    if body is None:
        reasons["systems"] = "the study has no flags of a system"
    elif panel is None or set(panel.labels) - {ERROR, OK}:
        reasons["systems"] = "answers are not error and ok"
    else:
        flags = list(jsonl.parse(body.splitlines(), Flag, file=FLAGS))
        judged = set(panel.items)
        near = [flag for flag in flags if flag.site in judged]
        if near:
            return [
                SystemResult(
                    one.system, weighted(one, level=level), agreement_bins(one, level=level)
                )
                for one in match(near, panel)
            ]
        reasons["systems"] = "no flag is at a judged site"
    return []


def _estimates(
    study: Study, data: Sequence[Judgment], level: float, reasons: dict[str, str]
) -> Estimates | None:
    body = study.document(KEY)
    if body is None:
        reasons["estimates"] = "the study was not drawn with a key"
        return None
    if not data or {one.answer for one in data} - {ERROR, OK, *MEANING}:
        reasons["estimates"] = "there are no judgments of error and ok yet"
        return None
    return estimate(keys.parse([body], file=KEY), data, level=level)


@dataclass(frozen=True, slots=True, eq=False)
class FigureComparison:
    """A figure of all raters and the same one without some of them; None where undefined then."""

    part: str
    name: str
    everybody: Figure
    rest: Figure | None


@dataclass(frozen=True, slots=True, eq=False)
class WhatIf:
    """All figures with and without some raters, and how many judgments there are."""

    without: tuple[str, ...]
    n_everybody: int
    n_rest: int
    comparisons: tuple[FigureComparison, ...]


def what_if(study: Study, without: Collection[str]) -> WhatIf:
    """Compare the results so far with those without some raters; nothing is changed."""
    known = {rater.pseudonym for rater in all_raters(study)}
    unknown = sorted(set(without) - known)
    if unknown:
        raise InputError(f"there is no rater {unknown[0][:60]!r}.")
    before, after = results(study), results(study, without=without)
    rest = dict(_figures(after))
    return WhatIf(
        tuple(sorted(without)),
        before.n_judgments,
        after.n_judgments,
        tuple(
            FigureComparison(part, name, figure, rest.get((part, name)))
            for (part, name), figure in _figures(before)
        ),
    )


def _figures(measured: Results) -> Iterator[tuple[tuple[str, str], Figure]]:
    for stage, agreements in measured.agreements.items():
        for one in agreements:
            yield (f"agreement, {stage}", one.name), one
    for system in measured.systems:
        for name, figure in system.graded.figures.items():
            yield (f"{system.system}, graded", name), figure
    if measured.estimates is not None:
        for name, figure in measured.estimates.figures.items():
            yield (f"{measured.estimates.system}, estimated", name), figure


ERROR_SHARE = "share of errors"


@dataclass(frozen=True, slots=True)
class Stopped:
    """The share of errors, and how many items were closed."""

    share: Figure
    n_closed: int


def error_share(study: Study) -> Figure:
    """Return the share of answers that say error, with an interval over items and raters."""
    rule = study.configuration.stopping
    level = rule.level if rule else 0.95
    judgments = [
        one for one in recorded_judgments(study) if one.answer in (ERROR, OK) and one.gold is None
    ]
    if not judgments:
        return undefined_figure(ERROR_SHARE, "there are no judgments yet", level=level)
    panel = from_judgments(judgments, labels=(ERROR, OK), duplicates="last")
    matrix = panel.matrix()
    values = np.where(matrix < 0, np.nan, matrix == 0)
    share = float(np.nanmean(values, axis=1).mean())
    interval = share_interval(share, two_way(values), n_items=panel.n_items, level=level)
    return Figure(share, name=ERROR_SHARE, interval=interval)


def _system_figure(study: Study, rule: Stopping) -> Figure:
    """Precision or recall by items with all their judgments, valid however often one looks."""
    body, n = study.document(KEY), study.configuration.n_judgments
    measure = str(rule.figure)
    answers: dict[str, list[Judgment]] = {}
    for one in recorded_judgments(study, with_control=False):
        if one.answer in (ERROR, OK):
            answers.setdefault(one.site, []).append(one)
    whole = [one for given in answers.values() if len(given) >= n for one in given]
    if body is None or not whole:
        return undefined_figure(measure, "no item has all its judgments", level=rule.level)
    key = keys.parse([body], file=KEY)
    estimates = estimate(key, whole, method="anytime", reading="majority", level=rule.level)
    return estimates.figures[measure]


def stop_if_precise(study: Study, *, now: int) -> Stopped:
    """Close items early if the interval of the share of errors is narrow enough."""
    rule = study.configuration.stopping
    if rule is None:
        raise InputError("this study collects a fixed number of judgments and does not stop early.")
    share = _system_figure(study, rule) if rule.figure else error_share(study)
    interval = share.interval
    if not interval.is_defined or interval.high - interval.low > rule.width:
        return Stopped(share, 0)
    n_taken = openings.c.n_answered + openings.c.n_leased
    # What nobody has begun is not asked, or else whatever has the least number.
    is_enough = n_taken == 0 if rule.figure else ~openings.c.is_fixed & (n_taken >= rule.least)
    with study.database.write() as connection:
        close = (
            update(openings)
            .where(openings.c.pool == DATA, openings.c.is_open, is_enough)
            .values(wanted=n_taken, is_open=False)
        )
        n_closed = connection.execute(close).rowcount
        if n_closed:
            detail = {"low": interval.low, "high": interval.high, "closed": n_closed}
            audit_log.append(connection, at=now, actor="solecism", action="stop", detail=detail)
    return Stopped(share, n_closed)
