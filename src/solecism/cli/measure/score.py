"""`solecism score`: a system's flags against judgments, or against annotated text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solecism.cli.measure.score_m2 import show_m2_score
from solecism.cli.measure.score_tables import (
    edges,
    read_flags,
    read_panels,
)
from solecism.cli.terminal.options import (
    bins_option,
    duplicates_option,
    json_option,
    kinds_option,
    level_option,
    seed_option,
)
from solecism.cli.terminal.tables import show_json, show_result
from solecism.signature import settings_signature

if TYPE_CHECKING:
    from solecism.score.systems import Scores

_CONTROL, _DAWID_SKENE = "control", "dawid-skene"


@click.command(name="score")
@click.argument("flags")
@click.argument("judgments", required=False)
@click.option(
    "--m2", metavar="FILE", help="Score against this annotated text instead of judgments."
)
@click.option(
    "--document", metavar="NAME", help="Start of the sentence ids of --m2; the default is its name."
)
@kinds_option
@click.option(
    "--rater",
    "raters",
    multiple=True,
    metavar="NAME",
    help="Score against this rater as well; may be repeated.",
)
@click.option("--each-rater", is_flag=True, help="Score against each rater as well.")
@bins_option
@click.option(
    "--curve", is_flag=True, help="Show scores from each level of agreement upwards as well."
)
@click.option(
    "--correct",
    multiple=True,
    type=click.Choice([_CONTROL, _DAWID_SKENE]),
    help="Estimate the truth behind the answers, by control items or by a model of the "
    "raters; may be repeated.",
)
@click.option(
    "--ties",
    type=click.Choice(["half", "error", "ok"]),
    default="half",
    show_default=True,
    help="What the majority says where raters are tied.",
)
@duplicates_option
@level_option
@seed_option()
@json_option
def command(flags: str, judgments: str | None, as_json: bool, **settings: Any) -> None:
    """Score a system's flags against judgments, or against annotated text.

    FLAGS and JUDGMENTS are JSON Lines. Against the majority of raters each site is an error or
    not; against all raters, graded, a site counts as an error by the share of raters who say so.
    The intervals hold for other sentences and, unless the score is against one rater, for other
    raters. The bins show how good the system is where raters agree little or much. Scores estimate
    what raters say; with --correct they estimate what is an error.

    With --m2 a flag is correct if it overlaps an annotator's edit of any type (lenient), of its
    own kind (strict), or with the same words (correction).

    \b
    Example:
      solecism score examples/flags.a.jsonl examples/judgments.simulated.jsonl
      solecism score examples/flags.b.jsonl examples/judgments.simulated.jsonl --correct control
      solecism convert --to text examples/annotations/landlord.m2 landlord.txt
      solecism convert --to corrected examples/annotations/landlord.m2 corrected.txt
      solecism flags --system annotator0 landlord.txt corrected.txt -o flags.jsonl
      solecism score flags.jsonl --m2 examples/annotations/landlord.m2
    """
    if (judgments is None) == (settings["m2"] is None):
        raise click.UsageError("Give either JUDGMENTS or --m2 FILE.")
    if judgments is None:
        show_m2_score(read_flags(flags), as_json, settings)
        return
    scores = _scores(flags, judgments, settings)
    signed = settings_signature("score", settings)
    if as_json:
        show_json({"signature": signed, "systems": scores.systems})
        return
    show_result(scores)
    click.echo(signed)


def _scores(flags: str, judgments: str, settings: dict[str, Any]) -> Scores:
    from solecism.agree.consensus.aggregate import p_error
    from solecism.score.systems import score_systems

    data = read_panels(judgments, settings["duplicates"])
    methods = settings["correct"]
    return score_systems(
        read_flags(flags),
        data.data,
        kinds=settings["kinds"],
        control=data.gold if _CONTROL in methods else None,
        error_models={_DAWID_SKENE: p_error} if _DAWID_SKENE in methods else {},
        each_rater=settings["each_rater"],
        raters=settings["raters"],
        edges=edges(settings["bins"]),
        curve=settings["curve"],
        ties=settings["ties"],
        level=settings["level"],
        seed=settings["seed"],
    )
