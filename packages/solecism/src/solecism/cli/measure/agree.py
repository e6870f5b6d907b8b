"""Commands that measure what raters say: `solecism agree`, `constructions` and `choice`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.measure.score_inputs import EVERY_JUDGMENT, panel_counts
from solecism.cli.terminal.options import (
    INPUT,
    AnswerOptions,
    answer_options,
    command_signature,
    duplicates_option,
    format_option,
    json_option,
    level_option,
    seed_option,
)
from solecism.cli.terminal.output import progress_bar, with_progress
from solecism.cli.terminal.result_tables import (
    show,
    show_formatted,
    show_json,
    show_table,
)
from solecism.table import figure_cells

if TYPE_CHECKING:
    from solecism.agreement.construction_measures import (
        AcceptedTogether,
        ConstructionMeasures,
        StageConfusion,
    )

_MEASURES = (
    "observed cohen cohen-linear cohen-quadratic scott fleiss alpha alpha-ordinal "
    "alpha-interval ac1"
).split()
_METHODS = ("majority", "dawid-skene", "mace", "glad")


@click.command(name="agree")
@click.argument("judgments", nargs=-1, required=True, metavar="JUDGMENTS...", type=INPUT)
@answer_options
@click.option(
    "--measure",
    "measures",
    metavar="NAME",
    multiple=True,
    type=click.Choice(_MEASURES),
    help=f"Measure to show, one of {', '.join(_MEASURES)}; may be repeated.",
)
@click.option(
    "--by",
    metavar="FIELD",
    help="Show agreement by kind of site, task, stage, batch, or a key of the notes.",
)
@click.option(
    "--within",
    metavar="FIELD",
    help="Field that makes several items of one site, such as its constructions.",
)
@click.option(
    "--cluster",
    metavar="FIELD",
    help="Field whose items are not independent: sentence, document or another.",
)
@click.option(
    "--labels",
    metavar="NAME,...",
    help="Possible answers in order, separated by commas; weighted measures need them.",
)
@click.option(
    "--ignore",
    default="unknown",
    show_default=True,
    metavar="NAME,...",
    help="Answers to leave out, separated by commas.",
)
@duplicates_option
@click.option(
    "--pairwise", is_flag=True, help="Show every pair of raters, and where they disagree."
)
@click.option(
    "--confusion",
    is_flag=True,
    help="Show for each pair of raters how often each pair of answers occurs.",
)
@click.option(
    "--raters",
    is_flag=True,
    help="Show each rater's agreement, accuracy on control items, and signs of spam.",
)
@click.option(
    "--reference",
    metavar="NAME,...",
    help="Rater to compare the others with; separate several by commas.",
)
@click.option(
    "--reliability",
    is_flag=True,
    help="Show how well the majority of raters agrees with the reference, by number of raters.",
)
@click.option(
    "--usage",
    is_flag=True,
    help="Show which constructions (--within) raters accept; answers are yes, no or yes*.",
)
@click.option(
    "--consensus",
    type=click.Choice(_METHODS),
    help="Write one answer per item, by this method, instead of measuring agreement.",
)
@level_option
@click.option(
    "--bootstrap",
    "n_draws",
    type=click.IntRange(min=0),
    default=0,
    help="Number of bootstrap draws for intervals; 0 computes them analytically.",
)
@seed_option()
@format_option
def agree_command(judgments: tuple[str, ...], answers: AnswerOptions, **options: Any) -> None:
    """Measure how far raters agree.

    JUDGMENTS are files of JSON Lines, read one after another; - is standard input. Judgments of
    control items are not counted as data; they show each rater's accuracy (--raters). A writer, an
    expert or a system can be a rater too, and can be the --reference that the others are compared
    with: `solecism select --predictions` writes a system's and the writer's words at blanks.

    A study with the task usage has answers error and ok, and the raters' own ratings as notes: the
    three-way table of Tetreault and Chodorow (2008) is that of --answer rating --join
    correct,equal=ok --without context --confusion.

    \b
    Example:
      solecism agree examples/judgments.simulated.jsonl
      solecism agree --raters --measure ac1 examples/judgments.simulated.jsonl
      solecism agree --reference rater1 --reliability \\
        examples/judgments.simulated.jsonl
    """
    from solecism.agreement import consensus, summary
    from solecism.formats import files, jsonl
    from solecism.panel import panels

    with progress_bar("Reading", "Judgments") as progress:
        data = panels(
            with_progress(answers.read_answers(judgments), progress, every=EVERY_JUDGMENT),
            by=options["by"],
            within=options["within"],
            cluster=options["cluster"],
            labels=_names(options["labels"]),
            ignored=_names(options["ignore"]),
            duplicates=options["duplicates"],
        )
        if options["consensus"]:
            result = consensus.consensus(data.data, options["consensus"], seed=options["seed"])
            files.write_text("-", jsonl.format(consensus.consensus_judgments(result)))
            return
        summarised = summary.summarise(
            data,
            measures=options["measures"],
            pairs=options["pairwise"] or options["confusion"],
            confusion=options["confusion"],
            raters=options["raters"],
            reference=_names(options["reference"]),
            by_size=options["reliability"],
            usage=options["usage"],
            level=options["level"],
            n_draws=options["n_draws"],
            seed=options["seed"],
        )
    output_format = options.pop("output_format")
    signature = command_signature("agree", counts=panel_counts(data.data))
    content = {"result": summarised}
    show_formatted(summarised, content, output_format=output_format, signature=signature)


def _names(text: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip()) if text else ()


_N_TOGETHER = 4


@click.command(name="constructions")
@click.argument("judgments", type=INPUT)
@click.argument("key", type=INPUT)
@click.option(
    "--system",
    "systems",
    multiple=True,
    metavar="FILE",
    type=INPUT,
    help="File of a system's own constructions, as `solecism sample nouns --choices` writes them; "
    "may be repeated.",
)
@click.option(
    "--grey",
    type=click.Choice(["yes", "no"]),
    default="yes",
    show_default=True,
    help="Whether an answer between yes and no counts as yes, as in the paper, or as no.",
)
@level_option
@json_option
def constructions_command(
    judgments: str, key: str, systems: tuple[str, ...], grey: str, level: float, as_json: bool
) -> None:
    """Measure which of five ways to write a noun raters accept: stone, a stone, the stone, ...

    JUDGMENTS are those of an article-number study (- is standard input), KEY is the key that
    `solecism sample nouns --key` wrote. As in Lee, Tetreault and Chodorow (2009), the tables show
    how often raters accept the writer's own construction and several others, which constructions
    they find best together, and how far they agree with and without context, on nouns mentioned
    before or not, and on a noun's most frequent construction or the others, with tests. With
    --system a system's constructions are scored against the writer's own alone and against all
    that raters accept, with the difference.

    \b
    Example:
      solecism sample nouns examples/quarry.txt --each 1 --least 4 --key key.jsonl \\
          --choices choices.jsonl --out nouns.jsonl
      solecism study new stones nouns.jsonl --task article-number -n 2 --delay 0
      solecism study simulate stones --raters 2
      solecism study export stones - --format jsonl | \\
          solecism constructions - key.jsonl --system choices.jsonl
    """
    from solecism.agreement.construction_measures import construction_measures
    from solecism.formats import jsonl
    from solecism.judgment import Judgment

    measures = construction_measures(
        jsonl.read(judgments, Judgment),
        jsonl.read(key, Judgment),
        choices=[choice for path in systems for choice in jsonl.read(path, Judgment)],
        accepts_grey=grey == "yes",
        level=level,
    )
    if as_json:
        show_json({**command_signature("constructions").content(), "result": measures})
        return
    _show(measures)


def _most_together(rows: Iterable[AcceptedTogether]) -> Iterator[tuple[str, str, str]]:
    from itertools import groupby, islice

    for _, of_rater in groupby(rows, key=lambda row: row.rater):
        for row in islice(of_rater, _N_TOGETHER):
            yield row.rater, " + ".join(row.constructions), str(row.n_sites)


def _show(measures: ConstructionMeasures) -> None:
    from solecism.agreement.summary import agreement_table, difference_table, usage_table

    show_table(usage_table(measures.usage))
    show(
        "Best together",
        ("rater", "constructions", "times"),
        _most_together(measures.together),
    )
    for one in measures.confusions:
        show(*_confusion_table(one))
    for contrast in measures.contrasts:
        show_table(agreement_table(f"Agreement by {contrast.name}", contrast.agreements))
        show_table(difference_table(contrast.differences))
    show(
        "Systems against the writer's own and against accepted constructions",
        ("system", "right is", "nouns", "accuracy", "interval", "more", "interval"),
        [
            [
                row.system,
                row.against,
                str(row.n_sites),
                *figure_cells([row.accuracy, row.more]),
            ]
            for row in measures.systems
        ],
    )


def _confusion_table(one: StageConfusion) -> tuple[str, list[str], list[list[str]]]:
    """The title, columns and rows of the confusion table of a stage."""
    table = one.confusion
    title = f"{one.stage}: {table.first} (rows) and {table.second} (columns)"
    rows = [
        [label, *map(str, counts)]
        for label, counts in zip(table.labels, table.counts.tolist(), strict=True)
    ]
    return title, ["", *table.labels], rows


@click.command(name="choice")
@click.argument("judgments", type=INPUT)
@click.option(
    "--right",
    "n_right",
    type=click.IntRange(0),
    help="Number of prepositions that the system guessed as they were written.",
)
@click.option(
    "--guessed",
    "n_guessed",
    type=click.IntRange(1),
    help="Number of prepositions that the system guessed in all.",
)
@level_option
@format_option
def choice_command(judgments: str, output_format: str, **settings: Any) -> None:
    """Show how often raters find a system's word as good as the writer's, or better.

    JUDGMENTS are those of a study with the task choice, whose items `solecism sample choice` drew
    where the two differ. With --right and --guessed, which that command prints, the accuracy of
    the system is shown as it is, and corrected: a word as good as the writer's is no mistake.

    \b
    Example:
      solecism sample choice examples/texts/landlord.txt examples/texts/novel.txt pairs.jsonl \\
        --flags guesses.jsonl -n 8
      solecism study new which pairs.jsonl --task choice --flags guesses.jsonl -n 2
      solecism study simulate which --raters 2
      solecism study export which answers.jsonl
      solecism choice answers.jsonl --right 75 --guessed 100
    """
    from solecism.agreement.preference import preferences
    from solecism.formats import jsonl
    from solecism.judgment import Judgment

    if (settings["n_right"] is None) != (settings["n_guessed"] is None):
        raise click.UsageError("Give --right and --guessed together.")
    result = preferences(jsonl.read(judgments, Judgment), **settings)
    signature = command_signature("choice", counts={"n_sites": result.n_items})
    content = {"preferences": result}
    show_formatted(result, content, output_format=output_format, signature=signature)
