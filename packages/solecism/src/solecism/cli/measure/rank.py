"""`solecism rank`: people's ranking of systems, and which scores agree with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import (
    INPUT,
    PAPER,
    cache_option,
    command_signature,
    format_option,
    jobs_option,
    layout_option,
    level_option,
    n_jobs,
    seed_option,
    signed_files,
)
from solecism.cli.terminal.output import progress_bar
from solecism.cli.terminal.result_tables import (
    figures_option,
    make_folder,
    show_formatted,
    write_drawings,
    write_tables,
)
from solecism.system.installation import require_packages

if TYPE_CHECKING:
    from solecism.ranking.evidence import Evidence
    from solecism.ranking.system_ranking import SystemRanking

_SCORES = (
    "gain",
    "best-of-2",
    "best",
    "graded-f0.5",
    "graded-f1",
    "graded-f2",
    "share",
    "any",
    "gleu",
)
_RESAMPLED = ("sentences", "raters", "systems")


@click.command(name="rank")
@click.argument("rankings", type=INPUT)
@click.argument("outputs", nargs=-1, type=INPUT)
@click.option(
    "--m2",
    metavar="FILE",
    type=INPUT,
    help="Annotated text, to compute scores of the OUTPUTS from.",
)
@click.option(
    "--score",
    "scores",
    multiple=True,
    metavar="NAME",
    type=click.Choice(_SCORES),
    help=f"Score to compare with people, one of {', '.join(_SCORES)}; may be repeated. By default "
    "all of them.",
)
@click.option(
    "--scores",
    "other_scores",
    metavar="FILE",
    type=INPUT,
    help="Scores that were computed elsewhere, in a table with tabs: system, perhaps sentence, and "
    "one column per score.",
)
@click.option(
    "--leave-out",
    metavar="NAME,...",
    help="Systems to leave out of a second comparison with the scores, separated by commas.",
)
@click.option(
    "--window",
    type=click.IntRange(min=2),
    help="Show agreement within windows of this many similar systems as well.",
)
@click.option(
    "--by-annotators",
    is_flag=True,
    help="Show how agreement grows with the number of annotators as well.",
)
@click.option(
    "--subsets",
    "n_subsets",
    type=click.IntRange(min=1),
    default=30,
    show_default=True,
    help="Largest number of subsets of annotators per point of --by-annotators.",
)
@click.option("--trueskill", is_flag=True, help="Show TrueSkill beside expected wins as well.")
@click.option(
    "--resample",
    "over",
    multiple=True,
    type=click.Choice(_RESAMPLED),
    default=("sentences",),
    show_default=True,
    help="What the bootstrap draws again; may be repeated.",
)
@click.option(
    "--draws",
    "n_draws",
    type=click.IntRange(min=2),
    default=1000,
    show_default=True,
    help="Number of bootstrap draws.",
)
@jobs_option
@figures_option
@cache_option
@level_option
@seed_option()
@format_option
@layout_option
def rank_command(
    rankings: str,
    outputs: tuple[str, ...],
    figures: str | None,
    output_format: str,
    layout: str,
    is_cached: bool,
    **settings: Any,
) -> None:
    """Rank systems by people's judgments, and measure which scores agree with the ranking.

    RANKINGS contains people's rankings of corrected sentences: Appraise XML, a table of
    comparisons (.csv with sentence, rater, first, second, winner) or JSON Lines. The table shows
    each system's expected wins, the ranks that it has in 95% of resamples, and clusters of systems
    that the rankings do not separate.

    OUTPUTS are the systems' corrected sentences, one file per system, named after it and with one
    line per sentence of --m2. Scores against the annotators of --m2 are then compared with
    people's ranking, and so are those of --scores, with or without OUTPUTS. The first score (the
    recommended one, unless --score names others) is tested against each of the others.

    \b
    Example:
      solecism rank examples/ranking/rankings.jsonl
      solecism rank examples/ranking/rankings.jsonl examples/ranking/*.txt \\
          --m2 examples/ranking/annotated.m2 --figures figures
    """
    from solecism.align.edits_of_rows import MODELS
    from solecism.formats.files import document_name, read_lines
    from solecism.formats.rankings import read
    from solecism.ranking.other_scores import parse
    from solecism.ranking.scores import CURVE_SCORES, scores_by_name
    from solecism.ranking.system_ranking import rank_systems

    if bool(outputs) != bool(settings["m2"]):
        raise click.UsageError("Give both OUTPUTS and --m2, or neither.")
    if figures:
        require_packages("matplotlib")
        make_folder(figures)
    jobs, m2, others = (settings.pop(name) for name in ("jobs", "m2", "other_scores"))
    settings["leave_out"] = [name for name in (settings["leave_out"] or "").split(",") if name]
    settings["scores"] = scores_by_name(settings["scores"])
    settings["curve"] = scores_by_name(CURVE_SCORES) if settings.pop("by_annotators") else ()
    n_processes = n_jobs(jobs, outputs)
    with progress_bar("Measuring", "Subsets of annotators") as progress:
        ranked = read(rankings)
        settings["others"] = parse(read_lines(others), file=others) if others else ()
        evidence = _evidence(m2, outputs, n_processes, is_cached=is_cached) if outputs else None
        result = rank_systems(ranked, evidence, progress=progress, **settings)
    counts = {"n_sentences": result.n_sentences, "n_raters": result.n_raters}
    if evidence is not None:
        counts["n_annotators"] = len(evidence.annotators)
    # No figure depends on the order in which they are given.
    in_order = signed_files(sorted(outputs, key=document_name))
    signature = command_signature(
        "rank",
        files={"outputs": list(in_order)},
        models=MODELS if outputs else (),
        counts=counts,
    )
    if figures:
        _write_figures(figures, result)
    if layout == PAPER:
        from solecism.reporting.paper_table import ranking_tables

        click.echo("\n".join([*ranking_tables(result), f"% {signature}"]))
        return
    show_formatted(result, {"result": result}, output_format=output_format, signature=signature)


def _write_figures(folder: str, result: SystemRanking) -> None:
    from solecism.reporting.system_drawings import ranking_drawings

    drawings = list(ranking_drawings(result))
    write_tables(folder, (drawing.data for drawing in drawings))
    write_drawings(folder, drawings)


def _evidence(m2: str, outputs: tuple[str, ...], n_jobs: int, *, is_cached: bool) -> Evidence:
    """The edits of the annotators and of the systems, which bear the names of their files."""
    from solecism.errors import InputError
    from solecism.formats import files, registry
    from solecism.ranking.evidence import evidence
    from solecism.system.caches import user_cache

    annotated = list(registry.read_any([m2]))
    lines = {}
    for path in outputs:
        name = files.document_name(path)
        if name in lines:
            raise InputError(f"{path}: is not the only output called {name!r}. Rename it.")
        lines[name] = [tuple(line.split()) for line in files.read_lines(path)]
    with progress_bar("Aligning", "Aligning outputs") as progress:
        cache = user_cache() if is_cached else None
        return evidence(annotated, lines, n_jobs=n_jobs, cache=cache, progress=progress)
