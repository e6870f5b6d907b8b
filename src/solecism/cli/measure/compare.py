"""`solecism compare`: compare two systems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solecism.cli.measure.score_tables import (
    edges,
    read_flags,
    read_panels,
)
from solecism.cli.terminal.options import (
    bins_option,
    duplicates_option,
    format_option,
    kinds_option,
    level_option,
    seed_option,
)
from solecism.cli.terminal.tables import show_formatted
from solecism.signature import settings_signature

if TYPE_CHECKING:
    from solecism.score.systems import CorpusComparison, SystemComparison


@click.command(name="compare")
@click.argument("first")
@click.argument("second")
@click.argument("judgments")
@click.argument("other_judgments", required=False)
@click.option(
    "--systems",
    nargs=2,
    metavar="A B",
    help="Names of the two systems, if the files have flags of several systems.",
)
@kinds_option
@bins_option
@click.option(
    "--draws",
    type=click.IntRange(1),
    default=10_000,
    show_default=True,
    help="Number of random draws of the shuffling and of the bootstrap.",
)
@duplicates_option
@level_option
@seed_option()
@format_option
def command(first: str, second: str, judgments: str, output_format: str, **settings: Any) -> None:
    """Compare two systems on the same judgments, or on different corpora.

    FIRST and SECOND are files of flags, JUDGMENTS is about the sites of both. Differences are
    first minus second; their intervals hold for other sentences and raters, and the p-values are
    from stratified shuffling by sentence. Only judgments of sites where the systems differ can
    tell them apart; the command shows how many there are.

    With OTHER_JUDGMENTS, FIRST is scored against JUDGMENTS and SECOND against OTHER_JUDGMENTS. The
    comparison is then of kappa in bins of agreement, because corpora differ in their share of
    errors.

    \b
    Example:
      solecism compare examples/flags.a.jsonl examples/flags.b.jsonl \\
          examples/judgments.simulated.jsonl
    """
    from solecism.score.systems import compare_corpora, compare_systems

    other = settings.pop("other_judgments")
    signed = settings_signature("compare", settings)
    panel = read_panels(judgments, settings["duplicates"]).data
    chosen = {
        "systems": settings["systems"] or (None, None),
        "sources": (first, second),
        "kinds": settings["kinds"],
        "level": settings["level"],
    }
    if other:
        panels = panel, read_panels(other, settings["duplicates"]).data
        bins = edges(settings["bins"])
        corpora = compare_corpora(
            read_flags(first), read_flags(second), panels, edges=bins, **chosen
        )
        _show_corpora(corpora, output_format, signed)
        return
    chosen |= {"n_draws": settings["draws"], "seed": settings["seed"]}
    result = compare_systems(read_flags(first), read_flags(second), panel, **chosen)
    _show_systems(result, output_format, signed)


def _show_systems(result: SystemComparison, output_format: str, signed: str) -> None:
    content = {"signature": signed, "result": result.comparison, "notes": result.notes}
    show_formatted(result, content, output_format=output_format, signature=signed)


def _show_corpora(result: CorpusComparison, output_format: str, signed: str) -> None:
    content = {
        "signature": signed,
        "first": result.first_bins,
        "second": result.second_bins,
        "result": result.differences,
    }
    show_formatted(result, content, output_format=output_format, signature=signed)
