"""Which of five ways to write a noun raters accept, and how far they agree (paper 004)."""

from __future__ import annotations

from collections.abc import Iterator

from solecism.agreement.construction_measures import ConstructionMeasures
from solecism.reporting.measurements import Measurements
from solecism.reporting.section import Section
from solecism.reporting.table import ReportTable, table

_MOST_TOGETHER = 12


def constructions_section(measurements: Measurements) -> Section:
    """What raters accept by stage, the confusion tables of each stage, and the contrasts."""
    measures = measurements.constructions
    title = "Constructions of nouns"
    if measures is None:
        reason = "No judgments of articles and number were given."
        return Section("constructions", title, missing=reason)
    text = (
        "Each noun was judged in five constructions. Yes* (most likely the writer’s own) and grey "
        "(between yes and no) count as yes for agreement. The other sections of this report are "
        "about the last stage, with one item per noun and construction.",
    )
    return Section("constructions", title, text, tuple(_tables(measures)))


def _tables(measures: ConstructionMeasures) -> Iterator[ReportTable]:
    yield _usage_table(measures)
    yield table(
        "constructions-together",
        "Constructions that a rater finds best together",
        ("rater", "constructions", "nouns"),
        [
            (row.rater, " + ".join(row.constructions), row.n_sites)
            for row in measures.together[:_MOST_TOGETHER]
        ],
    )
    for one in measures.confusions:
        confusion = one.confusion
        yield table(
            f"constructions-confusion-{one.stage}",
            f"{one.stage}: {confusion.first} (rows) and {confusion.second} (columns)",
            ("", *confusion.labels),
            [
                (label, *counts)
                for label, counts in zip(confusion.labels, confusion.counts.tolist(), strict=True)
            ],
        )
    yield from _contrast_tables(measures)
    if measures.systems:
        yield systems_table(measures)


def _usage_table(measures: ConstructionMeasures) -> ReportTable:
    labels = sorted({label for row in measures.usage for label in row.usage.shares})
    return table(
        "constructions-usage",
        "What each rater accepts",
        (
            "rater",
            "stage",
            *labels,
            "original accepted",
            "original best",
            "several accepted",
            "several best",
        ),
        [
            (
                row.usage.rater,
                row.part,
                *(row.usage.shares.get(label) for label in labels),
                row.usage.original_accepted,
                row.usage.original_best,
                row.usage.several_accepted,
                row.usage.several_best,
            )
            for row in measures.usage
        ],
    )


def _contrast_tables(measures: ConstructionMeasures) -> Iterator[ReportTable]:
    yield table(
        "constructions-agreement",
        "Agreement by stage, mention and entropy",
        ("part", "by", "measure", "value", "interval", "items"),
        [
            (
                row.part,
                contrast.name,
                row.agreement.name,
                row.agreement.value,
                row.agreement.interval,
                row.agreement.n_items,
            )
            for contrast in measures.contrasts
            for row in contrast.agreements
        ],
    )
    yield table(
        "constructions-differences",
        "Differences, with tests",
        ("from, to", "measure", "difference", "interval", "z or t", "p", "test"),
        [
            (
                f"{row.before}, {row.after}",
                row.difference.name,
                row.difference.value,
                row.difference.interval,
                row.difference.statistic,
                row.difference.p_value,
                row.difference.test,
            )
            for contrast in measures.contrasts
            for row in contrast.differences
        ],
    )


def systems_table(measures: ConstructionMeasures) -> ReportTable:
    """Systems' constructions against the writer's own and against all that raters accept."""
    return table(
        "constructions-systems",
        "Systems against the writer’s own and against accepted constructions",
        ("system", "right is", "nouns", "accuracy", "interval", "more", "interval of more"),
        [
            (
                row.system,
                row.against,
                row.n_sites,
                row.accuracy.value,
                row.accuracy.interval,
                row.more.value,
                row.more.interval,
            )
            for row in measures.systems
        ],
        note="“More” is the accuracy minus that against the writer’s own construction.",
    )
