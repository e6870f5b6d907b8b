"""`solecism agree`: how far raters agree, and how reliable each of them is."""

from __future__ import annotations

from typing import Any

import click

from solecism.cli.measure.score_tables import panel_counts
from solecism.cli.terminal.answers import AnswerOptions, answer_options
from solecism.cli.terminal.options import (
    duplicates_option,
    format_option,
    level_option,
    seed_option,
)
from solecism.cli.terminal.signed import signed
from solecism.cli.terminal.tables import show_formatted

_MEASURES = (
    "observed cohen cohen-linear cohen-quadratic scott fleiss alpha alpha-ordinal "
    "alpha-interval ac1"
).split()
_METHODS = ("majority", "dawid-skene", "mace", "glad")


@click.command(name="agree")
@click.argument("judgments", nargs=-1, required=True, metavar="JUDGMENTS...")
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
def command(judgments: tuple[str, ...], answers: AnswerOptions, **options: Any) -> None:
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
    from solecism.agree import summary
    from solecism.agree.consensus import aggregate
    from solecism.formats import files, jsonl
    from solecism.panels import panels

    data = panels(
        answers.read(judgments),
        by=options["by"],
        within=options["within"],
        cluster=options["cluster"],
        labels=_names(options["labels"]),
        ignored=_names(options["ignore"]),
        duplicates=options["duplicates"],
    )
    if options["consensus"]:
        result = aggregate.consensus(data.data, options["consensus"], seed=options["seed"])
        files.write_text("-", jsonl.format(aggregate.consensus_judgments(result)))
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
    settings = {**options, **answers.settings()}
    signature = signed("agree", settings, judgments, **panel_counts(data.data))
    content = {"signature": signature, "result": summarised}
    show_formatted(summarised, content, output_format=output_format, signature=signature)


def _names(text: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip()) if text else ()
