"""`solecism compare SOURCE HYPOTHESIS... --m2`: every pair of systems by their edits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.measure.score_edits import (
    DEFAULT_BETA,
    MATCHINGS,
    beta_option,
    reference_option,
)
from solecism.cli.terminal.figures import (
    figures_option,
    make_folder,
    write_drawings,
    write_tables,
)
from solecism.cli.terminal.signed import signed
from solecism.cli.terminal.tables import show_formatted
from solecism.system.extras import need

if TYPE_CHECKING:
    from solecism.score.edit_comparison import EditComparison

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
    files: Sequence[str], output_format: str, settings: dict[str, Any]
) -> None:
    """Compare the systems of all files but the first, which is the source, and print."""
    from solecism.formats.hypotheses import read_systems
    from solecism.formats.registry import FORMATS, read
    from solecism.score.edit_pairs import compare_edits
    from solecism.score.edit_scores import M2_SCORER

    for option, name in (("--systems", "systems"), ("--kind", "kinds")):
        if settings[name]:
            raise click.UsageError(f"{option} is for FLAGS, not for HYPOTHESIS.")
    if settings["figures"]:
        need("matplotlib")
        make_folder(settings["figures"])
    sentences = list(read(settings["m2"], FORMATS["m2"], document=settings["document"]))
    source, *hypotheses = files
    systems = read_systems(
        source, hypotheses, sentences, are_applied=M2_SCORER in settings["references"]
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
    names = ("references", "matching", "measures", "beta", "draws", "level", "seed")
    signature = signed(
        "compare-edits",
        {name: settings[name] for name in names},
        [*files, *settings["m2"]],
        n_sentences=result.n_sentences,
        n_annotators=len(result.annotators),
    )
    content = {"signature": signature, "result": result}
    if settings["figures"]:
        _write_figures(settings["figures"], result)
    show_formatted(result, content, output_format=output_format, signature=signature)


def _write_figures(folder: str, result: EditComparison) -> None:
    from solecism.report.edit_differences import edit_differences_drawing

    drawing = edit_differences_drawing(result)
    write_tables(folder, [drawing.data])
    write_drawings(folder, [drawing])
