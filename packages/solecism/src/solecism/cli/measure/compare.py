"""`solecism compare`: two systems by their flags, or every pair of systems by their edits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.measure.score import DEFAULT_BETA, MATCHINGS, beta_option, reference_option
from solecism.cli.measure.score_inputs import (
    alignment_models,
    bin_edges,
    panel_counts,
    read_annotated,
    read_flags,
    read_panels,
)
from solecism.cli.terminal.options import (
    INPUT,
    bins_option,
    cache_option,
    command_signature,
    duplicates_option,
    format_option,
    kinds_option,
    level_option,
    rater_prior_option,
    seed_option,
)
from solecism.cli.terminal.result_tables import (
    figures_option,
    make_folder,
    show_formatted,
    write_drawings,
    write_tables,
)
from solecism.system.caches import FolderCache, user_cache
from solecism.system.installation import require_packages

if TYPE_CHECKING:
    from solecism.scoring.compared_systems import CorpusComparison, SystemComparison
    from solecism.scoring.edit_comparison import EditComparison
    from solecism.signature import Signature

_MEASURES = ("precision", "recall", "F")
_DEFAULT_MATCHING = MATCHINGS[0]
_DEFAULTS = {
    "--document": ("document", None),
    "--reference": ("references", ()),
    "--matching": ("matching", _DEFAULT_MATCHING),
    "--measure": ("measures", ()),
    "--beta": ("beta", DEFAULT_BETA),
}
_matching_option = click.option(
    "--matching",
    type=click.Choice(MATCHINGS),
    default=_DEFAULT_MATCHING,
    show_default=True,
    help="What makes two edits the same, with HYPOTHESIS: span and words, the span, or each token.",
)
_measure_option = click.option(
    "--measure",
    "measures",
    multiple=True,
    type=click.Choice(_MEASURES),
    help="Measure to compare by, with HYPOTHESIS; may be repeated. The default is F.",
)


def edit_comparison_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a comparison of edits to a command."""
    for option in (
        figures_option,
        beta_option,
        _measure_option,
        _matching_option,
        reference_option,
    ):
        command = option(command)
    return command


def without_edit_comparison(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings of another comparison; a usage error if an option of edits was given."""
    for option, (name, default) in _DEFAULTS.items():
        if settings[name] != default:
            raise click.UsageError(f"{option} is for SOURCE HYPOTHESIS... --m2 FILE.")
    left_out = {"m2", *(name for name, _ in _DEFAULTS.values())}
    return {name: value for name, value in settings.items() if name not in left_out}


def show_edit_comparison(
    files: Sequence[str],
    output_format: str,
    settings: dict[str, Any],
    *,
    cache: FolderCache | None,
) -> None:
    """Compare the systems of all files but the first, which is the source, and print."""
    from solecism.formats.hypotheses import read_systems
    from solecism.scoring.edit_comparison import compare_edits
    from solecism.scoring.edit_scores import M2_SCORER

    for option, name in (("--systems", "systems"), ("--kind", "kinds")):
        if settings[name]:
            raise click.UsageError(f"{option} is for FLAGS, not for HYPOTHESIS.")
    if settings["figures"]:
        require_packages("matplotlib")
        make_folder(settings["figures"])
    sentences = read_annotated(settings["m2"], settings["document"])
    source, *hypotheses = files
    systems = read_systems(
        source,
        hypotheses,
        sentences,
        are_applied=M2_SCORER in settings["references"],
        cache=cache,
    )
    result = compare_edits(
        systems,
        sentences,
        references=settings["references"],
        matching=settings["matching"],
        measures=settings["measures"] or _MEASURES[-1:],
        beta=settings["beta"],
        n_draws=settings["draws"],
        level=settings["level"],
        seed=settings["seed"],
    )
    signature = command_signature(
        "compare-edits",
        only=(
            *("document", "references", "matching", "measures", "beta", "draws", "level", "seed"),
        ),
        settings={"measures": settings["measures"] or _MEASURES[-1:]},
        models=alignment_models(hypotheses),
        counts={"n_sentences": result.n_sentences, "n_annotators": len(result.annotators)},
    )
    if settings["figures"]:
        _write_figures(settings["figures"], result)
    show_formatted(result, {"result": result}, output_format=output_format, signature=signature)


def _write_figures(folder: str, result: EditComparison) -> None:
    from solecism.reporting.system_drawings import edit_differences_drawing

    drawing = edit_differences_drawing(result)
    write_tables(folder, [drawing.data])
    write_drawings(folder, [drawing])


@click.command(name="compare")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=INPUT)
@click.option(
    "--m2",
    metavar="FILE",
    type=INPUT,
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
@rater_prior_option
@duplicates_option
@cache_option
@level_option
@seed_option()
@format_option
def compare_command(
    files: tuple[str, ...], output_format: str, is_cached: bool, **settings: Any
) -> None:
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
        cache = user_cache() if is_cached else None
        show_edit_comparison(files, output_format, settings, cache=cache)
        return
    if len(files) not in (3, 4):
        raise click.UsageError(
            "Give FLAGS FLAGS2 JUDGMENTS, or SOURCE HYPOTHESIS... and --m2 FILE."
        )
    _show_flags(files, output_format, without_edit_comparison(settings))


def _show_flags(files: tuple[str, ...], output_format: str, settings: dict[str, Any]) -> None:
    """Compare two systems by their flags, and print."""
    from solecism.scoring.compared_systems import compare_corpora, compare_systems
    from solecism.uncertainty.two_way import PRIORS

    first, second, *judgments = files
    figures = settings.pop("figures", None)
    if figures and len(judgments) == 1:
        raise click.UsageError("--figures is for two corpora, or for HYPOTHESIS and --m2.")
    panels = [read_panels(path, settings["duplicates"]).data for path in judgments]
    counts = panel_counts(panels[0])
    signature = command_signature(
        "compare", only=settings, counts=counts if len(panels) == 1 else {}
    )
    chosen = {
        "systems": settings["systems"] or (None, None),
        "sources": (first, second),
        "kinds": settings["kinds"],
        "level": settings["level"],
    }
    if len(panels) == 2:
        bins = bin_edges(settings["bins"])
        corpora = compare_corpora(
            read_flags(first), read_flags(second), (panels[0], panels[1]), edges=bins, **chosen
        )
        if figures:
            _write_kappas(figures, corpora)
        _show_corpora(corpora, output_format, signature)
        return
    chosen |= {
        "n_draws": settings["draws"],
        "seed": settings["seed"],
        "prior": PRIORS[settings["rater_prior"]],
    }
    result = compare_systems(read_flags(first), read_flags(second), panels[0], **chosen)
    _show_systems(result, output_format, signature)


def _write_kappas(folder: str, result: CorpusComparison) -> None:
    """Draw kappa by agreement of both corpora in one figure."""
    from solecism.reporting.charts import kappa_drawing

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


def _show_systems(result: SystemComparison, output_format: str, signature: Signature) -> None:
    content = {"result": result.comparison, "notes": result.notes}
    show_formatted(result, content, output_format=output_format, signature=signature)


def _show_corpora(result: CorpusComparison, output_format: str, signature: Signature) -> None:
    content = {
        "first": result.first_bins,
        "second": result.second_bins,
        "result": result.differences,
    }
    show_formatted(result, content, output_format=output_format, signature=signature)
