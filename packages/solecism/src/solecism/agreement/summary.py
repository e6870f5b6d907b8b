"""All figures of agreement for the judgments of a study, in one call, and their tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from solecism.agreement.accepted_constructions import (
    RaterUsage,
    accept_all,
    combinations_accepted,
    originals,
    rater_usage,
)
from solecism.agreement.agreement import Agreement
from solecism.agreement.coefficients import measure_agreement
from solecism.agreement.confusion import Confusion, Disagreement, disagreements
from solecism.agreement.difference import (
    independent_difference,
    paired_difference,
    simple_difference,
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
from solecism.agreement.raters_needed import MAJORITY, RatersNeeded, raters_needed
from solecism.agreement.reliability import ByReference, Reliability, by_reference
from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL, Difference
from solecism.judgment import CORRECT, OK
from solecism.panel import Panel, Panels
from solecism.table import Table, Tabular, number, span, table
from solecism.uncertainty.quantiles import check_level

_FIGURES = ("value", "SE", "interval", "items", "note")


@dataclass(frozen=True, slots=True)
class PartAgreement:
    """One measure of one part of the judgments."""

    part: str
    agreement: Agreement


@dataclass(frozen=True, slots=True)
class PartDifference:
    """How a measure changes from one part to another, `after` minus `before`.

    The test is paired where the parts share items.
    """

    before: str
    after: str
    difference: Difference


@dataclass(frozen=True, slots=True)
class PartUsage:
    """The constructions that one rater accepts in one part of the judgments."""

    part: str
    usage: RaterUsage


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class AgreementSummary(Tabular):
    """All requested figures; fields that were not requested are empty."""

    agreements: list[PartAgreement]
    differences: list[PartDifference]
    pairs: list[RaterPair]
    disagreements: list[Disagreement]
    raters: list[RaterAgreement]
    quality: list[RaterQuality]
    spam: list[SpamSigns]
    likenesses: list[NearDuplicate]
    reliability: list[Reliability]
    by_reference: dict[str, list[Reliability]]
    needed: list[RatersNeeded]
    usage: list[PartUsage]
    best_together: list[tuple[str, int]]
    has_confusions: bool = False

    def tables(self) -> Iterator[Table]:
        """All tables of the summary; those that were not requested have no rows."""
        yield agreement_table("Agreement", self.agreements)
        yield difference_table(self.differences)
        yield table(
            "Pairs of raters (Cohen's kappa)",
            ("first", "second", *_FIGURES),
            [(pair.table.first, pair.table.second, *_cells(pair.kappa)) for pair in self.pairs],
        )
        if self.has_confusions:
            yield from (confusion_table(pair.table) for pair in self.pairs)
        yield table(
            "Errors of one rater that the other accepts",
            ("rater", "other", "accepted", "errors", "rate"),
            [
                (row.rater, row.other, str(row.n_accepted), str(row.n_errors), number(row.rate))
                for row in self.disagreements
            ],
        )
        yield from self._rater_tables()
        yield usage_table(self.usage)
        yield table(
            "Best together",
            ("constructions", "times"),
            [(constructions, str(n_sites)) for constructions, n_sites in self.best_together],
        )
        yield from self._reliability_tables()

    def _reliability_tables(self) -> Iterator[Table]:
        columns = ("raters", "kappa", "band", "agreement", "band", "items")
        title = "Majority of so many raters, against the reference"
        if not self.by_reference:
            yield table(title, columns, map(_point_cells, self.reliability))
            return
        curves = {**self.by_reference, "mean": self.reliability}
        yield table(
            title,
            ("reference", *columns),
            [(name, *_point_cells(point)) for name, curve in curves.items() for point in curve],
        )
        yield needed_table(self.needed)

    def _rater_tables(self) -> Iterator[Table]:
        yield table(
            "Raters",
            ("rater", "items", "answers", "mean kappa", "kappa with majority", "signs of spam"),
            [
                (
                    row.rater,
                    str(row.n_items),
                    " ".join(f"{label} {share:.0%}" for label, share in row.shares.items()),
                    number(row.mean_kappa),
                    f"{number(row.with_majority)} {span(row.with_majority.interval)}",
                    "; ".join(spam.signs),
                )
                for row, spam in zip(self.raters, self.spam, strict=True)
            ],
        )
        yield table(
            "Control items",
            ("rater", "right", "of", "accuracy", "interval", "P(above the bar)"),
            [
                (
                    row.rater,
                    str(row.n_right),
                    str(row.n_control),
                    number(row.accuracy),
                    span(row.accuracy.interval),
                    number(row.p_above_bar),
                )
                for row in self.quality
            ],
        )
        yield table(
            "Raters who answer alike",
            ("first", "second", "same", "of", "expected", "p"),
            [
                (
                    row.first,
                    row.second,
                    str(row.n_same),
                    str(row.n_items),
                    number(row.n_expected, 1),
                    f"{row.p_value:.2g}",
                )
                for row in self.likenesses
            ],
        )


def confusion_table(confusion: Confusion) -> Table:
    """How often two raters gave each pair of answers: rows of the first, columns of the second."""
    return table(
        f"{confusion.first} (rows) and {confusion.second} (columns)",
        ("", *confusion.labels),
        [
            (label, *map(str, counts))
            for label, counts in zip(confusion.labels, confusion.counts.tolist(), strict=True)
        ],
    )


def needed_table(rows: Iterable[RatersNeeded]) -> Table:
    """How many raters match the references, and how many fewer than by plain majority."""
    rows = list(rows)
    plain = {row.reference: row.n_raters for row in rows if row.way == MAJORITY}
    return table(
        "Raters who match the references",
        ("answer by", "reference", "references' kappa", "kappa", "raters needed", "fewer", "note"),
        [
            (
                row.way,
                row.reference,
                number(row.experts),
                number(row.kappa),
                row.shown,
                _fewer(plain[row.reference], row),
                f"{row.n_left_out} raters left out" if row.n_left_out else "",
            )
            for row in rows
        ],
    )


def agreement_table(title: str, rows: Iterable[PartAgreement]) -> Table:
    """Agreement by part and measure."""
    return table(
        title,
        ("part", "measure", *_FIGURES),
        [(row.part, row.agreement.name, *_cells(row.agreement)) for row in rows],
    )


def difference_table(rows: Iterable[PartDifference]) -> Table:
    """The differences between two parts, with tests."""
    return table(
        "Differences",
        ("measure", "from", "to", "difference", "SE", "interval", "z or t", "p", "test"),
        [
            (
                row.difference.name,
                row.before,
                row.after,
                number(row.difference),
                number(row.difference.se),
                span(row.difference.interval),
                number(row.difference.statistic, 2),
                number(row.difference.p_value, 4),
                row.difference.test,
            )
            for row in rows
        ],
    )


def usage_table(rows: Iterable[PartUsage]) -> Table:
    """The constructions that each rater accepts."""
    return table(
        "Usage",
        (
            "part",
            "rater",
            "answers",
            "original accepted",
            "original best",
            "several accepted",
            "several best",
        ),
        [
            (
                row.part,
                row.usage.rater,
                " ".join(f"{label} {share:.1%}" for label, share in row.usage.shares.items()),
                number(row.usage.original_accepted),
                number(row.usage.original_best),
                number(row.usage.several_accepted),
                number(row.usage.several_best),
            )
            for row in rows
        ],
    )


def _cells(agreement: Agreement) -> tuple[str, str, str, str, str]:
    interval = span(agreement.interval)
    return (
        number(agreement),
        number(agreement.se),
        interval,
        str(agreement.n_items),
        agreement.reason,
    )


def _point_cells(point: Reliability) -> tuple[str, ...]:
    return (
        str(point.n_raters),
        number(point.kappa),
        span(point.kappa.interval),
        number(point.agreement),
        span(point.agreement.interval),
        str(point.n_items),
    )


def _fewer(plain: int | None, row: RatersNeeded) -> str:
    """How many raters fewer a way needs than the plain majority, where both numbers are known."""
    if row.way == MAJORITY or plain is None or row.n_raters is None:
        return ""
    return str(plain - row.n_raters)


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


def _pairs(panel: Panel, reference: Sequence[str], level: float) -> list[RaterPair]:
    """All pairs of raters, or only those with a reference."""
    return [
        pair
        for pair in pairwise(panel, level=level)
        if not reference or {pair.table.first, pair.table.second} & set(reference)
    ]


def _disagreements(pairs: Sequence[RaterPair], ok: Sequence[str]) -> list[Disagreement]:
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
