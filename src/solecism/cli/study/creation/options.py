"""The design of a new study, from the options of `solecism study new`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

import click
import msgspec
from msgspec import UNSET

from solecism.cli.study.creation.rules import with_rules
from solecism.cli.study.creation.tasks import chosen_task, definition_in
from solecism.collect.configuration import (
    Access,
    Batch,
    Configuration,
    Control,
    Pay,
    Platform,
    Stopping,
    decode,
    encode,
)
from solecism.collect.money.amounts import format_money, parse_money
from solecism.collect.people.completions import COMPLETE, OUTCOMES
from solecism.collect.people.platforms import platform_named
from solecism.collect.tasks.task import Task
from solecism.errors import InputError

_OF_PLATFORM = ("codes", "return_url", "id_pattern", "allow", "signed")
_OF_CONTROL_ITEMS = ("gold_share", "bar")
_OF_MONEY = ("fee", "budget", "currency")
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
        control=Control(share=options["gold_share"], bar=options["bar"]),
        batches=tuple(map(_batch, options["batches"])),
        pay=_pay(**options),
        stopping=None if width is None else Stopping(width=width),
        platform=platform,
        stage_delay_hours=options["delay"],
        access="open" if options["open_to_all"] else by_platform,
        title=options["title"] or UNSET,
    )
    made = with_rules(made, options["screening"], options["retention"])
    return decode(encode(made), source="options")


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
