"""`solecism mine`: find candidates for extraneous prepositions in a large corpus."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import JobChoice, job_options, jobs_option, n_jobs
from solecism.cli.terminal.output import progress_bar
from solecism.cli.terminal.result_tables import show
from solecism.table import number

if TYPE_CHECKING:
    from solecism.detect.extraneous.mining import MiningSettings, TrigramCandidate

_COLUMNS = ("score", "words", "native with", "native without", "here", "example")
_EXAMPLE_WIDTH = 60


@click.command(name="mine")
@click.argument("inputs", nargs=-1, metavar="[FILE|-]...")
@click.option(
    "--best",
    default=100,
    show_default=True,
    type=click.IntRange(min=1),
    help="Number of candidates to show.",
)
@click.option(
    "--sites-each",
    default=5,
    show_default=True,
    type=click.IntRange(min=1),
    help="Maximum number of sites per candidate.",
)
@click.option(
    "--min-without",
    default=20,
    show_default=True,
    type=click.IntRange(min=1),
    help="Minimum number of times that native text has the words without the preposition.",
)
@click.option("--output", "-o", metavar="FILE", help="Write the sites to this file, as JSON Lines.")
@click.option(
    "--model",
    metavar="MODEL",
    help="Use the counts that `solecism train lm` wrote instead of the bundled ones.",
)
@click.option(
    "--candidates",
    "folder",
    metavar="FOLDER",
    help="Keep the candidates of each file in this folder, for --resume.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Use the candidates in the folder of --candidates for files that have not changed.",
)
@jobs_option
@job_options
def mine_command(
    inputs: tuple[str, ...],
    best: int,
    sites_each: int,
    min_without: int,
    output: str | None,
    model: str | None,
    folder: str | None,
    resume: bool,
    jobs: int | None,
    where: JobChoice,
) -> None:
    """Find candidates for extraneous prepositions in a large corpus, for people to judge.

    FILE is plain text, or another format by the ending of its name; - is standard input. A
    candidate is three words with a preposition in the middle that native text never has, or has
    more rarely than the two words without it; its score is the logarithm of how many times more
    rarely. Files are read once, and memory use does not grow with them. A run over many files that
    was interrupted goes on with --candidates and --resume. With --engine ray the arguments are IN,
    rows of text, and OUT, a folder for the same rows with their candidates.

    \b
    Example:
      solecism mine examples/texts/*.txt --best 10 -o sites.jsonl
    """
    from solecism.cli.measure.mined_files import MinedCorpus
    from solecism.detect.extraneous import language_model
    from solecism.detect.extraneous.mining import MiningSettings, best_candidates
    from solecism.formats import files, jsonl

    settings = MiningSettings(best, sites_each, min_without)
    on_ray = where.is_ray(("best", "sites_each", "min_without", "output", "model", "resume"))
    if resume and folder is None and not on_ray:
        raise click.UsageError("--resume needs the folder of --candidates.")
    if on_ray:
        candidates = _on_ray(where, inputs, model, settings)
    else:
        path = language_model.BUNDLED_MODEL if model is None else Path(model)
        paths = list(dict.fromkeys(inputs or ("-",)))
        with progress_bar("Reading", "Sentences") as progress:
            corpus = MinedCorpus(paths, path, settings, n_jobs(jobs, paths), progress)
            tables = corpus.tables() if folder is None else corpus.kept(Path(folder), resume=resume)
            candidates = best_candidates((each for table in tables for each in table), settings)
    if output is not None:
        files.write_text(output, jsonl.format(site for each in candidates for site in each.sites))
    if output != "-":
        show("Candidates for extraneous prepositions", _COLUMNS, map(_row, candidates))


def _on_ray(
    where: JobChoice, places: tuple[str, ...], model: str | None, settings: MiningSettings
) -> list[TrigramCandidate]:
    """The best candidates of all rows, which are mined on a Ray cluster."""
    from solecism.cluster import Miner
    from solecism.cluster.preposition_operations import CANDIDATES, best_of_rows
    from solecism.cluster.shard_files import result_rows

    miner = Miner(column=where.column, min_without=settings.min_without, model=model)
    target = where.run(miner, places, "candidate")
    return best_of_rows(result_rows(target, CANDIDATES), settings)


def _row(candidate: TrigramCandidate) -> list[str]:
    example = candidate.sites[0]
    text = " ".join((example.context or "").split())
    return [
        number(candidate.score, 2),
        " ".join(candidate.words),
        number(candidate.n_with, 0),
        number(candidate.n_without, 0),
        str(candidate.n_here),
        text if len(text) <= _EXAMPLE_WIDTH else text[: _EXAMPLE_WIDTH - 3] + "...",
    ]
