"""`solecism score`: a system's flags against judgments, or against annotated text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.measure.score_m2 import show_m2_score
from solecism.cli.measure.score_tables import (
    bin_cells,
    bin_columns,
    edges,
    measure_cells,
    measure_columns,
    read_flags,
    read_panels,
)
from solecism.cli.terminal.measuring import duplicates_option, level_option, seed_option
from solecism.cli.terminal.signature import settings_signature, show_json
from solecism.cli.terminal.tables import show

if TYPE_CHECKING:
    from solecism.flag import Flag
    from solecism.score.summary import Summary

_CONTROL, _DAWID_SKENE = "control", "dawid-skene"


@click.command(name="score")
@click.argument("flags")
@click.argument("judgments", required=False)
@click.option("--m2", metavar="FILE", help="Score against this annotated text instead.")
@click.option("--document", metavar="NAME", help="What ids of --m2 begin with. [default: its name]")
@click.option("--kind", "kinds", multiple=True, help="These kinds of site only; may be repeated.")
@click.option("--rater", "raters", multiple=True, help="Against this rater; may be repeated.")
@click.option("--each-rater", is_flag=True, help="Against each rater.")
@click.option("--bins", default="50-75-90-100", show_default=True, help="Of agreement, per cent.")
@click.option("--curve", is_flag=True, help="Also from each level of agreement on.")
@click.option(
    "--correct",
    multiple=True,
    type=click.Choice([_CONTROL, _DAWID_SKENE]),
    help="Estimate the truth behind the answers, by control items or by a model of the raters.",
)
@click.option(
    "--ties",
    type=click.Choice(["half", "error", "ok"]),
    default="half",
    show_default=True,
    help="What a tie of raters is to the majority.",
)
@duplicates_option
@level_option
@seed_option
@click.option("--json", "as_json", is_flag=True, help="Write JSON at full precision.")
def command(flags: str, judgments: str | None, as_json: bool, **settings: Any) -> None:
    """Score a system's flags against judgments, or against annotated text.

    FLAGS and JUDGMENTS are JSON Lines. Against the majority each site is an error or not; against
    all raters, graded, it is one by the share of raters who call it one. Intervals hold for other
    sentences and, but against a single rater, for other raters. Bins tell how good the system is
    where raters agree little or much. Scores estimate what raters say; --correct estimates what
    is an error.

    With --m2 a flag is right if it overlaps an annotator's edit of any type (lenient), of its own
    kind (strict), or with its own words (correction).

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
    found = read_flags(flags)
    if judgments is None:
        show_m2_score(found, as_json, settings)
    else:
        _score(found, judgments, as_json, settings)


def _score(flags: Iterable[Flag], judgments: str, as_json: bool, settings: dict[str, Any]) -> None:
    from solecism.score.match import match
    from solecism.score.summary import Corrections, summarise

    data = read_panels(judgments, settings["duplicates"])
    methods = settings["correct"]
    summaries = []
    for one in match(flags, data.data):
        chosen = one.of_kinds(settings["kinds"]) if settings["kinds"] else one
        corrections = Corrections(
            gold=data.gold if _CONTROL in methods else None,
            p_error=_p_error(chosen.panel) if _DAWID_SKENE in methods else {},
        )
        summaries.append(
            summarise(
                chosen,
                each_rater=settings["each_rater"],
                raters=settings["raters"],
                edges=edges(settings["bins"]),
                curve=settings["curve"],
                corrections=corrections,
                ties=settings["ties"],
                level=settings["level"],
                seed=settings["seed"],
            )
        )
    signed = settings_signature("score", settings)
    if as_json:
        show_json({"signature": signed, "systems": summaries})
        return
    for summary in summaries:
        _show(summary, settings["level"])
    click.echo(signed)


def _p_error(panel: Any) -> dict[str, Any]:
    from solecism.agree.consensus.dawid_skene import dawid_skene
    from solecism.judgment import ERROR

    found = dawid_skene(panel)
    return {_DAWID_SKENE: found.p[:, found.labels.index(ERROR)]}


def _show(summary: Summary, level: float) -> None:
    show(
        summary.system,
        ("kind", "against", "sites", *measure_columns(level), "estimates"),
        [
            [
                score.kind,
                score.against,
                str(score.n_items),
                *measure_cells(score.measures),
                score.estimand,
            ]
            for score in summary.scores
        ],
    )
    show(
        f"{summary.system} against the majority, by agreement of raters",
        bin_columns(level),
        [bin_cells(one) for one in (*summary.bins, summary.overall)],
    )
    show(
        f"{summary.system} from a level of agreement on",
        bin_columns(level),
        map(bin_cells, summary.curve),
    )
    for line in (*summary.undefined(), *summary.notes):
        click.echo(line)
