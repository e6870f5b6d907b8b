"""The study that is asked for: by a study file, or by the options of `solecism study new`.

Options are other names for fields of the study file, so that there is one way to make a study.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solecism.errors import InputError

if TYPE_CHECKING:
    from solecism_study.refusals import UnfitValueError
    from solecism_study.study_file.sections import StudyFile

ENDING = ".toml"
TASKS = (
    *("cloze", "choice", "usage", "extraneous", "correctness", "acceptability"),
    *("article-number", "ranking", "edit"),
)
# The field of the study file that each option sets.
FIELDS = {
    "title": "title",
    "seed": "seed",
    "task": "task.name",
    "kinds": "task.kinds",
    "points": "task.points",
    "grey": "task.grey",
    "guideline": "task.instructions",
    "judgments": "items.judgments",
    "sentences": "items.sentences",
    "key": "items.key",
    "flags": "items.flags",
    "outputs": "items.outputs",
    "batches": "items.batch",
    "most_each": "people.most_each",
    "open_to_all": "people.open_to_all",
    "consent": "people.consent",
    "screening": "people.rules",
    "retention": "people.retention_days",
    "gold": "control_items.answers",
    "gold_share": "control_items.share",
    "bar": "control_items.bar",
    "gold_least": "control_items.least",
    "practice": "control_items.practice",
    "price": "money.price",
    "fee": "money.fee",
    "budget": "money.budget",
    "currency": "money.currency",
    "platform": "platform.name",
    "codes": "platform.codes",
    "return_url": "platform.return_url",
    "id_pattern": "platform.id_pattern",
    "allow": "platform.allow",
    "signed": "platform.signed",
    "delay": "stages.delay_hours",
    "stop_width": "stopping.width",
}


class TaskChoice(click.Choice[str]):
    """The name of a task, or of a file that defines one."""

    def __init__(self) -> None:
        super().__init__(TASKS)

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the name as it is where it is that of a TOML file, or of a known task."""
        if isinstance(value, str) and value.endswith(ENDING):
            return value
        return str(super().convert(value, param, ctx))


@dataclass(frozen=True, slots=True)
class StudyRequest:
    """A study as it is asked for.

    `location` is where it shall be, `folder` the one that its files are in, `table` what was given,
    `source` its name in errors, and `refusal` makes the error for a value that does not fit.
    """

    file: StudyFile
    location: str
    folder: str
    table: Mapping[str, Any]
    source: str
    refusal: Callable[[UnfitValueError], Exception]

    def path(self, name: str) -> str:
        """The path of a file that the study names; - is standard input."""
        return name if name == "-" else str(Path(self.folder) / name)


def requested_study(context: click.Context, places: Sequence[str], **given: Any) -> StudyRequest:
    """The study that the arguments and options of `study new` ask for."""
    if len(places) > 2 or not (len(places) == 2 or places[0].endswith(ENDING)):
        raise click.UsageError(
            "Give a study file (.toml), or the folder of the study and a file of items."
        )
    options = {name: value for name, value in given.items() if _is_given(context, name)}
    if places[-1].endswith(ENDING):
        _refuse_options(context, options)
        return request_in_file(places[-1], places[0] if len(places) == 2 else None)
    if "task" not in options:
        raise click.UsageError("Missing option '--task'.", context)
    return _request_by_options(context, places[0], places[1], options)


def request_in_file(path: str, location: str | None = None) -> StudyRequest:
    """The study that a study file asks for, at a location if one is given."""
    from functools import partial

    from solecism.formats import toml
    from solecism.formats.files import read_lines
    from solecism_study.study_file.study_toml import parse, with_line

    text = "".join(read_lines(path))
    file = parse(text, file=path)
    folder = str(Path(path).parent)
    at = location or (file.study if "://" in file.study else str(Path(folder) / file.study))
    refusal = partial(with_line, text=text, file=path)
    return StudyRequest(file, at, folder, toml.parse(text, file=path), path, refusal)


def _request_by_options(
    context: click.Context, location: str, items: str, options: Mapping[str, Any]
) -> StudyRequest:
    from solecism_study.refusals import UnfitValueError
    from solecism_study.study_file.idle_fields import IdleFieldError
    from solecism_study.study_file.study_toml import study_file_of

    def refusal(error: UnfitValueError) -> Exception:
        if isinstance(error, IdleFieldError):
            need = f": give {_option(context, error.needed)}" if error.needed else ""
            return click.UsageError(
                f"{_option(context, error.path)} does nothing here: {error.reason}{need}."
            )
        return InputError(f"{_option(context, error.path)} {error.problem}")

    table = _table(options)
    table.setdefault("items", {})["file"] = items
    table["study"] = location
    try:
        return StudyRequest(study_file_of(table), location, "", table, "options", refusal)
    except UnfitValueError as error:
        raise refusal(error) from error


def _table(options: Mapping[str, Any]) -> dict[str, Any]:
    """The table of a study file with the values of options."""
    table: dict[str, Any] = {}
    for name, value in options.items():
        section, _, field = FIELDS[name].rpartition(".")
        inner = table.setdefault(section, {}) if section else table
        inner[field] = _VALUES.get(name, _plain)(value)
    return table


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _batches(texts: Sequence[str]) -> list[dict[str, Any]]:
    batches = []
    for text in texts:
        name, _, rest = text.partition(":")
        size, _, after = rest.partition(":")
        if not size.isdecimal() or not (after or "0").isdecimal():
            raise InputError(f"--batch {text}: give NAME:SIZE or NAME:SIZE:AFTER.")
        batches.append({"name": name, "size": int(size), "after": int(after or 0)})
    return batches


def _codes(texts: Sequence[str]) -> dict[str, str]:
    codes: dict[str, str] = {}
    for text in texts:
        name, _, code = text.rpartition("=")
        name = name or "complete"
        if name in codes:
            raise InputError(f"--code {text}: this outcome has another code already.")
        codes[name] = code
    return codes


_VALUES: dict[str, Callable[[Any], Any]] = {"batches": _batches, "codes": _codes}


def _is_given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def _refuse_options(context: click.Context, options: Mapping[str, Any]) -> None:
    """Raise UsageError for an option beside a study file, with the field to write instead."""
    for name in options:
        shown = _option(context, FIELDS[name].split("."))
        raise click.UsageError(
            f"{shown} does not go with a study file. Write {FIELDS[name]} in the file instead."
        )


def _option(context: click.Context, path: Sequence[str | int]) -> str:
    """The name of the option that sets a field; the field itself where there is none."""
    field = ".".join(map(str, path[:2]))
    named = {FIELDS[one.name]: one.opts[0] for one in context.command.params if one.name in FIELDS}
    return named.get(field) or named.get(str(path[0]), field)
