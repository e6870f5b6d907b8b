"""The options of `solecism judgments` for crowd files, and how these files are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import INPUT
from solecism.cli.terminal.output import print_notice

if TYPE_CHECKING:
    from solecism.formats.crowd.column_layout import ColumnLayout
    from solecism.judgment import Judgment

PLATFORMS = ("long", "wide", "list", "mturk", "appen", "prolific", "label-studio", "judgments")
_FIELDS = {
    "item": "Column of the place that was judged.",
    "rater": "Column of the rater's name or id.",
    "task": "Column of the question that was asked.",
    "stage": "Column of the stage, for items that are judged twice.",
    "batch": "Column of the batch that the item belongs to.",
    "confidence": "Column of the rater's confidence, from 0 to 1.",
    "seconds": "Column of the seconds that all questions of the row took together.",
    "milliseconds": "Column of the same time in milliseconds.",
    "gold": "Column of the correct answer of a control item, empty for other items.",
    "status": "Column of whether the work was accepted; see --keep.",
}
_SECTION = "Crowd files"


class CrowdOption(click.Option):
    """An option for tables of answers only."""


class SectionedCommand(click.Command):
    """A command whose help lists the options for crowd files in a section of their own."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in two sections."""
        sections: dict[str, list[tuple[str, str]]] = {"Options": [], _SECTION: []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                name = _SECTION if isinstance(parameter, CrowdOption) else "Options"
                sections[name].append(record)
        for name, records in sections.items():
            with formatter.section(name):
                formatter.write_dl(records)


def _option(*names: str, **settings: Any) -> Callable[[Any], Any]:
    return click.option(*names, cls=CrowdOption, **settings)


def crowd_options(function: Callable[..., None]) -> Callable[..., None]:
    """The command with the options of crowd files."""
    options = [
        _option(
            "--answer",
            "answers",
            metavar="COL",
            multiple=True,
            help="Column of the rater's answer; may be repeated.",
        ),
        *(_option(f"--{name}", metavar="COL", help=text) for name, text in _FIELDS.items()),
        _option(
            "--note",
            "notes",
            metavar="[NAME=]COL",
            multiple=True,
            help="Column to store as a note; may be repeated.",
        ),
        _option(
            "--map",
            "labels",
            metavar="VALUE=NAME",
            multiple=True,
            help="Rename an answer; every answer must then be renamed. May be repeated.",
        ),
        _option(
            "--pattern",
            "patterns",
            metavar="FIELD=REGEX",
            multiple=True,
            help="Replace a field (answer, gold, item, ...) by what this expression, or its "
            "first group, matches.",
        ),
        _option(
            "--missing",
            metavar="VALUE",
            multiple=True,
            help="Value that means no answer; may be repeated.",
        ),
        _option(
            "--keep",
            "statuses",
            metavar="STATUS",
            multiple=True,
            help="Use only work of this status; may be repeated.",
        ),
        _option(
            "--duplicates",
            type=click.Choice(["error", "first", "keep"]),
            help="What to do with a rater's second answer to an item: report an error (the "
            "default), use the first, or keep both.",
        ),
        _option(
            "--delimiter",
            metavar="CHAR",
            help="Character between columns; by default it is detected.",
        ),
        _option("--unquoted", is_flag=True, help="Treat quotation marks like other characters."),
        _option(
            "--submissions",
            metavar="FILE",
            type=INPUT,
            help="File of submissions that Prolific exports, joined by participant.",
        ),
    ]
    for option in reversed(options):
        function = option(function)
    return function


def crowd_options_used(options: dict[str, Any]) -> list[str]:
    """The names of the options for crowd files that were given on the command line."""
    parameters = click.get_current_context().command.params
    return [
        parameter.opts[0]
        for parameter in parameters
        if isinstance(parameter, CrowdOption) and options.get(parameter.name or "")
    ]


def read_crowd(
    paths: Sequence[str],
    platform: str,
    options: dict[str, Any],
    skipped: Counter[str],
    *,
    with_work: bool = False,
) -> Iterator[Judgment]:
    """The judgments of all files; duplicates are looked for in each file by itself.

    With `with_work` the notes have the times and the pay that the platform's file tells.
    """
    from dataclasses import replace

    from solecism.formats.crowd import platforms
    from solecism.formats.crowd.paid_work import work_notes

    layout = _layout(options)
    for path in paths:
        if with_work:
            names = platforms.columns(path, platform, layout, submissions=options["submissions"])
            layout = replace(layout, notes={**work_notes(platform, layout, names), **layout.notes})
        yield from platforms.read(
            path, platform, layout, submissions=options["submissions"], skipped=skipped
        )


def report_skipped(skipped: Counter[str]) -> None:
    """Print on standard error what was left out."""
    from solecism.formats.crowd.platforms import reasons_with_counts

    if skipped:
        print_notice(f"left out: {reasons_with_counts(skipped)}.")


def read_or_create_secret(path: str) -> bytes:
    """The secret in a file; a missing file is created with a new secret, readable by its owner."""
    import os
    import secrets
    from pathlib import Path

    from solecism.errors import InputError

    file = Path(path)
    try:
        if not file.exists():
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as stream:
                stream.write(secrets.token_hex(32) + "\n")
            print_notice(f"a new secret was written to {path}.")
        return file.read_bytes().strip()
    except OSError as error:
        raise InputError(f"{path}: cannot be used for a secret: {error.strerror}.") from error


def _layout(options: dict[str, Any]) -> ColumnLayout:
    from solecism.formats.crowd.column_layout import ColumnLayout

    delimiter = options["delimiter"]
    delimiter = {"tab": "\t", "\\t": "\t"}.get(delimiter, delimiter)
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n '):
        raise click.UsageError(f"The delimiter {delimiter!r} is not one character. Try 'tab'.")
    return ColumnLayout(
        places={name: options[name] for name in _FIELDS if options[name] is not None},
        answers=options["answers"],
        notes=_notes(options["notes"]),
        patterns=_patterns(options["patterns"], _notes(options["notes"])),
        labels=_pairs(options["labels"], "--map"),
        missing=frozenset(options["missing"]),
        statuses=frozenset(options["statuses"]),
        duplicates=options["duplicates"] or "error",
        delimiter=delimiter,
        is_quoted=not options["unquoted"],
    )


def _notes(given: Sequence[str]) -> dict[str, str]:
    return _pairs([note if "=" in note else f"{note}={note}" for note in given], "--note")


def _patterns(given: Sequence[str], notes: Iterable[str]) -> dict[str, str]:
    patterns = _pairs(given, "--pattern")
    fields = ["answer", *_FIELDS, *notes]
    for field in patterns:
        if field not in fields:
            known = ", ".join(fields)
            raise click.UsageError(f"--pattern: there is no field {field!r}. There are {known}.")
    return patterns


def _pairs(given: Sequence[str], option: str) -> dict[str, str]:
    pairs = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals or name in pairs:
            problem = "is there twice" if equals else "has no ="
            raise click.UsageError(f"{option} {pair!r} {problem}. Give NAME=VALUE, once per name.")
        pairs[name] = value
    return pairs
