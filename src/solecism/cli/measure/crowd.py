"""What `solecism judgments` knows of crowd files: its options for them, and how they are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from solecism.formats.crowd.layout import Layout
    from solecism.judgment import Judgment

PLATFORMS = ("long", "wide", "list", "mturk", "appen", "prolific", "label-studio", "judgments")
_PLACES = {
    "item": "Which place was judged.",
    "rater": "Who judged it.",
    "task": "What was asked.",
    "stage": "First or second judgment of the same.",
    "batch": "What was judged together.",
    "confidence": "How sure the rater is, 0 to 1.",
    "seconds": "How long it took; for several questions in a row, all of them.",
    "milliseconds": "The same in thousandths.",
    "gold": "The known answer of a control item, empty for others.",
    "status": "Whether the work was accepted; see --keep.",
}
_SECTION = "Crowd files"


class CrowdOption(click.Option):
    """An option that only tables of answers have."""


class SectionedCommand(click.Command):
    """A command whose help lists the options for crowd files apart."""

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
        _option("--answer", "answers", metavar="COL", multiple=True, help="What the rater said."),
        *(_option(f"--{name}", metavar="COL", help=text) for name, text in _PLACES.items()),
        _option("--note", "notes", metavar="[NAME=]COL", multiple=True, help="Keep this as well."),
        _option(
            "--map", "labels", metavar="VALUE=NAME", multiple=True,
            help="Rename an answer; then all need it.",
        ),
        _option(
            "--pattern", "patterns", metavar="FIELD=REGEX", multiple=True,
            help="Take what this finds (its first group) of a field: answer, gold, item, ...",
        ),
        _option("--missing", metavar="VALUE", multiple=True, help="This is no answer."),
        _option("--keep", "statuses", metavar="STATUS", multiple=True, help="This status counts."),
        _option(
            "--duplicates", type=click.Choice(["error", "first", "keep"]),
            help="What a second answer of a rater to an item is. [default: error]",
        ),
        _option("--delimiter", metavar="CHAR", help="Between columns. [default: found]"),
        _option("--unquoted", is_flag=True, help="Quotes are letters like others."),
        _option("--submissions", metavar="FILE", help="Prolific's export, joined by participant."),
    ]  # fmt: skip
    for option in reversed(options):
        function = option(function)
    return function


def given_options(options: dict[str, Any]) -> list[str]:
    """The options for crowd files that were given, as people write them."""
    parameters = click.get_current_context().command.params
    return [
        parameter.opts[0]
        for parameter in parameters
        if isinstance(parameter, CrowdOption) and options.get(parameter.name or "")
    ]


def read_crowd(
    paths: Sequence[str], platform: str, options: dict[str, Any], skipped: Counter[str]
) -> Iterator[Judgment]:
    """The judgments of all files; an item and rater found in two of them are not compared."""
    from solecism.formats.crowd import platforms

    layout = _layout(options)
    for path in paths:
        yield from platforms.read(
            path, platform, layout, submissions=options["submissions"], skipped=skipped
        )


def told(skipped: Counter[str]) -> None:
    """Say on standard error what was left out."""
    from solecism.formats.crowd.platforms import listing

    if skipped:
        click.echo(f"solecism: left out: {listing(skipped)}.", err=True)


def secret_in(path: str) -> bytes:
    """The secret of a file, which is made, for its owner alone, where there is none."""
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
            click.echo(f"solecism: drew a new secret, kept in {path}.", err=True)
        return file.read_bytes().strip()
    except OSError as error:
        raise InputError(f"{path}: cannot be used for a secret: {error.strerror}.") from error


def _layout(options: dict[str, Any]) -> Layout:
    from solecism.formats.crowd.layout import Layout

    delimiter = options["delimiter"]
    delimiter = {"tab": "\t", "\\t": "\t"}.get(delimiter, delimiter)
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n '):
        raise click.UsageError(f"The delimiter {delimiter!r} is not one character. Try 'tab'.")
    return Layout(
        places={name: options[name] for name in _PLACES if options[name] is not None},
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
    fields = ["answer", *_PLACES, *notes]
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
            raise click.UsageError(f"{option} {pair!r} {problem}. Give NAME=VALUE, once a name.")
        pairs[name] = value
    return pairs
