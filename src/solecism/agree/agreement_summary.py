"""The summary of agreement: figures of the whole and of its parts, and their tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from solecism.agree.agreement import Agreement
from solecism.agree.confusion import Confusion, Disagreement
from solecism.agree.pairwise import Pair, RaterAgreement
from solecism.agree.raters import RaterQuality
from solecism.agree.raters_needed import MAJORITY, RatersNeeded
from solecism.agree.reliability import Reliability
from solecism.agree.spam import Likeness, SpamSigns
from solecism.agree.usage import RaterUsage
from solecism.figure import Difference
from solecism.table import Table, Tabular, number, span, table

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
    pairs: list[Pair]
    disagreements: list[Disagreement]
    raters: list[RaterAgreement]
    quality: list[RaterQuality]
    spam: list[SpamSigns]
    likenesses: list[Likeness]
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
