"""`solecism study new`: create a study from files."""

from __future__ import annotations

from typing import Any

import click

from solecism.cli.terminal.options import UniqueOptionsCommand, seed_option
from solecism_study.cli.new_options import TaskChoice


@click.command(name="new", cls=UniqueOptionsCommand)
@click.argument("places", nargs=-1, required=True, metavar="[STUDY] FILE")
@click.option(
    "--title", metavar="TEXT", help="Title that raters read; by default the study's name."
)
@click.option(
    "--task",
    type=TaskChoice(),
    help="Question that the raters answer, by name, or a TOML file that defines a task.",
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(["preposition", "determiner", "number"]),
    help="Ask only about places of this kind, where the task has several; may be repeated.",
)
@click.option(
    "-n",
    "--judgments",
    type=int,
    default=3,
    show_default=True,
    help="Number of judgments to collect per item.",
)
@click.option(
    "--most-each",
    type=int,
    help="Maximum number of answers per rater, control and practice items included.",
)
@click.option(
    "--sentences", metavar="FILE", help="File of the text that the sites in FILE come from."
)
@click.option("--flags", metavar="FILE", help="File of a system's flags, which raters never see.")
@click.option(
    "--output",
    "outputs",
    multiple=True,
    metavar="FILE",
    help="File of a system's corrected sentences, one per line of FILE, or of its edits (M2), for "
    "the tasks ranking and edit; may be repeated. Raters do not see the names of systems.",
)
@click.option(
    "--key", metavar="FILE", help="File with the key of the sample, which raters never see."
)
@click.option(
    "--gold", metavar="FILE", help="File of judgments with the correct answers to control items."
)
@click.option(
    "--practice",
    metavar="FILE",
    help="File of judgments with the correct answers to practice items, which give feedback.",
)
@click.option(
    "--gold-share",
    type=float,
    default=0.1,
    show_default=True,
    help="Share of the items shown to each rater that are control items.",
)
@click.option(
    "--bar",
    type=float,
    default=0.7,
    show_default=True,
    help="Accuracy on control items that a rater must reach.",
)
@click.option(
    "--gold-least",
    type=click.IntRange(min=0),
    default=4,
    show_default=True,
    help="Number of control items that a rater answers before they can be removed; with 0 control "
    "items remove nobody.",
)
@click.option(
    "--batch",
    "batches",
    multiple=True,
    metavar="NAME:SIZE[:AFTER]",
    help="Batch of this size that all raters judge, after AFTER answers; may be repeated.",
)
@click.option(
    "--points",
    type=int,
    default=2,
    show_default=True,
    help="Number of points on the scale of the acceptability task.",
)
@click.option(
    "--grey",
    is_flag=True,
    help="Offer an answer between yes and no in the article-number task.",
)
@click.option(
    "--price", default="0", metavar="AMOUNT", help="Amount paid to the rater per judgment."
)
@click.option(
    "--fee", type=float, default=0.0, help="Fee of the platform, as a share of what is paid."
)
@click.option("--budget", metavar="AMOUNT", help="Maximum amount to spend, fees included.")
@click.option(
    "--currency",
    default="USD",
    show_default=True,
    metavar="CODE",
    help="Currency of all amounts of money.",
)
@click.option(
    "--platform",
    metavar="NAME",
    help="Platform that raters come from: prolific, mturk, connect, sona, or NAME:PARAMETER for "
    "another.",
)
@click.option(
    "--code",
    "codes",
    multiple=True,
    metavar="[[STAGE:]OUTCOME=]CODE",
    help="Completion code of the platform, for raters who complete the last stage or for another "
    "OUTCOME: complete, screened-out, no-work, removed, stopped, withdrawn. By default each rater "
    "gets a code of their own; may be repeated.",
)
@click.option(
    "--return-url",
    metavar="URL",
    help="Address that raters return to; {code} and {id} are filled in.",
)
@click.option(
    "--id-pattern",
    metavar="REGEX",
    help="Regular expression that ids from the platform must match as a whole; for prolific it is "
    "[0-9a-f]{24} by default.",
)
@click.option(
    "--allow",
    metavar="FILE",
    help="File with the ids from the platform that may take part, one per line.",
)
@click.option(
    "--signed",
    is_flag=True,
    help="Admit raters from the platform only with a signature: Prolific's own (Secured External "
    "URL), or a link of `solecism study raters --link`.",
)
@click.option(
    "--open-to-all", is_flag=True, help="Admit everybody who has the address of the study."
)
@click.option(
    "--delay",
    type=float,
    default=72.0,
    show_default=True,
    help="Hours to wait between the two stages of the study.",
)
@click.option(
    "--stop-width",
    type=float,
    help="Stop asking about an item when the interval of its share of errors is this narrow.",
)
@click.option(
    "--guideline",
    metavar="FILE",
    help="File with the instructions to raters; the default are those of the task.",
)
@click.option(
    "--consent", metavar="FILE", help="File with the text that raters agree to before they begin."
)
@click.option(
    "--screening",
    metavar="FILE",
    help="TOML file with the rules for raters: questions before work, quotas, a test, exclusions, "
    "time limits and signs of careless work.",
)
@click.option(
    "--retention",
    type=click.IntRange(1, 36_500),
    metavar="DAYS",
    help="Number of days after a rater's last answer when their id and times are to be erased.",
)
@click.option(
    "--print-file", is_flag=True, help="Print the study file that says the same, and stop."
)
@seed_option(default=1, result="assignments")
def new_command(places: tuple[str, ...], print_file: bool, **options: Any) -> None:
    """Create a study from a study file, or from a file of items and options.

    A study file (.toml) says everything about a study; `solecism study check FILE` says in words
    what it will do. Its fields are described in the documentation, and `solecism study schema`
    prints a schema for editors. STUDY is a new folder or the URL of an empty PostgreSQL database,
    by default the one that the study file names.

    Without a study file, FILE contains sites or sentences as JSON Lines (as written by `solecism
    sample` and `solecism mine`), M2, plain text or any other format that `solecism convert` reads;
    - is standard input. In sentences, every place of the task's kind becomes an item. Each option
    is a field of the study file, and --print-file shows which.

    Answers are stored under pseudonyms. With --key the study shows estimates of precision and
    recall while it runs. The tasks ranking and edit are about systems' corrections: FILE then has
    one sentence per line, or is M2, and each --output is one system. In a ranking study raters
    order up to five different corrections of a sentence; `solecism rank` reads what the study
    exports. In an edit study they accept or reject single edits; with the flags that the study
    exports, `solecism score` reads their judgments.

    \b
    Example:
      solecism study new demo examples/study.toml
      solecism study new asked examples/sites.jsonl --task usage --screening examples/raters.toml
      solecism study new nouns examples/texts/ridge.txt --task article-number --print-file
      solecism study new order examples/ranking/annotated.m2 --task ranking \\
          --output examples/ranking/bold.txt --output examples/ranking/careful.txt
    """
    from solecism.system.clock import now
    from solecism_study.cli.new_items import create, read_parts
    from solecism_study.cli.new_options import requested_study
    from solecism_study.study_file import study_toml
    from solecism_study.work.control_rule import rule_in_words

    request = requested_study(click.get_current_context(), places, **options)
    if print_file:
        click.echo(study_toml.format(request.file), nl=False)
        return
    parts = read_parts(request)
    create(request, parts, now=now()).close()
    n_data = sum(item.pool == "data" for item in parts.items)
    click.echo(
        f"{request.location}: {n_data} items, {request.file.items.judgments} judgments each; "
        f"{len(parts.items) - n_data} control and practice items.",
        err=True,
    )
    if request.file.control_items.answers:
        click.echo(rule_in_words(parts.configuration.control), err=True)
