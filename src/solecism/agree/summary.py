"""All figures of agreement for the judgments of a study, in one call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from solecism.agree.agreement_summary import (
    AgreementSummary,
    PartAgreement,
    PartDifference,
    PartUsage,
)
from solecism.agree.by_reference import ByReference, by_reference
from solecism.agree.coefficients.by_name import measure_agreement
from solecism.agree.confusion import Disagreement, disagreements
from solecism.agree.difference import independent_difference, paired_difference, simple_difference
from solecism.agree.pairwise import Pair, pairwise, rater_agreements
from solecism.agree.raters import rater_quality
from solecism.agree.raters_needed import raters_needed
from solecism.agree.spam import near_duplicates, spam_signs
from solecism.agree.usage import (
    accept_all,
    combinations_accepted,
    originals,
    rater_usage,
)
from solecism.errors import InputError
from solecism.interval import DEFAULT_LEVEL
from solecism.judgment import CORRECT, OK
from solecism.panel import Panel
from solecism.panels import Panels
from solecism.uncertainty.interval import check_level

WHOLE = "all"
COHEN = "cohen"
NO_CURVES = ByReference({}, [], in_turn=False)


def summarise(
    panels: Panels,
    *,
    measures: Sequence[str] = (),
    pairs: bool = False,
    confusion: bool = False,
    raters: bool = False,
    reference: Sequence[str] = (),
    by_size: bool = False,
    usage: bool = False,
    ok: Sequence[str] = (OK, CORRECT),
    level: float = DEFAULT_LEVEL,
    n_draws: int = 0,
    seed: int = 0,
) -> AgreementSummary:
    """Agreement of the whole and of each part, and whatever else is requested.

    `reference` raters are held against the others, and left out of their agreement: each of
    them in pairs and for reliability `by_size`, with the mean of several. With `usage` items are
    constructions judged yes, no or yes* (paper 004): yes* counts as yes for agreement, and what
    the reference accepts is the original.
    """
    check_level(level)
    _check(panels, reference, by_size)
    detailed = _without(panels.data, reference)
    detailed_parts = {name: _without(part, reference) for name, part in panels.parts.items()}
    everyone, whole = (accept_all(panel) if usage else panel for panel in (panels.data, detailed))
    parts = {name: accept_all(part) if usage else part for name, part in detailed_parts.items()}
    asked = _pairs(everyone, reference, level) if pairs or reference else []
    # A generator each: what one part of the summary draws does not change another.
    drawing, breaking_ties, choosing_raters, resampling = np.random.default_rng(seed).spawn(4)
    curves = _by_size(everyone, reference, level, choosing_raters) if by_size else NO_CURVES
    return AgreementSummary(
        agreements=[
            PartAgreement(name, figure)
            for name, part in [*parts.items(), (WHOLE, whole)]
            for figure in measure_agreement(
                part, measures, level=level, n_draws=n_draws, rng=drawing
            )
        ],
        differences=part_differences(parts, measures, level=level) if len(parts) == 2 else [],
        pairs=asked,
        has_confusions=confusion,
        disagreements=_disagreements(asked, ok) if set(ok) & set(everyone.labels) else [],
        raters=rater_agreements(whole, rng=breaking_ties, level=level) if raters else [],
        quality=rater_quality(panels.gold, level=level) if raters else [],
        spam=spam_signs(whole) if raters else [],
        likenesses=near_duplicates(whole) if raters else [],
        reliability=curves.mean,
        by_reference=curves.curves,
        needed=raters_needed(everyone, reference, rng=resampling, level=level) if by_size else [],
        usage=_usage(panels, detailed_parts or {WHOLE: detailed}, reference) if usage else [],
        best_together=_best_together(detailed_parts or {WHOLE: detailed}) if usage else [],
    )


def _check(panels: Panels, reference: Sequence[str], by_size: bool) -> None:
    if by_size and not reference:
        raise InputError("reliability by number of raters needs a reference rater: name one.")
    if not len(panels.data):
        raise InputError("there are no judgments; unknown answers and control items do not count.")
    for name in reference:
        panels.data.rater_index(name)


def _pairs(panel: Panel, reference: Sequence[str], level: float) -> list[Pair]:
    """All pairs of raters, or only those with a reference."""
    return [
        pair
        for pair in pairwise(panel, level=level)
        if not reference or {pair.table.first, pair.table.second} & set(reference)
    ]


def _disagreements(pairs: Sequence[Pair], ok: Sequence[str]) -> list[Disagreement]:
    rates = (rate for pair in pairs for rate in disagreements(pair.table, ok=ok))
    return [rate for rate in rates if rate.n_errors]


def _without(panel: Panel, raters: Sequence[str]) -> Panel:
    left_out = np.array([rater in raters for rater in panel.raters], dtype=bool)
    return panel.select(~left_out[panel.rater]) if left_out.any() else panel


def part_differences(
    parts: Mapping[str, Panel], measures: Sequence[str], *, level: float = DEFAULT_LEVEL
) -> list[PartDifference]:
    """Two parts of one panel compared: as separate items, and paired where they share clusters.

    Kappa of two raters is compared once more with the standard error of paper 004, which takes
    chance agreement as known.
    """
    (before, earlier), (after, later) = parts.items()
    differences = []
    for one, other in zip(
        measure_agreement(earlier, measures, level=level),
        measure_agreement(later, measures, level=level),
        strict=True,
    ):
        if one.name == other.name:
            differences.append(independent_difference(other, one, level=level))
            if one.name == COHEN and earlier.raters == later.raters and len(later.raters) == 2:
                differences.append(simple_difference(later, earlier, level=level))
            name = one.name.replace("mean pairwise ", "")
            if len(np.intersect1d(earlier.cluster, later.cluster)):
                differences.append(paired_difference(later, earlier, name, level=level))
    return [PartDifference(before, after, difference) for difference in differences]


def _usage(panels: Panels, parts: Mapping[str, Panel], reference: Sequence[str]) -> list[PartUsage]:
    original: dict[str, str] = {}
    # Of each part by itself: in the whole, items of two stages have other names.
    for part in panels.parts.values() or [panels.data]:
        present = set(reference) & set(part.raters)
        original |= originals(part.of_raters(sorted(present))) if present else {}
    return [
        PartUsage(name, row)
        for name, part in parts.items()
        for row in rater_usage(part, original=original)
    ]


def _best_together(parts: Mapping[str, Panel]) -> list[tuple[str, int]]:
    times = Counter[tuple[str, ...]]()
    for part in parts.values():
        times += combinations_accepted(part)
    return [(" + ".join(constructions), n_sites) for constructions, n_sites in times.most_common()]


def _by_size(
    panel: Panel, reference: Sequence[str], level: float, rng: np.random.Generator
) -> ByReference:
    """The curve of each reference and their mean; of a single one, the curve is the mean."""
    found = by_reference(panel, reference, rng=rng, level=level)
    if found.reason:
        raise InputError(f"{found.reason}. Do their ids match?")
    if len(found.curves) > 1:
        return found
    [curve] = found.curves.values()
    return replace(found, curves={}, mean=curve)
