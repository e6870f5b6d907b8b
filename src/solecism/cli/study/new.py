"""`solecism study new`: create a study from files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solecism.cli.study.tasks import TaskChoice, chosen_task, definition_in
from solecism.cli.terminal.options import seed_option
from solecism.errors import InputError

if TYPE_CHECKING:
    from solecism.cli.study.files import Corrections
    from solecism.collect.configuration import Access, Batch, Configuration
    from solecism.collect.item import Item

_ABOUT_OUTPUTS = ("ranking", "edit")


@click.command(name="new")
@click.argument("study")
@click.argument("file")
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
@click.option("--price", type=float, default=0.0, help="Amount paid to the rater per judgment.")
@click.option(
    "--fee", type=float, default=0.0, help="Fee of the platform, as a share of what is paid."
)
@click.option("--budget", type=float, help="Maximum amount to spend, fees included.")
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
    metavar="CODE",
    help="Completion code of the platform; by default each rater gets a code of their own.",
)
@click.option(
    "--return-url",
    metavar="URL",
    help="Address that raters return to; {code} and {id} are filled in.",
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
@seed_option(default=1, result="assignments")
def command(study: str, file: str, **options: Any) -> None:
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
      solecism study new order examples/ranking/annotated.m2 --task ranking \\
          --output examples/ranking/bold.txt --output examples/ranking/careful.txt
    """
    from solecism.collect.study import create
    from solecism.system.clock import now

    corrections = _corrections(file, **options)
    items = _items(file, corrections, **options)
    configuration = _configuration(study, **options)
    made = create(
        study,
        configuration,
        items,
        now=now(),
        guideline=_text(options["guideline"]),
        consent=_text(options["consent"]) or "",
        documents=_documents(corrections, **options),
    )
    made.close()
    n_data = sum(item.pool == "data" for item in items)
    click.echo(
        f"{study}: {n_data} items, {options['judgments']} judgments each; "
        f"{len(items) - n_data} control and practice items.",
        err=True,
    )


def _corrections(file: str, **options: Any) -> Corrections | None:
    """The sentences and the systems' edits of them, for the tasks that are about these."""
    from solecism.cli.study.files import read_corrections

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
    from solecism.cli.study.files import items_of_corrections, items_of_file
    from solecism.collect.exchange.sources import with_known_answers
    from solecism.collect.item import CONTROL, PRACTICE
    from solecism.formats import jsonl
    from solecism.judgment import Judgment
    from solecism.site import kind_of

    task = chosen_task(options["task"], options["kinds"])
    if corrections is None:
        items = items_of_file(file, task, sentences=options["sentences"], flags=options["flags"])
    else:
        items = items_of_corrections(file, task, corrections, seed=options["seed"])
    if options["kinds"]:
        items = [item for item in items if kind_of(item.site) in options["kinds"]]
    for name, pool in (("gold", CONTROL), ("practice", PRACTICE)):
        if options[name]:
            items = with_known_answers(items, jsonl.read(options[name], Judgment), pool)
    return items


def _configuration(study: str, **options: Any) -> Configuration:
    from pathlib import PurePosixPath

    import msgspec

    from solecism.collect.configuration import Configuration, Control, Pay, Stopping
    from solecism.collect.people.platforms import platform_named

    platform = None
    if options["platform"]:
        platform = platform_named(options["platform"])
        chosen = {"code": options["code"], "return_url": options["return_url"]}
        changes = {name: value for name, value in chosen.items() if value is not None}
        platform = msgspec.structs.replace(platform, **changes)
    definition = definition_in(options["task"])
    width = options["stop_width"]
    by_platform: Access = "platform" if platform else "invited"
    made = Configuration(
        name=PurePosixPath(study.partition("?")[0].rstrip("/")).name or "study",
        task=options["task"] if definition is None else definition.name,
        definition=msgspec.UNSET if definition is None else definition,
        seed=options["seed"],
        n_judgments=options["judgments"],
        settings={"points": options["points"]} if options["task"] == "acceptability" else {},
        most_each=options["most_each"],
        control=Control(share=options["gold_share"], bar=options["bar"]),
        batches=tuple(map(_batch, options["batches"])),
        pay=Pay(
            price=_money(options["price"]),
            fee_share=options["fee"],
            budget=None if options["budget"] is None else _money(options["budget"]),
            currency=options["currency"],
        ),
        stopping=None if width is None else Stopping(width=width),
        platform=platform,
        stage_delay_hours=options["delay"],
        access="open" if options["open_to_all"] else by_platform,
    )
    return _checked(made)


def _checked(made: Configuration) -> Configuration:
    """The configuration, checked as if it were read from a file."""
    from solecism.collect.configuration import decode, encode

    return decode(encode(made), source="options")


def _batch(text: str) -> Batch:
    from solecism.collect.configuration import Batch

    name, _, rest = text.partition(":")
    size, _, after = rest.partition(":")
    try:
        return Batch(name=name, size=int(size), after=int(after or 0))
    except ValueError as error:
        raise InputError(f"--batch {text}: give NAME:SIZE or NAME:SIZE:AFTER.") from error


def _money(amount: float) -> int:
    import math

    from solecism.collect.configuration import UNIT

    if not math.isfinite(amount):
        raise InputError(f"{amount} is not an amount of money.")
    return round(amount * UNIT)


def _text(path: str | None) -> str | None:
    from solecism.formats.files import read_lines

    return None if path is None else "".join(read_lines(path))


def _documents(corrections: Corrections | None, **options: Any) -> dict[str, str]:
    from solecism.collect.exchange.corrections import edit_flags
    from solecism.collect.study import FLAGS, KEY
    from solecism.flag import Flag
    from solecism.formats import jsonl
    from solecism.formats import key as keys
    from solecism.formats.files import read_lines

    paths = {FLAGS: options["flags"], KEY: options["key"]}
    if options["key"]:
        keys.parse(read_lines(options["key"]), file=options["key"])
    if options["flags"]:
        list(jsonl.read(options["flags"], Flag))
    documents = {name: "".join(read_lines(path)) for name, path in paths.items() if path}
    if corrections is not None and options["task"] == "edit":
        documents[FLAGS] = "".join(jsonl.format(edit_flags(*corrections)))
    return documents
