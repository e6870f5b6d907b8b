"""`solecism estimate`: precision, recall and F from a sample's key and its judgments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import json_option, level_option
from solecism.cli.terminal.signature import show_json, signature, span
from solecism.cli.terminal.tables import figure, show
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
    help="Estimate this measure, and fail where the sample cannot give it; may be repeated.",
)
@click.option(
    "--beyond", is_flag=True, help="Estimate for texts of this kind, not only for this corpus."
)
@level_option
@json_option
def command(key: str, judgments: str, as_json: bool, **settings: Any) -> None:
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
        _show_covert(sampled, judgments, as_json, **settings)
        return
    estimates = _estimates(sampled, judgments, **settings)
    settings["measures"] = ",".join(settings["measures"]) or None
    signed = signature("estimate", **settings)
    if as_json:
        show_json({"signature": signed, "estimates": estimates})
        return
    rows = [
        [
            one.name,
            figure(one),
            span(one.interval),
            figure(one.interval.half_width),
            one.interval.method,
        ]
        for one in estimates.figures.values()
    ]
    columns = ("measure", "estimate", f"{settings['level']:.0%} interval", "+-")
    show(estimates.system, (*columns, "by"), rows)
    click.echo(f"{_about(estimates)}\n{signed}")


def _show_covert(key: Key, judgments: str, as_json: bool, **settings: Any) -> None:
    from solecism.formats import jsonl
    from solecism.judgment import Judgment
    from solecism.sample.covert import covert_shares

    chosen = {name: settings[name] for name in ("reading", "level")}
    shares = covert_shares(key, jsonl.read(judgments, Judgment), **chosen)
    signed = signature("estimate", design=key.design, **chosen)
    if as_json:
        show_json({"signature": signed, "covert": shares})
        return
    rows = [
        [
            one.kind,
            str(one.n_judged),
            figure(one.share),
            span(one.share.interval),
            one.share.interval.method,
        ]
        for one in shares
    ]
    columns = ("errors", "judged", "accepted", f"{settings['level']:.0%} interval", "by")
    show("Covert errors", columns, rows)
    click.echo(signed)


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


def _about(estimates: Estimates) -> str:
    raters = "1 rater" if estimates.n_raters == 1 else f"{estimates.n_raters} raters"
    text = f"{estimates.n_judged} items of a {estimates.design} sample judged by {raters}"
    if estimates.n_unjudged:
        text += f"; {estimates.n_unjudged} not judged yet"
    if estimates.n_outside:
        text += f"; judgments of {estimates.n_outside} other sites left aside"
    return text + "."
