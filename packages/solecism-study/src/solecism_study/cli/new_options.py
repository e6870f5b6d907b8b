"""The design of a new study, from the options of `solecism study new`.

The option --task names a task of this package, or a user's own in a TOML file; the rules for raters
and the people whom they exclude are in a TOML file as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

import click
import msgspec
from msgspec import UNSET

from solecism.errors import InputError
from solecism_study.configuration import (
    Access,
    Batch,
    Configuration,
    Control,
    Pay,
    Platform,
    Stopping,
    canonical_json,
    check_contradictions,
    decode_configuration,
)
from solecism_study.people.platforms import COMPLETE, OUTCOMES, platform_named
from solecism_study.tasks.task import Task
from solecism_study.units import format_money, parse_money

if TYPE_CHECKING:
    from solecism_study.screening.rater_rules import Exclude, RulesFile
    from solecism_study.tasks.registry import TaskDefinition

_OF_PLATFORM = ("codes", "return_url", "id_pattern", "allow", "signed")
_OF_CONTROL_ITEMS = ("gold_share", "bar", "gold_least")
_OF_MONEY = ("fee", "budget", "currency")
_OPTION_OF = {
    "n_judgments": "-n",
    "most_each": "--most-each",
    "title": "--title",
    "seed": "--seed",
    "control.share": "--gold-share",
    "control.bar": "--bar",
    "control.least": "--gold-least",
    "pay.fee_share": "--fee",
    "pay.currency": "--currency",
    "stopping.width": "--stop-width",
    "stage_delay_hours": "--delay",
    "batches.size": "--batch SIZE",
    "batches.after": "--batch AFTER",
    "batches.name": "--batch NAME",
}
POINTS, GREY = "points", "grey"


def check_options(context: click.Context, **options: Any) -> None:
    """Raise UsageError for an option that would do nothing."""
    task = chosen_task(options["task"], ())
    defaults = task.defaults or {}
    no_price = parse_money(options["price"]) == 0
    rules = (
        (_OF_PLATFORM, not options["platform"], "it is about a platform: give --platform"),
        (_OF_CONTROL_ITEMS, not options["gold"], "it is about control items: give --gold"),
        (_OF_MONEY, no_price, "it is about money: give --price"),
        (("points",), POINTS not in defaults, f"the task {task.name} has no scale"),
        (("grey",), GREY not in defaults, f"the task {task.name} has no answer in between"),
        (("delay",), len(task.stages) == 1, f"the task {task.name} has one stage"),
    )
    for names, is_idle, reason in rules:
        for name in names:
            if is_idle and _is_given(context, name):
                raise click.UsageError(f"{_shown(context, name)} does nothing here: {reason}.")


def _is_given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def _shown(context: click.Context, name: str) -> str:
    return next(one.opts[0] for one in context.command.params if one.name == name)


def configuration_of(study: str, **options: Any) -> Configuration:
    """The configuration that the options describe, checked as if it were read from a file."""
    platform = _platform(**options) if options["platform"] else None
    width = options["stop_width"]
    by_platform: Access = "platform" if platform else "invited"
    definition = definition_in(options["task"])
    made = Configuration(
        name=PurePosixPath(study.partition("?")[0].rstrip("/")).name or "study",
        task=options["task"] if definition is None else definition.name,
        definition=UNSET if definition is None else definition,
        seed=options["seed"],
        n_judgments=options["judgments"],
        settings=settings_of(chosen_task(options["task"], ()), options),
        most_each=options["most_each"],
        control=Control(
            share=options["gold_share"], bar=options["bar"], least=options["gold_least"]
        ),
        batches=tuple(map(_batch, options["batches"])),
        pay=_pay(**options),
        stopping=None if width is None else Stopping(width=width),
        platform=platform,
        stage_delay_hours=options["delay"],
        access="open" if options["open_to_all"] else by_platform,
        title=options["title"] or UNSET,
    )
    made = with_rules(made, options["screening"], options["retention"])
    text = canonical_json(made)
    checked = decode_configuration(text, source="options", names=_OPTION_OF)
    check_contradictions(checked)
    return checked


def settings_of(task: Task, options: Mapping[str, Any]) -> dict[str, int | str]:
    """The settings of the task that the options choose."""
    defaults = task.defaults or {}
    settings: dict[str, int | str] = {}
    if POINTS in defaults:
        settings[POINTS] = options["points"]
    if GREY in defaults and options["grey"]:
        settings[GREY] = 1
    return settings


def _pay(**options: Any) -> Pay:
    budget = options["budget"]
    pay = Pay(
        price=parse_money(options["price"]),
        fee_share=options["fee"],
        budget=None if budget is None else parse_money(budget),
        currency=options["currency"],
    )
    if pay.budget is not None and pay.budget < pay.cost:
        raise InputError(
            f"the budget, {format_money(pay.budget, pay.currency)}, is less than one judgment "
            f"costs: {format_money(pay.cost, pay.currency)} with fees. Give more."
        )
    return pay


def _platform(**options: Any) -> Platform:
    platform = platform_named(options["platform"])
    plain, codes = _codes(options["codes"], n_stages=len(chosen_task(options["task"], ()).stages))
    chosen = {
        "code": plain,
        "return_url": options["return_url"],
        "codes": codes or None,
        "id_pattern": options["id_pattern"],
        "is_signed": options["signed"] or None,
    }
    changes = {name: value for name, value in chosen.items() if value is not None}
    return msgspec.structs.replace(platform, **changes)


def _codes(given: tuple[str, ...], *, n_stages: int) -> tuple[str | None, dict[str, str]]:
    """The code for who completes the last stage, and the others by stage and outcome."""
    plain: str | None = None
    codes: dict[str, str] = {}
    for text in given:
        name, has_name, code = text.rpartition("=")
        stage, _, outcome = name.rpartition(":")
        if not has_name:
            outcome = COMPLETE
        is_stage = not stage or (stage.isdecimal() and 1 <= int(stage) <= n_stages)
        if outcome not in OUTCOMES or not is_stage or not code:
            raise InputError(
                f"--code {text}: give CODE, OUTCOME=CODE or STAGE:OUTCOME=CODE, with a stage from "
                f"1 to {n_stages} and one of {', '.join(OUTCOMES)}."
            )
        is_plain = outcome == COMPLETE and not stage
        if (is_plain and plain is not None) or name in codes:
            raise InputError(f"--code {text}: this outcome has another code already.")
        if is_plain:
            plain = code
        else:
            codes[name] = code
    return plain, codes


def _batch(text: str) -> Batch:
    name, _, rest = text.partition(":")
    size, _, after = rest.partition(":")
    try:
        return Batch(name=name, size=int(size), after=int(after or 0))
    except ValueError as error:
        raise InputError(f"--batch {text}: give NAME:SIZE or NAME:SIZE:AFTER.") from error


TASKS = (
    *("cloze", "choice", "usage", "extraneous", "correctness", "acceptability"),
    *("article-number", "ranking", "edit"),
)
_ENDING = ".toml"


class TaskChoice(click.Choice[str]):
    """The name of a task, or of a file that defines one."""

    def __init__(self) -> None:
        super().__init__(TASKS)

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the name as it is where it is that of a TOML file, or of a known task."""
        if isinstance(value, str) and value.endswith(_ENDING):
            return value
        return str(super().convert(value, param, ctx))


