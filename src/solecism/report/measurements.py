"""Measurements: everything that is measured for a report, in one call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from solecism.agree.agreement import Agreement
from solecism.agree.by_reference import ByReference, by_reference
from solecism.agree.coefficients.by_name import measure_agreement
from solecism.agree.constructions import (
    CONSTRUCTION,
    ConstructionMeasures,
    construction_measures,
    last_stage,
)
from solecism.agree.pairwise import Pair, RaterAgreement, pairwise, rater_agreements
from solecism.agree.raters import RaterQuality, rater_quality
from solecism.agree.raters_needed import RatersNeeded, raters_needed
from solecism.agree.spam import Likeness, SpamSigns, near_duplicates, spam_signs
from solecism.agree.usage import accept_all
from solecism.errors import InputError
from solecism.flag import Flag
from solecism.interval import DEFAULT_LEVEL
from solecism.judgment import Judgment
from solecism.key import Key
from solecism.panel import Panel
from solecism.panels import Duplicates, Panels, panels
from solecism.report.pairs import SystemPair, compare_pairs
from solecism.sample.estimate import Estimates, estimate
from solecism.score.bins import DEFAULT_EDGES, Bin, agreement_bins, agreement_curve
from solecism.score.match import LABELS, Match, decided, match
from solecism.score.plain import against_majority, against_rater
from solecism.score.score import Score
from solecism.score.weighted import weighted
from solecism.uncertainty.interval import check_level

MOST_PAIRED_RATERS = 16
_MOST_THRESHOLDS = 12
UNSCORABLE = (
    "Answers are not error and ok (or incorrect and correct), so that a system's flags cannot be "
    "held to them."
)


@dataclass(frozen=True, slots=True, eq=False)
class SystemScores:
    """The scores of a system: graded, against the majority and each rater, and by agreement.

    `by_kind` has the graded scores of each kind of site, if there are several.
    """

    match: Match
    graded: Score
    majority: Score
    by_rater: list[Score]
    bins: list[Bin]
    curve: list[Bin]
    by_kind: list[Score]

    @property
    def system(self) -> str:
        """The system's name."""
        return self.match.system


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Measurements:
    """All results; empty where data are missing, or for the reason in `unscored`."""

    panel: Panel
    gold: Panel
    constructions: ConstructionMeasures | None
    agreements: list[Agreement]
    pairs: list[Pair]
    raters: list[RaterAgreement]
    quality: list[RaterQuality]
    signs: list[SpamSigns]
    likenesses: list[Likeness]
    reliability: ByReference
    needed: list[RatersNeeded]
    scores: list[SystemScores]
    unscored: str
    comparisons: list[SystemPair]
    estimates: list[Estimates]
    level: float


def measurements(
    judgments: Iterable[Judgment],
    flags: Iterable[Flag] = (),
    samples: Iterable[Key] = (),
    *,
    within: str | None = None,
    writers: Iterable[Judgment] = (),
    choices: Iterable[Judgment] = (),
    references: Sequence[str] = (),
    edges: Sequence[float] = DEFAULT_EDGES,
    duplicates: Duplicates = "error",
    level: float = DEFAULT_LEVEL,
    seed: int = 0,
) -> Measurements:
    """The results of a study: of its raters, of the systems of its flags, and of samples.

    `within` is a field that makes several items of one site. Judgments of five constructions of
    each noun need no such field; `writers` are then the writers' own constructions, and `choices`
    those of systems.
    """
    check_level(level)
    judgments = list(judgments)
    constructions = None
    if within is None and any(CONSTRUCTION in one.notes for one in judgments):
        within = CONSTRUCTION
        constructions = construction_measures(judgments, writers, choices=choices, level=level)
    data = panels(
        judgments,
        by="stage" if constructions else None,
        within=within,
        duplicates=duplicates,
    )
    if constructions:
        data = replace(data, data=accept_all(data.parts[last_stage(data.parts)]))
    if not len(data.data):
        raise InputError(
            "all judgments are unknown or of control items. There is nothing to report on."
        )
    scores, unscored = _scores(data.data, list(flags), edges, level)
    return _measurements(
        data,
        references,
        constructions=constructions,
        scores=scores,
        unscored=unscored,
        comparisons=compare_pairs([one.match for one in scores], level=level, seed=seed),
        estimates=[estimate(key, judgments, level=level) for key in samples],
        level=level,
        rng=np.random.default_rng(seed),
    )


def _measurements(
    data: Panels,
    references: Sequence[str],
    *,
    constructions: ConstructionMeasures | None,
    scores: list[SystemScores],
    unscored: str,
    comparisons: list[SystemPair],
    estimates: list[Estimates],
    level: float,
    rng: np.random.Generator,
) -> Measurements:
    panel = data.data
    return Measurements(
        panel=panel,
        gold=data.gold,
        constructions=constructions,
        agreements=measure_agreement(panel, level=level),
        pairs=pairwise(panel, level=level) if panel.n_raters <= MOST_PAIRED_RATERS else [],
        raters=rater_agreements(panel, rng=rng, level=level),
        quality=rater_quality(data.gold, level=level),
        signs=spam_signs(panel),
        likenesses=near_duplicates(panel),
        reliability=by_reference(panel, references, rng=rng, level=level),
        needed=raters_needed(panel, references, rng=rng, level=level),
        scores=scores,
        unscored=unscored,
        comparisons=comparisons,
        estimates=estimates,
        level=level,
    )


def _scores(
    panel: Panel, flags: list[Flag], edges: Sequence[float], level: float
) -> tuple[list[SystemScores], str]:
    if not flags:
        return [], "No flags of a system were given."
    panel = decided(panel)
    if set(panel.labels) - set(LABELS):
        return [], UNSCORABLE
    return [_of_system(one, edges, level) for one in match(flags, panel)], ""


def _of_system(match: Match, edges: Sequence[float], level: float) -> SystemScores:
    levels = np.unique(match.agreement)
    grid = np.linspace(0.5, 1.0, 11)
    thresholds = levels if len(levels) <= _MOST_THRESHOLDS else grid
    return SystemScores(
        match,
        weighted(match, level=level),
        against_majority(match, level=level),
        [against_rater(match, rater, level=level) for rater in match.panel.raters],
        agreement_bins(match, edges=edges, level=level),
        agreement_curve(match, thresholds=thresholds.tolist(), level=level),
        [weighted(part, kind=kind, level=level) for kind, part in match.by_kind().items()],
    )
