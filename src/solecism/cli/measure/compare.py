"""`solecism compare`: compare systems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solecism.cli.measure.compare_edits import (
    edit_comparison_options,
    show_edit_comparison,
    without_edit_comparison,
)
from solecism.cli.measure.score_tables import (
    edges,
    panel_counts,
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
from solecism.cli.terminal.signed import signed
from solecism.cli.terminal.tables import show_formatted

if TYPE_CHECKING:
    from solecism.score.compared_systems import CorpusComparison, SystemComparison


@click.command(name="compare")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--m2",
    metavar="FILE",
    multiple=True,
    help="Compare edits against this annotated text instead of flags against judgments; may be "
    "repeated, and the files are then read one after another.",
)
@click.option(
    "--document", metavar="NAME", help="Start of the sentence ids of --m2; the default is its name."
)
@edit_comparison_options
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
def command(files: tuple[str, ...], output_format: str, **settings: Any) -> None:
    """Compare systems on the same judgments or annotated text, or on different corpora.

    \b
    solecism compare FLAGS FLAGS2 JUDGMENTS [JUDGMENTS2]
    solecism compare SOURCE HYPOTHESIS HYPOTHESIS... --m2 REFERENCE

    FLAGS and FLAGS2 are flags of two systems, JUDGMENTS is about the sites of both. Differences
    are first minus second; their intervals hold for other sentences and raters, and the p-values
    are from stratified shuffling by sentence. Only judgments of sites where the systems differ can
    tell them apart; the command shows how many there are. With JUDGMENTS2, FLAGS are scored
    against JUDGMENTS and FLAGS2 against JUDGMENTS2. The comparison is then of kappa in bins of
    agreement, because corpora differ in their share of errors; --figures draws both curves in one
    figure, and a line warns where the numbers of raters differ.

    SOURCE and each HYPOTHESIS, one per system, are as for `solecism score`. Every pair of systems
    is compared, and three systems or more give a matrix. The intervals hold for other sentences,
    and the p-values are shown as they are and after Holm's correction for all pairs.

    \b
    Example:
      solecism compare examples/flags.a.jsonl examples/flags.b.jsonl \\
          examples/judgments.simulated.jsonl
      solecism compare examples/flags.a.jsonl examples/flags.b.jsonl \\
          examples/judgments.simulated.jsonl examples/judgments.simulated.jsonl --figures kappas
      solecism convert --to text examples/ranking/annotated.m2 source.txt
      solecism compare source.txt examples/ranking/*.txt --m2 examples/ranking/annotated.m2
    """
    if settings["m2"]:
        if len(files) < 2:
            raise click.UsageError("Give SOURCE and at least two systems.")
        show_edit_comparison(files, output_format, settings)
        return
    if len(files) not in (3, 4):
        raise click.UsageError(
            "Give FLAGS FLAGS2 JUDGMENTS, or SOURCE HYPOTHESIS... and --m2 FILE."
        )
    _show_flags(files, output_format, without_edit_comparison(settings))


def _show_flags(files: tuple[str, ...], output_format: str, settings: dict[str, Any]) -> None:
    """Compare two systems by their flags, and print."""
    from solecism.score.compared_systems import compare_corpora, compare_systems

    first, second, *judgments = files
    figures = settings.pop("figures", None)
    if figures and len(judgments) == 1:
        raise click.UsageError("--figures is for two corpora, or for HYPOTHESIS and --m2.")
    panels = [read_panels(path, settings["duplicates"]).data for path in judgments]
    counts = panel_counts(panels[0])
    signature = signed("compare", settings, files, **counts if len(panels) == 1 else {})
    chosen = {
        "systems": settings["systems"] or (None, None),
        "sources": (first, second),
        "kinds": settings["kinds"],
        "level": settings["level"],
    }
    if len(panels) == 2:
        bins = edges(settings["bins"])
        corpora = compare_corpora(
            read_flags(first), read_flags(second), (panels[0], panels[1]), edges=bins, **chosen
        )
        if figures:
            _write_kappas(figures, corpora)
        _show_corpora(corpora, output_format, signature)
        return
    chosen |= {"n_draws": settings["draws"], "seed": settings["seed"]}
    result = compare_systems(read_flags(first), read_flags(second), panels[0], **chosen)
    _show_systems(result, output_format, signature)


def _write_kappas(folder: str, result: CorpusComparison) -> None:
    """Draw kappa by agreement of both corpora in one figure."""
    from solecism.cli.terminal.figures import make_folder, write_drawings, write_tables
    from solecism.papers.crowd.kappas import kappa_drawing

    drawing = kappa_drawing(
        [
            (
                f"{side.system}: {side.panel.n_raters} raters",
                [(bin.low, bin.high, bin.kappa) for bin in bins],
            )
            for side, bins in (
                (result.first, result.first_bins),
                (result.second, result.second_bins),
            )
        ]
    )
    make_folder(folder)
    write_tables(folder, [drawing.data])
    write_drawings(folder, [drawing])


def _show_systems(result: SystemComparison, output_format: str, signature: str) -> None:
    content = {"signature": signature, "result": result.comparison, "notes": result.notes}
    show_formatted(result, content, output_format=output_format, signature=signature)


def _show_corpora(result: CorpusComparison, output_format: str, signature: str) -> None:
    content = {
        "signature": signature,
        "first": result.first_bins,
        "second": result.second_bins,
        "result": result.differences,
    }
    show_formatted(result, content, output_format=output_format, signature=signature)