def definition_in(task: str) -> TaskDefinition | None:
    """The definition in a TOML file; None where the task is one of this package."""
    from solecism.formats.files import read_lines
    from solecism_study.tasks.registry import read_definition

    if not task.endswith(_ENDING):
        return None
    return read_definition("".join(read_lines(task)), file=task)


def chosen_task(task: str, kinds: Sequence[str]) -> Task:
    """The task to make items for, at places of these kinds only where some are given."""
    from dataclasses import replace

    from solecism_study.tasks.registry import task_named, user_defined_task

    definition = definition_in(task)
    chosen = task_named(task) if definition is None else user_defined_task(definition)
    for kind in kinds:
        if kind not in chosen.kinds:
            asked = ", ".join(chosen.kinds) or "whole sentences"
            raise InputError(f"the task {chosen.name} does not ask about a {kind}, but: {asked}.")
    return replace(chosen, kinds=tuple(kinds)) if kinds else chosen


def with_rules(made: Configuration, path: str | None, retention: int | None) -> Configuration:
    """The configuration with the rules for raters that a file declares, and their retention."""

    if retention is not None:
        made = msgspec.structs.replace(made, retention_days=retention)
    if path is None:
        return made
    rules = _read_rules(path)
    parts = {"screening": rules.screening, "limits": rules.limits, "signs": rules.signs}
    given = {name: part for name, part in parts.items() if part is not None}
    return msgspec.structs.replace(made, **given)


def excluded_by(path: str | None) -> list[tuple[str, list[str]]]:
    """Each source of exclusions that a file of rules names, with its ids."""
    return [] if path is None else list(_excluded_ids(_read_rules(path).exclude, path))


def _read_rules(path: str) -> RulesFile:
    from solecism.formats.files import read_lines, shown_name
    from solecism_study.screening.rater_rules import parse_rules

    return parse_rules("".join(read_lines(path)), file=shown_name(path))


def _excluded_ids(exclude: Exclude, path: str) -> Iterator[tuple[str, list[str]]]:
    """The ids by source; files and folders are relative to the rules' own file."""
    from pathlib import Path

    from solecism.formats.files import read_lines
    from solecism_study.screening.admission import ids_of_study
    from solecism_study.study import open_study

    beside = Path(path).parent
    for file in exclude.ids:
        yield file, [line.strip() for line in read_lines(str(beside / file)) if line.strip()]
    for location in exclude.studies:
        is_address = location.startswith(("postgresql", "postgres:"))
        other = open_study(location if is_address else str(beside / location))
        ids = ids_of_study(other)
        other.close()
        if not ids:
            raise InputError(f"{location}: nobody has answered in this study, to be excluded.")
        yield location.rpartition("@")[2], ids
