"""`solecism plan`: how many items to judge, at which cost, for which intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import json_option, level_option
from solecism.cli.terminal.tables import show_json, show_result
from solecism.signature import signature

if TYPE_CHECKING:
    from solecism.sample.plan import Plans


@click.command(name="plan")
@click.option(
    "--size", type=click.IntRange(2), required=True, help="Number of sites in the corpus."
)
@click.option(
    "--errors",
    type=float,
    default=0.1,
    show_default=True,
    help="Expected share of the sites that are errors.",
)
@click.option(
    "--precision",
    type=float,
    default=0.8,
    show_default=True,
    help="Expected precision of the system.",
)
@click.option(
    "--recall", type=float, default=0.3, show_default=True, help="Expected recall of the system."
)
@click.option(
    "--auc",
    type=float,
    default=0.9,
    show_default=True,
    help="Expected area under the ROC curve of the system's confidences.",
)
@click.option(
    "--within-precision",
    type=float,
    default=0.03,
    show_default=True,
    help="Half-width that the interval of precision should have.",
)
@click.option(
    "--within-recall",
    type=float,
    default=0.05,
    show_default=True,
    help="Half-width that the interval of recall should have.",
)
@click.option(
    "--only", type=click.Choice(["precision", "recall"]), help="Plan for this measure only."
)
@click.option(
    "--raters",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Number of raters per item.",
)
@click.option(
    "--price",
    type=float,
    default=0.02,
    show_default=True,
    help="Amount paid to the rater per judgment.",
)
@click.option(
    "--fee", type=float, default=0.005, show_default=True, help="Fee of the platform per judgment."
)
@click.option(
    "--seconds",
    type=float,
    default=28.8,
    show_default=True,
    help="Time that a judgment takes; the default is 500 in four hours, as trained raters need.",
)
@level_option
@click.option(
    "--assurance",
    type=float,
    default=0.9,
    show_default=True,
    help="Share of studies that should reach the half-widths to within a tenth.",
)
@click.option(
    "--textbook",
    is_flag=True,
    help="Plan sizes that reach the half-widths on average, without assurance.",
)
@json_option
def command(as_json: bool, **settings: Any) -> None:
    """Plan a study: sample sizes, cost, hours and the intervals to expect, for several designs.

    Give what you expect of the corpus and the system, and how precisely you want to know precision
    and recall. The design "paper" draws two unflagged items per flagged one; "two strata" divides
    the items so that the intervals become shortest; "score strata" also divides by the system's
    confidence; "verification" draws flagged items only, and cannot estimate recall.

    \b
    Example:
      solecism plan --size 22000 --errors 0.1 --precision 0.8 --recall 0.14
      solecism plan --size 22000 --recall 0.14 --within-recall 0.1 --raters 3 --json
    """
    plans, signed = _plans(**settings)
    if as_json:
        show_json({"signature": signed, "plans": plans.designs})
        return
    show_result(plans)
    click.echo(signed)


def _plans(**settings: Any) -> tuple[Plans, str]:
    from solecism.sample.expectation import Expectation
    from solecism.sample.plan import Targets, plan

    only, is_textbook = settings["only"], settings.pop("textbook")
    settings["assurance"] = None if is_textbook else settings["assurance"]
    targets = Targets(
        None if only == "recall" else settings["within_precision"],
        None if only == "precision" else settings["within_recall"],
        settings["level"],
        settings["assurance"],
    )
    expected = Expectation(
        settings["size"],
        settings["errors"],
        settings["precision"],
        settings["recall"],
        settings["auc"],
    )
    plans = plan(
        expected,
        targets,
        n_raters=settings["raters"],
        price=settings["price"],
        fee=settings["fee"],
        seconds=settings["seconds"],
    )
    return plans, signature("plan", **settings)
