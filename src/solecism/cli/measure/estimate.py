"""`solecism estimate`: precision, recall and F from a sample's key and its judgments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import format_option, level_option
from solecism.cli.terminal.signed import signed
from solecism.cli.terminal.tables import show_formatted
from solecism.figure import MEASURES

if TYPE_CHECKING:
    from solecism.key import Key
    from solecism.sample.estimate import Estimates

_METHODS = ("stratified", "prediction-powered", "paper", "bayes", "anytime")


@click.command(name="estimate")
@click.argument("key")
@click.argument("judgments")
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
@level_option
@format_option
def command(key: str, judgments: str, output_format: str, **settings: Any) -> None:
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
    from solecism.formats import key as keys
    from solecism.formats.files import read_lines

    sampled = keys.parse(read_lines(key), file=key)
    if sampled.design == "covert":
        _show_covert(sampled, [key, judgments], output_format, **settings)
        return
    estimates = _estimates(sampled, judgments, **settings)
    settings["measures"] = ",".join(settings["measures"]) or None
    counts = {"n_raters": estimates.n_raters, "n_sites": estimates.n_judged}
    signature = signed("estimate", settings, [key, judgments], **counts)
    content = {"signature": signature, "estimates": estimates}
    show_formatted(estimates, content, output_format=output_format, signature=signature)


def _show_covert(key: Key, paths: list[str], output_format: str, **settings: Any) -> None:
    from solecism.formats import jsonl
    from solecism.judgment import Judgment
    from solecism.sample.covert import covert_shares, covert_table

    chosen = {name: settings[name] for name in ("reading", "level")}
    shares = covert_shares(key, jsonl.read(paths[-1], Judgment), **chosen)
    signature = signed("estimate", {"design": key.design, **chosen}, paths)
    content = {"signature": signature, "covert": shares}
    shown = covert_table(shares, level=settings["level"])
    show_formatted(shown, content, output_format=output_format, signature=signature)


def _estimates(key: Key, judgments: str, **settings: Any) -> Estimates:
    from solecism.formats import jsonl
    from solecism.judgment import Judgment
    from solecism.sample.estimate import estimate

    return estimate(
        key,
        jsonl.read(judgments, Judgment),
        method=settings["method"],
        reading=settings["reading"],
        finite=not settings["beyond"],
        level=settings["level"],
        measures=settings["measures"] or None,
    )
