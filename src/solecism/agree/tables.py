"""What judgments say about agreement, as tables for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from solecism.table import Table, number, span, table

if TYPE_CHECKING:
    from solecism.agree.agreement import Agreement
    from solecism.agree.summary import (
        AgreementSummary,
        PartAgreement,
        PartDifference,
        PartUsage,
    )

_FIGURES = ("value", "SE", "interval", "items", "note")


def agreement_table(title: str, rows: Iterable[PartAgreement]) -> Table:
    """Agreement by part and measure."""
    return table(
        title,
        ("part", "measure", *_FIGURES),
        [(row.part, row.agreement.name, *_cells(row.agreement)) for row in rows],
    )


def difference_table(rows: Iterable[PartDifference]) -> Table:
    """How two parts differ, with tests."""
    return table(
        "Differences",
        ("measure", "from", "to", "difference", "SE", "interval", "p", "test"),
        [
            (
                row.difference.name,
                row.before,
                row.after,
                number(row.difference),
                number(row.difference.se),
                span(row.difference.interval),
                number(row.difference.p_value, 4),
                row.difference.test,
            )
            for row in rows
        ],
    )


def summary_tables(result: AgreementSummary) -> Iterator[Table]:
    """All tables of a summary; those that nobody asked for have no rows."""
    yield agreement_table("Agreement", result.agreements)
    yield difference_table(result.differences)
    yield table(
        "Pairs of raters (Cohen's kappa)",
        ("first", "second", *_FIGURES),
        [(pair.table.first, pair.table.second, *_cells(pair.kappa)) for pair in result.pairs],
    )
    yield table(
        "Errors of one rater that the other accepts",
        ("rater", "other", "accepted", "errors", "rate"),
        [
            (row.rater, row.other, str(row.n_accepted), str(row.n_errors), number(row.rate))
            for row in result.disagreements
        ],
    )
    yield from _rater_tables(result)
    yield usage_table(result.usage)
    yield table(
        "Best together",
        ("constructions", "times"),
        [(constructions, str(n_sites)) for constructions, n_sites in result.best_together],
    )
    yield table(
        "Majority of so many raters, against the reference",
        ("raters", "kappa", "band", "agreement", "band", "items"),
        [
            (
                str(point.n_raters),
                number(point.kappa),
                span(point.kappa.interval),
                number(point.agreement),
                span(point.agreement.interval),
                str(point.n_items),
            )
            for point in result.reliability
        ],
    )


def usage_table(rows: Iterable[PartUsage]) -> Table:
    """What each rater accepts."""
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


def _rater_tables(result: AgreementSummary) -> Iterator[Table]:
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
            for row, spam in zip(result.raters, result.spam, strict=True)
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
            for row in result.quality
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
            for row in result.likenesses
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
