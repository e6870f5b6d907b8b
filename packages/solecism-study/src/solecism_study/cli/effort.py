"""`solecism effort`: what judgments cost in money, time and people."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.measure.crowd_files import (
    PLATFORMS,
    SectionedCommand,
    crowd_options,
    crowd_options_used,
    read_crowd,
    report_skipped,
)
from solecism.cli.terminal.options import INPUT, command_signature, format_option, signed_files
from solecism.cli.terminal.result_tables import show_formatted
from solecism.signature import SignedFile

if TYPE_CHECKING:
    from solecism.agreement.effort import TaskEffort
    from solecism.judgment import Judgment


@click.command(name="effort", cls=SectionedCommand)
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, type=INPUT)
@click.option(
    "--from",
    "platform",
    type=click.Choice(PLATFORMS),
    default="judgments",
    show_default=True,
    help="Format of the files; judgments is JSON Lines.",
)
@click.option(
    "--price",
    type=click.FloatRange(min=0),
    help="Amount paid per judgment, where the file does not say.",
)
@click.option(
    "--fee",
    type=click.FloatRange(min=0),
    default=0.0,
    show_default=True,
    help="Fee of the platform, as a share of what a file says was paid.",
)
@click.option(
    "--currency",
    default="USD",
    show_default=True,
    metavar="CODE",
    help="Currency of the amounts in files.",
)
@format_option
@crowd_options
def effort_command(sources: tuple[str, ...], output_format: str, **options: Any) -> None:
    """Show what judgments cost: items, judgments, money, raters, hours of work and hours in all.

    SOURCE is a study (its folder or database), or a file: judgments as JSON Lines, or with --from
    an export of a crowd platform, whose own times and pay are read. For other tables, --note
    started=COL, --note submitted=COL, --note reward=COL and --note assignment=COL name the columns
    of one piece of work. The table is that of Tetreault, Filatova and Chodorow (2010), with one
    row per SOURCE.

    \b
    Example:
      solecism effort --from mturk examples/crowd/mturk.csv --answer 'Answer.error_{n}' \\
          --item 'Input.site_{n}' --fee 0.2
      solecism effort examples/judgments.simulated.jsonl --price 0.02 --fee 0.25
    """
    from solecism.agreement.effort import Effort

    effort = Effort([_effort(source, options) for source in sources])
    is_crowd = options["platform"] != "judgments"
    signature = command_signature(
        "effort",
        only=options if is_crowd else ("platform", "price", "fee", "currency"),
        files={"sources": [each for source in sources for each in _signed(source)]},
    )
    show_formatted(effort, {"result": effort}, output_format=output_format, signature=signature)


def _signed(source: str) -> Iterable[SignedFile]:
    """The file; a study changes while it is looked at, and its address may have a password."""
    return [SignedFile("study", None)] if _is_study(source) else signed_files(source)


def _is_study(source: str) -> bool:
    return "://" in source or Path(source).is_dir()


def _effort(source: str, options: dict[str, Any]) -> TaskEffort:
    if not _is_study(source):
        return _file_effort(source, options)
    from solecism_study.status.progress import study_effort
    from solecism_study.study import open_study

    study = open_study(source)
    try:
        return study_effort(study)
    finally:
        study.close()


def _file_effort(path: str, options: dict[str, Any]) -> TaskEffort:
    from solecism.agreement.effort import PaidWork, task_effort
    from solecism.errors import InputError
    from solecism.formats.crowd.paid_work import pieces_of_work

    platform = options["platform"]
    if platform == "judgments" and (used := crowd_options_used(options)):
        raise click.UsageError(f"{used[0]} is for crowd files: give --from as well.")
    if path == "-" and platform != "judgments":
        raise click.UsageError("A crowd file is read twice: give its name instead of -.")
    skipped: Counter[str] = Counter()
    judgments = list(read_crowd([path], platform, options, skipped, with_work=True))
    report_skipped(skipped)
    try:
        pieces = [PaidWork(*work) for work in pieces_of_work(judgments)]
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    return task_effort(
        judgments,
        pieces,
        task=_task(path, judgments),
        currency=options["currency"],
        price=math.nan if options["price"] is None else options["price"],
        fee=options["fee"],
    )


def _task(path: str, judgments: Iterable[Judgment]) -> str:
    """The task of the judgments if they name one, else the file's name."""
    tasks = {one.task for one in judgments}
    return tasks.pop() or Path(path).name if len(tasks) == 1 else Path(path).name
