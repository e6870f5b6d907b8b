"""`solecism study new`: create a study from files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import UniqueOptionsCommand, seed_option
from solecism_study.cli.new_options import TaskChoice, chosen_task

if TYPE_CHECKING:
    from solecism_study.cli.new_items import Corrections
    from solecism_study.item import Item

_ABOUT_OUTPUTS = ("ranking", "edit")


@click.command(name="new", cls=UniqueOptionsCommand)
@click.argument("study")
@click.argument("file")
@click.option(
    "--title", metavar="TEXT", help="Title that raters read; by default the study's name."
)
@click.option(
    "--task",
    required=True,
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
    help="Platform that raters come from: prolific, connect, sona, or NAME:PARAMETER for another.",
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
@seed_option(default=1, result="assignments")
def new_command(study: str, file: str, **options: Any) -> None:
    """Create a study from a file of sites or sentences.

    STUDY is a new folder or the URL of an empty PostgreSQL database. FILE contains sites or
    sentences as JSON Lines (as written by `solecism sample` and `solecism mine`), M2, plain text
    or any other format that `solecism convert` reads; - is standard input. In sentences, every
    place of the task's kind becomes an item. Answers are stored under pseudonyms. With --key the
    study shows estimates of precision and recall while it runs.

    The tasks ranking and edit are about systems' corrections. FILE then has one sentence per line,
    or is M2, and each --output is one system. In a ranking study raters order up to five different
    corrections of a sentence; `solecism rank` reads what the study exports. In an edit study they
    accept or reject single edits; with the flags that the study exports, `solecism score` reads
    their judgments.

    A task of your own is a TOML file, for example `--task mytask.toml`; the page on studies shows
    how to write one.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task usage --flags examples/flags.a.jsonl
      solecism study new nouns examples/texts/ridge.txt --task article-number -n 2 --delay 48
      solecism study new asked examples/sites.jsonl --task usage --screening examples/raters.toml
      solecism study new order examples/ranking/annotated.m2 --task ranking \\
          --output examples/ranking/bold.txt --output examples/ranking/careful.txt
    """
    from solecism.system.clock import now
    from solecism_study.cli.new_items import read_documents, read_text
    from solecism_study.cli.new_options import check_options, configuration_of, excluded_by
    from solecism_study.screening.admission import exclude
    from solecism_study.study import create_study
    from solecism_study.work.control_rule import check_control_items, rule_in_words

    check_options(click.get_current_context(), **options)
    configuration = configuration_of(study, **options)
    corrections = _corrections(file, **options)
    items = _items(file, corrections, **options)
    check_control_items(configuration, items)
    excluded = excluded_by(options["screening"])
    made = create_study(
        study,
        configuration,
        items,
        now=now(),
        guideline=read_text(options["guideline"]),
        consent=read_text(options["consent"]) or "",
        documents=read_documents(corrections, **options),
    )
    for source, ids in excluded:
        exclude(made, ids, source=source, now=now(), actor="administrator")
    made.close()
    n_data = sum(item.pool == "data" for item in items)
    click.echo(
        f"{study}: {n_data} items, {options['judgments']} judgments each; "
        f"{len(items) - n_data} control and practice items.",
        err=True,
    )
    if options["gold"]:
        click.echo(rule_in_words(configuration.control), err=True)


def _corrections(file: str, **options: Any) -> Corrections | None:
    """The sentences and the systems' edits of them, for the tasks that are about these."""
    from solecism_study.cli.new_items import read_corrections

    if options["task"] in _ABOUT_OUTPUTS:
        if not options["outputs"]:
            raise click.UsageError(f"The task {options['task']} needs systems: give --output.")
        if options["flags"]:
            raise click.UsageError("--flags does not go with --output: the outputs say it all.")
        return read_corrections(file, options["outputs"])
    if options["outputs"]:
        raise click.UsageError(f"--output is for the tasks {' and '.join(_ABOUT_OUTPUTS)}.")
    return None


def _items(file: str, corrections: Corrections | None, **options: Any) -> list[Item]:
    from solecism.formats import jsonl
    from solecism.judgment import Judgment
    from solecism.site import kind_of
    from solecism_study.cli.new_items import (
        check_known_answers,
        items_of_corrections,
        items_of_file,
    )
    from solecism_study.cli.new_options import settings_of
    from solecism_study.exchange.item_sources import usable_answers, with_known_answers
    from solecism_study.item import CONTROL, PRACTICE

    task = chosen_task(options["task"], options["kinds"])
    if corrections is None:
        items = items_of_file(file, task, sentences=options["sentences"], flags=options["flags"])
    else:
        items = items_of_corrections(file, task, corrections, seed=options["seed"])
    if options["kinds"]:
        items = [item for item in items if kind_of(item.site) in options["kinds"]]
    for name, pool in (("gold", CONTROL), ("practice", PRACTICE)):
        if options[name]:
            known = usable_answers(jsonl.read(options[name], Judgment), task)
            items = with_known_answers(items, known, pool)
            check_known_answers(options[name], task, settings_of(task, options), items)
    return items
