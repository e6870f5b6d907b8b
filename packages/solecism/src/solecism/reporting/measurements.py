"""Everything that is measured for a report, in one call.

Every pair of systems is compared on the same judgments, with p-values corrected for all pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from solecism.agreement.accepted_constructions import accept_all
from solecism.agreement.agreement import Agreement
from solecism.agreement.coefficients import measure_agreement
from solecism.agreement.construction_measures import (
    CONSTRUCTION,
    ConstructionMeasures,
    construction_measures,
    last_stage,
)
from solecism.agreement.rater_quality import (
    NearDuplicate,
    RaterAgreement,
    RaterPair,
    RaterQuality,
    SpamSigns,
    near_duplicates,
    pairwise,
    rater_agreements,
    rater_quality,
    spam_signs,
)
from solecism.agreement.raters_needed import RatersNeeded, raters_needed
from solecism.agreement.reliability import ByReference, by_reference
from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL
from solecism.judgment import Judgment
from solecism.panel import Duplicates, Panel, Panels, panels
from solecism.sample_key import Key
from solecism.sampling.estimate import Estimates, estimate
from solecism.scoring.against_raters import against_majority, against_rater, weighted
from solecism.scoring.bins import DEFAULT_EDGES, Bin, agreement_bins, agreement_curve
from solecism.scoring.compared_systems import Comparison, SystemDifference, compare
from solecism.scoring.match import LABELS, Match, decided, match
from solecism.scoring.score import Score
from solecism.site import Flag
from solecism.uncertainty.quantiles import check_level
from solecism.uncertainty.significance import holm_corrected
from solecism.uncertainty.two_way import RATERS_OF_STUDIES, RaterPrior


@dataclass(frozen=True, slots=True)
class SystemPair:
    """The comparison of two systems; `p_holm` has the corrected p-values of its differences."""

    comparison: Comparison
    p_holm: tuple[float, ...]

    @property
    def corrected(self) -> list[tuple[SystemDifference, float]]:
        """Each difference with its corrected p-value."""
        return list(zip(self.comparison.differences, self.p_holm, strict=True))


def compare_pairs(
    matches: Sequence[Match],
    *,
    prior: RaterPrior | None = RATERS_OF_STUDIES,
    level: float = DEFAULT_LEVEL,
    seed: int = 0,
) -> list[SystemPair]:
    """All pairs, each as `solecism compare` compares it, and Holm's correction for the pairs.

    The pairs by one measure and one reference are a family of tests.
    """
    comparisons = [
        compare(one, other, rng=np.random.default_rng(seed), prior=prior, level=level)
        for one, other in combinations(matches, 2)
    ]
    families = zip(*(comparison.differences for comparison in comparisons), strict=True)
    corrected = [
        holm_corrected([difference.p_value for difference in family]) for family in families
    ]
    return [
        SystemPair(comparison, tuple(family[place] for family in corrected))
        for place, comparison in enumerate(comparisons)
    ]


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
    pairs: list[RaterPair]
    raters: list[RaterAgreement]
    quality: list[RaterQuality]
    signs: list[SpamSigns]
    likenesses: list[NearDuplicate]
    reliability: ByReference
    needed: list[RatersNeeded]
    scores: list[SystemScores]
    unscored: str
    comparisons: list[SystemPair]
    estimates: list[Estimates]
    prior: RaterPrior | None
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
    prior: RaterPrior | None = RATERS_OF_STUDIES,
    level: float = DEFAULT_LEVEL,
    seed: int = 0,
) -> Measurements:
    """The results of a study: of its raters, of the systems of its flags, and of samples.

    `within` is a field that makes several items of one site. Judgments of five constructions of
    each noun need no such field; `writers` are then the writers' own constructions, and `choices`
    those of systems. `prior` is what is known of how much raters differ.
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
    scores, unscored = _scores(data.data, list(flags), edges, prior, level)
    return _measurements(
        data,
        references,
        constructions=constructions,
        scores=scores,
        unscored=unscored,
        comparisons=compare_pairs(
            [one.match for one in scores], prior=prior, level=level, seed=seed
        ),
        estimates=[estimate(key, judgments, prior=prior, level=level) for key in samples],
        prior=prior,
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
    prior: RaterPrior | None,
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
        prior=prior,
        level=level,
    )


def _scores(
    panel: Panel,
    flags: list[Flag],
    edges: Sequence[float],
    prior: RaterPrior | None,
    level: float,
) -> tuple[list[SystemScores], str]:
    if not flags:
        return [], "No flags of a system were given."
    panel = decided(panel)
    if set(panel.labels) - set(LABELS):
        return [], UNSCORABLE
    return [_of_system(one, edges, prior, level) for one in match(flags, panel)], ""


def _of_system(
    match: Match, edges: Sequence[float], prior: RaterPrior | None, level: float
) -> SystemScores:
    levels = np.unique(match.agreement)
    grid = np.linspace(0.5, 1.0, 11)
    thresholds = levels if len(levels) <= _MOST_THRESHOLDS else grid
    return SystemScores(
        match,
        weighted(match, prior=prior, level=level),
        against_majority(match, level=level),
        [against_rater(match, rater, level=level) for rater in match.panel.raters],
        agreement_bins(match, edges=edges, level=level),
        agreement_curve(match, thresholds=thresholds.tolist(), level=level),
        [
            weighted(part, kind=kind, prior=prior, level=level)
            for kind, part in match.by_kind().items()
        ],
    )
