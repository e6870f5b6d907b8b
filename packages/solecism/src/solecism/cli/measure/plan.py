"""`solecism plan` and `solecism estimate`: how much to judge, and what a judged sample says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import (
    INPUT,
    command_signature,
    format_option,
    json_option,
    level_option,
    rater_prior_option,
)
from solecism.cli.terminal.result_tables import show_formatted, show_json, show_result
from solecism.figure import MEASURES

if TYPE_CHECKING:
    from solecism.sample_key import Key
    from solecism.sampling.estimate import Estimates
    from solecism.sampling.plan import Plans


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
def plan_command(as_json: bool, **settings: Any) -> None:
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
    plans = _plans(**settings)
    signature = command_signature("plan")
    if as_json:
        show_json({**signature.content(), "plans": plans.designs})
        return
    show_result(plans)
    click.echo(signature)


def _plans(**settings: Any) -> Plans:
    from solecism.sampling.plan import Expectation, Targets, plan

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
    return plan(
        expected,
        targets,
        n_raters=settings["raters"],
        price=settings["price"],
        fee=settings["fee"],
        seconds=settings["seconds"],
    )


_METHODS = ("stratified", "prediction-powered", "paper", "bayes", "anytime")


@click.command(name="estimate")
@click.argument("key", type=INPUT)
@click.argument("judgments", type=INPUT)
@click.option(
    "--method",
    type=click.Choice(_METHODS),
    default="stratified",
    show_default=True,
    help="Method of estimation and of its intervals.",
)
@click.option(
    "--reading",
    type=click.Choice(["graded", "majority"]),
    default="graded",
    show_default=True,
    help="How several judgments of an item are combined: as a share, or by majority.",
)
@click.option(
    "--measure",
    "measures",
    multiple=True,
    type=click.Choice(MEASURES, case_sensitive=False),
    metavar=f"[{'|'.join(MEASURES)}]",
    help="Estimate this measure, and fail where the sample cannot give it; may be repeated.",
)
@click.option(
    "--beyond", is_flag=True, help="Estimate for texts of this kind, not only for this corpus."
)
@rater_prior_option
@level_option
@format_option
def estimate_command(key: str, judgments: str, output_format: str, **settings: Any) -> None:
    """Estimate precision, recall and F of a system from a judged sample.

    KEY is the key that `solecism sample` wrote, JUDGMENTS are the raters' answers. The intervals
    take the design of the sample into account and, where items have several raters, the raters.
    The method paper is that of Chodorow and others (Wald intervals), anytime remains valid however
    often you look, and prediction-powered uses the system's confidences as well. Recall is refused
    if the sample has no unflagged items. For a sample of covert errors the command shows the share
    of each type that raters accept.

    \b
    Example:
      solecism sample examples/flags.b.jsonl items.jsonl --key key.json -n 150 --seed 7
      solecism estimate key.json examples/judgments.simulated.jsonl
    """
    from solecism import sample_key as keys
    from solecism.formats.files import read_lines

    sampled = keys.parse(read_lines(key), file=key)
    if sampled.design == "covert":
        _show_covert(sampled, judgments, output_format, **settings)
        return
    estimates = _estimates(sampled, judgments, **settings)
    counts = {"n_raters": estimates.n_raters, "n_sites": estimates.n_judged}
    signature = command_signature("estimate", counts=counts)
    content = {"estimates": estimates}
    show_formatted(estimates, content, output_format=output_format, signature=signature)


def _show_covert(key: Key, judgments: str, output_format: str, **settings: Any) -> None:
    from solecism.formats import jsonl
    from solecism.judgment import Judgment
    from solecism.sampling.covert_errors import covert_shares, covert_table

    chosen = {name: settings[name] for name in ("reading", "level")}
    shares = covert_shares(key, jsonl.read(judgments, Judgment), **chosen)
    signature = command_signature("estimate-covert", only=chosen)
    content = {"covert": shares}
    shown = covert_table(shares, level=settings["level"])
    show_formatted(shown, content, output_format=output_format, signature=signature)


def _estimates(key: Key, judgments: str, **settings: Any) -> Estimates:
    from solecism.formats import jsonl
    from solecism.judgment import Judgment
    from solecism.sampling.estimate import estimate
    from solecism.uncertainty.two_way import PRIORS

    return estimate(
        key,
        jsonl.read(judgments, Judgment),
        method=settings["method"],
        reading=settings["reading"],
        finite=not settings["beyond"],
        prior=PRIORS[settings["rater_prior"]],
        level=settings["level"],
        measures=settings["measures"] or None,
    )
