"""`solecism agree`: how far raters agree, and how reliable each of them is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import duplicates_option, json_option, level_option, seed_option
from solecism.cli.terminal.signature import settings_signature, show_json, span
from solecism.cli.terminal.tables import figure, show

if TYPE_CHECKING:
    from solecism.agree.agreement import Agreement
    from solecism.agree.summary import PartAgreement, PartDifference, PartUsage, Summary

_MEASURES = (
    "observed cohen cohen-linear cohen-quadratic scott fleiss alpha alpha-ordinal "
    "alpha-interval ac1"
).split()
_METHODS = ("majority", "dawid-skene", "mace", "glad")
_FIGURES = ("value", "SE", "interval", "items", "note")


@click.command(name="agree")
@click.argument("judgments")
@click.option(
    "--measure",
    "measures",
    metavar="NAME",
    multiple=True,
    type=click.Choice(_MEASURES),
    help=f"Measure to show, one of {', '.join(_MEASURES)}; may be repeated.",
)
@click.option(
    "--by", metavar="FIELD", help="Show agreement by task, stage, batch, or a key of the notes."
)
@click.option(
    "--within",
    metavar="FIELD",
    help="Field that makes several items of one site, such as its constructions.",
)
@click.option(
    "--cluster",
    metavar="FIELD",
    help="Field whose items are not independent: sentence, document or another.",
)
@click.option(
    "--labels",
    metavar="NAME,...",
    help="Possible answers in order, separated by commas; weighted measures need them.",
)
@click.option(
    "--ignore",
    default="unknown",
    show_default=True,
    metavar="NAME,...",
    help="Answers to leave out, separated by commas.",
)
@duplicates_option
@click.option(
    "--pairwise", is_flag=True, help="Show every pair of raters, and where they disagree."
)
@click.option(
    "--raters",
    is_flag=True,
    help="Show each rater's agreement, accuracy on control items, and signs of spam.",
)
@click.option(
    "--reference",
    metavar="NAME,...",
    help="Rater to compare the others with; separate several by commas.",
)
@click.option(
    "--reliability",
    is_flag=True,
    help="Show how well the majority of raters agrees with the reference, by number of raters.",
)
@click.option(
    "--usage",
    is_flag=True,
    help="Show which constructions (--within) raters accept; answers are yes, no or yes*.",
)
@click.option(
    "--consensus",
    type=click.Choice(_METHODS),
    help="Write one answer per item, by this method, instead of measuring agreement.",
)
@level_option
@click.option(
    "--bootstrap",
    "n_draws",
    type=click.IntRange(min=0),
    default=0,
    help="Number of bootstrap draws for intervals; 0 computes them analytically.",
)
@seed_option()
@json_option
def command(judgments: str, **options: Any) -> None:
    """Measure how far raters agree.

    JUDGMENTS is a file of JSON Lines; - is standard input. Judgments of control items are not
    counted as data; they show each rater's accuracy (--raters). A writer, an expert or a system
    can be a rater too, and can be the --reference that the others are compared with.

    \b
    Example:
      solecism agree examples/judgments.simulated.jsonl
      solecism agree --raters --measure ac1 examples/judgments.simulated.jsonl
      solecism agree --reference rater1 --reliability \\
        examples/judgments.simulated.jsonl
    """
    from solecism.agree import summary
    from solecism.agree.consensus import aggregate
    from solecism.formats import files, jsonl
    from solecism.judgment import Judgment
    from solecism.panels import panels

    data = panels(
        jsonl.read(judgments, Judgment),
        by=options["by"],
        within=options["within"],
        cluster=options["cluster"],
        labels=_names(options["labels"]),
        ignored=_names(options["ignore"]),
        duplicates=options["duplicates"],
    )
    if options["consensus"]:
        result = aggregate.consensus(data.data, options["consensus"], seed=options["seed"])
        files.write_text("-", jsonl.format(aggregate.consensus_judgments(result)))
        return
    summarised = summary.summarise(
        data,
        measures=options["measures"],
        pairs=options["pairwise"],
        raters=options["raters"],
        reference=_names(options["reference"]),
        by_size=options["reliability"],
        usage=options["usage"],
        level=options["level"],
        n_draws=options["n_draws"],
        seed=options["seed"],
    )
    if options.pop("as_json"):
        show_json({"signature": settings_signature("agree", options), "result": summarised})
    else:
        _show(summarised)


def _names(text: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip()) if text else ()


def show_agreements(title: str, rows: Iterable[PartAgreement]) -> None:
    """Print agreement by part and measure."""
    show(
        title,
        ("part", "measure", *_FIGURES),
        [(row.part, row.agreement.name, *_cells(row.agreement)) for row in rows],
    )


def show_differences(rows: Iterable[PartDifference]) -> None:
    """Print how two parts differ, with tests."""
    show(
        "Differences",
        ("measure", "from", "to", "difference", "SE", "interval", "p", "test"),
        [
            (
                row.difference.name,
                row.before,
                row.after,
                figure(row.difference),
                figure(row.difference.se),
                span(row.difference.interval),
                figure(row.difference.p_value, 4),
                row.difference.test,
            )
            for row in rows
        ],
    )


def _show(result: Summary) -> None:
    show_agreements("Agreement", result.agreements)
    show_differences(result.differences)
    show(
        "Pairs of raters (Cohen's kappa)",
        ("first", "second", *_FIGURES),
        [(pair.table.first, pair.table.second, *_cells(pair.kappa)) for pair in result.pairs],
    )
    show(
        "Errors of one rater that the other accepts",
        ("rater", "other", "accepted", "errors", "rate"),
        [
            (row.rater, row.other, str(row.n_accepted), str(row.n_errors), figure(row.rate))
            for row in result.disagreements
        ],
    )
    _show_raters(result)
    show_usage(result.usage)
    show(
        "Best together",
        ("constructions", "times"),
        [(constructions, str(n_sites)) for constructions, n_sites in result.best_together],
    )
    show(
        "Majority of so many raters, against the reference",
        ("raters", "kappa", "band", "agreement", "band", "items"),
        [
            (
                str(point.n_raters),
                figure(point.kappa),
                span(point.kappa.interval),
                figure(point.agreement),
                span(point.agreement.interval),
                str(point.n_items),
            )
            for point in result.reliability
        ],
    )


def show_usage(rows: Iterable[PartUsage]) -> None:
    """Print what each rater accepts."""
    show(
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
                figure(row.usage.original_accepted),
                figure(row.usage.original_best),
                figure(row.usage.several_accepted),
                figure(row.usage.several_best),
            )
            for row in rows
        ],
    )


def _show_raters(result: Summary) -> None:
    show(
        "Raters",
        ("rater", "items", "answers", "mean kappa", "kappa with majority", "signs of spam"),
        [
            (
                row.rater,
                str(row.n_items),
                " ".join(f"{label} {share:.0%}" for label, share in row.shares.items()),
                figure(row.mean_kappa),
                f"{figure(row.with_majority)} {span(row.with_majority.interval)}",
                "; ".join(spam.signs),
            )
            for row, spam in zip(result.raters, result.spam, strict=True)
        ],
    )
    show(
        "Control items",
        ("rater", "right", "of", "accuracy", "interval", "P(above the bar)"),
        [
            (
                row.rater,
                str(row.n_right),
                str(row.n_control),
                figure(row.accuracy),
                span(row.accuracy.interval),
                figure(row.p_above_bar),
            )
            for row in result.quality
        ],
    )
    show(
        "Raters who answer alike",
        ("first", "second", "same", "of", "expected", "p"),
        [
            (
                row.first,
                row.second,
                str(row.n_same),
                str(row.n_items),
                figure(row.n_expected, 1),
                f"{row.p_value:.2g}",
            )
            for row in result.likenesses
        ],
    )


def _cells(agreement: Agreement) -> tuple[str, str, str, str, str]:
    interval = span(agreement.interval)
    return (
        figure(agreement),
        figure(agreement.se),
        interval,
        str(agreement.n_items),
        agreement.reason,
    )
