"""`solecism corrupt` and `confusions`: make realistic errors, and count those of learners."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import JobChoice, job_options, jobs_option, n_jobs
from solecism.cli.terminal.output import check_output, progress_bar
from solecism.cli.terminal.result_tables import show
from solecism.formats import registry
from solecism.formats.registry import FORMATS, Format
from solecism.system.display_text import count
from solecism.table import number

if TYPE_CHECKING:
    from solecism.corruption.confusion_table import ConfusionSummary
    from solecism.corruption.corrupt import AnyRecipe
    from solecism.corruption.corrupted import Tally
    from solecism.corruption.recipe import Recipe

_PRESETS = ("foster-2007", "foster-2007-several", "foster-2007-wsj", "learner")

_LEVELS = ("A", "B", "C")
# Options that say which errors to make; those of one line do not go with those of the other.
_OF_RECIPES = ("preset", "kinds", "per_sentence", "rounds", "confusions")
_OF_LEARNERS = ("level", "rate", "writer")
_ON_RAY = (*_OF_RECIPES, "like", *_OF_LEARNERS, "seed", "resume")
_SITES = ("all", "lowest", "highest", "printed")
_WRITABLE = [name for name, format in FORMATS.items() if format.is_writable]


@click.command(name="corrupt")
@click.argument("sources", metavar="IN...", nargs=-1, required=True)
@click.argument("target", metavar="OUT")
@click.option(
    "--preset",
    type=click.Choice(_PRESETS),
    default="foster-2007",
    show_default=True,
    help="Types of error to make, and in which proportions.",
)
@click.option(
    "--kinds",
    metavar="TYPE[=WEIGHT],...",
    help="Types of error and their weights, instead of those of the preset.",
)
@click.option(
    "--per-sentence",
    type=float,
    metavar="N",
    help="Number of errors per sentence and round: 0.3 makes one in three of ten "
    "sentences, 1.2 two in every fifth. The default is 1, and for learner the rates "
    "of the confusions.",
)
@click.option(
    "--rounds",
    type=int,
    default=1,
    show_default=True,
    help="Number of rounds; each makes errors in the output of the round before.",
)
@click.option(
    "--confusions",
    metavar="TABLE",
    help="Use the confusions that `solecism confusions` wrote instead of the bundled ones.",
)
@click.option(
    "--like",
    type=click.Choice(["learners"]),
    help="Make errors of all types as learners of a level make them, where they make them; needs "
    "solecism-models.",
)
@click.option(
    "--level",
    type=click.Choice(_LEVELS),
    default="B",
    show_default=True,
    help="Level of these learners in the CEFR.",
)
@click.option(
    "--rate",
    type=float,
    default=1.0,
    show_default=True,
    help="How many times as many errors as these learners make.",
)
@click.option(
    "--writer",
    metavar="MODEL",
    help="Use the model that `solecism train writer` wrote instead of the bundled one.",
)
@click.option(
    "--sites",
    type=click.Choice(_SITES),
    default="all",
    show_default=True,
    help="Places at which gold trees have an extra word: one gold tree per place.",
)
@click.option(
    "--seed",
    type=int,
    default=7,
    show_default=True,
    help="Seed of the random numbers; the same seed gives the same errors.",
)
@jobs_option
@job_options
@click.option(
    "--lines",
    is_flag=True,
    help="Read plain text with one sentence per line, and keep it so: line 7 of OUT has the errors "
    "of line 7 of IN.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Where OUT is a folder: leave outputs that are there and would not change.",
)
@click.option(
    "--from",
    "read_as",
    type=click.Choice(list(FORMATS)),
    help="Format of IN; by default its name decides.",
)
@click.option(
    "--to",
    "write_as",
    type=click.Choice(_WRITABLE),
    help="Format of OUT; by default its name decides.",
)
@click.option("--quiet", is_flag=True, help="Do not report how many errors were made.")
def corrupt_command(
    sources: tuple[str, ...], target: str, where: JobChoice, **settings: Any
) -> None:
    """Make realistic errors in text, tagged corpora or treebanks.

    IN is plain text, CoNLL-U, CoNLL-2000, Penn trees, M2 or JSON Lines, depending on its name;
    text without tags is tagged. OUT contains the sentences with errors, with the edits that
    correct them if its format has edits (M2, JSON Lines), or with all gold trees (Penn). The name
    - means a pipe. Sentences in which no error is possible stay as they are. If OUT is a folder, or
    ends in /, every IN has a file of its own in it, and a run that was interrupted goes on with
    --resume.

    With --engine ray IN has rows of text, and OUT is a folder for the same rows with their text
    corrupted, and with the edits that correct it. The errors in a row depend on its text.

    \b
    Types, of Foster (2007): missing-word, extra-word, real-word, agreement, verb-form;
    learners' confusions: preposition, article, number.

    \b
    Example:
      solecism corrupt examples/texts/library.txt - --to m2 --seed 7
      solecism corrupt examples/texts/library.txt - --kinds missing-word=3,agreement --rounds 2
      solecism corrupt examples/texts/library.txt - --preset learner
      solecism corrupt examples/texts/library.txt - --like learners --level A
      solecism corrupt --resume --quiet examples/texts/*.txt corrupted/
    """
    from solecism.cli.corrupt_runs import CorruptRun
    from solecism.formats import files

    _check_options(is_like_learners=settings["like"] is not None)
    if where.is_ray(_ON_RAY):
        from solecism.cluster import Corrupter

        recipe, seed = _chosen_recipe(**settings), settings["seed"]
        corrupter = Corrupter(column=where.column, recipe=recipe, seed=seed)
        where.run(corrupter, [*sources, target], "error")
        return
    if settings["resume"] and not files.is_folder(target):
        raise click.UsageError("--resume needs a folder to write to: let OUT end in /.")
    reading = {path: _chosen(settings["read_as"], path) or FORMATS["text"] for path in sources}
    if settings["lines"] and any(format.name != "text" for format in reading.values()):
        raise click.UsageError("--lines is for plain text.")
    write_format = _chosen(settings["write_as"], target) or _same(reading[sources[0]])
    with progress_bar("Reading", "Sentences") as progress:
        run = CorruptRun(
            reading,
            write_format,
            _chosen_recipe(**settings),
            seed=settings["seed"],
            n_jobs=n_jobs(settings["jobs"], sources),
            is_by_line=settings["lines"],
            progress=progress,
        )
        if files.is_folder(target):
            run.write_folder(Path(target), resume=settings["resume"])
        else:
            run.write_file(target)
    if settings["quiet"]:
        return
    _show(run.tally)
    if run.n_left:
        click.echo(f"{count(run.n_left, 'output')} had been written before.", err=True)
    if run.lost - {"tags", "ids", "notes"}:
        click.echo(f"{write_format.name} does not keep: {', '.join(sorted(run.lost))}.", err=True)


def _chosen(name: str | None, path: str) -> Format | None:
    return FORMATS[name] if name is not None else registry.format_of(path)


def _same(format: Format) -> Format:
    return format if format.is_writable and not format.has_versions else FORMATS["m2"]


def _check_options(*, is_like_learners: bool) -> None:
    """Refuse options of recipes together with --like, and options of learners without it."""
    context = click.get_current_context()
    given = click.core.ParameterSource.COMMANDLINE
    for name in _OF_RECIPES if is_like_learners else _OF_LEARNERS:
        if context.get_parameter_source(name) is given:
            option = f"--{name.replace('_', '-')}"
            problem = (
                "does not go with --like learners, whose errors are learnt from learners"
                if is_like_learners
                else "needs --like learners"
            )
            raise click.UsageError(f"{option} {problem}.")


def _chosen_recipe(**settings: Any) -> AnyRecipe:
    from solecism.corruption.learner_writer import LearnerRecipe

    if settings["like"] is None:
        return _recipe(**settings)
    names = ("level", "rate", "sites")
    return LearnerRecipe(**{name: settings[name] for name in names}, model=settings["writer"])


def _recipe(**settings: Any) -> Recipe:
    from solecism.corruption import confusion_table
    from solecism.corruption.recipe import parse_weights, recipe
    from solecism.formats.files import read_lines

    kinds, path = settings["kinds"], settings["confusions"]
    return recipe(
        settings["preset"],
        weights=None if kinds is None else parse_weights(kinds),
        per_sentence=settings["per_sentence"],
        rounds=settings["rounds"],
        confusions=None if path is None else confusion_table.parse(read_lines(path), file=path),
        sites=settings["sites"],
    )


def _show(tally: Tally) -> None:
    """Print the tally on standard error, apart from the output."""
    names = sorted({*tally.n_errors, *tally.failed}, key=lambda name: (-tally.n_errors[name], name))
    width = max(map(len, names), default=4)
    lines = [f"{'type':<{width}}  errors  no place"]
    lines += [
        f"{name:<{width}}  {tally.n_errors[name]:>6}  {tally.failed[name]:>8}" for name in names
    ]
    numbers = [
        f"{n} with {count(n_errors, 'error')}" if n_errors else f"{n} without"
        for n_errors, n in sorted(tally.by_number.items(), key=lambda item: (not item[0], item[0]))
    ]
    lines.append(f"{count(tally.n_sentences, 'sentence')}: {', '.join(numbers)}.")
    if tally.n_without:
        more = ", ..." if tally.n_without > len(tally.without) else ""
        lines.append(
            f"{tally.n_without} had no place for an error and stayed as they were: "
            f"{', '.join(tally.without)}{more}."
        )
    if tally.unknown_tags:
        tags = ", ".join(sorted(tally.unknown_tags)[:8])
        lines.append(f"Words with tags that are not of the Penn Treebank were left alone: {tags}.")
    click.echo("\n".join(lines), err=True)


_COLUMNS = ("right", "places", "missing", "replaced", "unneeded", "most often")
_N_SHOWN = 3


@click.command(name="confusions")
@click.argument("inputs", metavar="ANNOTATED...", nargs=-1, required=True)
@click.option("--out", metavar="TABLE", help="Write the table of confusions to this file, as JSON.")
@click.option(
    "--about", default="", metavar="TEXT", help="Description of the text, stored in the table."
)
def confusions_command(inputs: tuple[str, ...], out: str | None, about: str) -> None:
    """Count which prepositions, articles and noun numbers learners write instead of others.

    ANNOTATED is M2, the XML of the FCE, or JSON Lines. At every place in the corrected text that
    has a choice, the command counts what the learner wrote, correct choices included. The rates
    shown are smoothed; missing, replaced and unneeded are shares of the places. `solecism corrupt`
    can make errors with such a table.

    \b
    Example:
      solecism confusions examples/annotations/library.m2 --out confusions.json
      solecism corrupt examples/texts/library.txt - --preset learner --confusions confusions.json
    """
    from solecism.corruption import confusion_table
    from solecism.corruption.confusion_table import count_confusions
    from solecism.formats import files

    if out is not None and out != "-":
        check_output(out)
    table = count_confusions(registry.read_any(inputs, default="m2"), about=about)
    if out is not None:
        files.write_text(out, confusion_table.format(table))
    if out != "-":
        for kind in table.counts:
            show(kind.capitalize(), _COLUMNS, map(_row, confusion_table.summaries(table, kind)))


def _row(summary: ConfusionSummary) -> list[str]:
    other = number(summary.other, 4)
    often = ", ".join(f"{written or 'nothing'} {n}" for written, n in summary.wrong[:_N_SHOWN])
    return [
        summary.right or "nothing",
        str(summary.n_places),
        "" if summary.missing is None else number(summary.missing, 4),
        other if summary.right else "",
        "" if summary.right else other,
        often,
    ]
