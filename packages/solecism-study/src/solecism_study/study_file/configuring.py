"""From a study file to the configuration of a study.

Files that the study file names are read by the caller: here are their contents.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

import msgspec
from msgspec import UNSET

from solecism.agreement.accepted_constructions import GREY
from solecism.errors import InputError
from solecism_study.configuration import (
    Access,
    Batch,
    Configuration,
    Control,
    Expected,
    Pay,
    Platform,
    Qualification,
    Stopping,
    canonical_json,
    check_contradictions,
    decode_configuration,
)
from solecism_study.people.platforms import COMPLETE, OUTCOMES, platform_named
from solecism_study.refusals import Path, UnfitValueError
from solecism_study.screening.rater_rules import RulesFile
from solecism_study.study_file.sections import (
    AnalysisSection,
    MoneySection,
    PlatformSection,
    StudyFile,
    TaskSection,
)
from solecism_study.tasks.grammaticality_tasks import POINTS
from solecism_study.tasks.registry import TaskDefinition, task_named, user_defined_task
from solecism_study.tasks.task import Task
from solecism_study.units import format_money, parse_money


def task_of(section: TaskSection, definition: TaskDefinition | None) -> Task:
    """Return the task that is asked about places of the chosen kinds."""
    try:
        task = task_named(section.name) if definition is None else user_defined_task(definition)
    except InputError as error:
        raise UnfitValueError(("task", "name"), f"is not right: {error}") from error
    for place, kind in enumerate(section.kinds):
        if kind not in task.kinds:
            asked = ", ".join(task.kinds) or "whole sentences"
            raise UnfitValueError(
                ("task", "kinds", place),
                f"is {kind!r}: the task {task.name} does not ask about a {kind}, but: {asked}.",
            )
    return replace(task, kinds=section.kinds) if section.kinds else task


def settings_of(section: TaskSection, task: Task) -> dict[str, int | str]:
    """Return the settings of the task."""
    defaults = task.defaults or {}
    settings: dict[str, int | str] = {}
    if POINTS in defaults:
        settings[POINTS] = section.points or 2
    if GREY in defaults and section.grey:
        settings[GREY] = 1
    return settings


def configuration_of(
    file: StudyFile,
    *,
    name: str,
    definition: TaskDefinition | None,
    rules: RulesFile | None,
    source: str,
) -> Configuration:
    """Return the configuration that a study file describes, checked like any other.

    `source` names the file in errors.
    """
    task, control, people = task_of(file.task, definition), file.control_items, file.people
    by_platform: Access = "platform" if file.platform else "invited"
    given: dict[str, Any] = {
        "settings": settings_of(file.task, task),
        "control": Control(
            share=control.share, bar=control.bar, doubt=control.doubt, least=control.least
        ),
        "qualification": Qualification(bar=control.practice_bar),
        "batches": tuple(
            Batch(name=b.name, size=b.size, after=b.after) for b in file.items.batches
        ),
        "pay": Pay() if file.money is None else _pay(file.money),
        "platform": file.platform and _platform(file.platform, n_stages=len(task.stages)),
        "access": "open" if people.open_to_all else by_platform,
        "expected": _expected(people.raters, file.analysis),
        **_rules(rules),
    }
    if file.stages is not None:
        given["stage_delay_hours"] = file.stages.delay_hours
    if file.stopping is not None:
        rule = msgspec.structs.asdict(file.stopping)
        figure = rule.pop("figure")
        given["stopping"] = Stopping(figure=UNSET if figure == "errors" else figure, **rule)
    if file.items.order != "random":
        given["order"] = file.items.order
    made = Configuration(
        name=name,
        task=file.task.name if definition is None else definition.name,
        definition=UNSET if definition is None else definition,
        seed=file.seed,
        n_judgments=file.items.judgments,
        most_each=people.most_each,
        title=file.title or UNSET,
        retention_days=people.retention_days or UNSET,
        **given,
    )
    checked = decode_configuration(canonical_json(made), source=source)
    try:
        check_contradictions(checked)
    except InputError as error:
        raise InputError(f"{source}: {error}") from error
    return checked


def _rules(rules: RulesFile | None) -> dict[str, Any]:
    if rules is None:
        return {}
    parts = {"screening": rules.screening, "limits": rules.limits, "signs": rules.signs}
    return {name: part for name, part in parts.items() if part is not None}


def _expected(n_raters: int | None, section: AnalysisSection) -> Any:
    """What is expected; nothing where all is left as usual, so that digests stay the same."""
    expected = Expected(
        n_raters=n_raters,
        error_share=section.error_share,
        precision=section.precision,
        recall=section.recall,
    )
    return UNSET if expected == Expected() else expected


def _amount(path: Path, value: str | float | None) -> int | None:
    """The millionths of an amount."""
    if value is None:
        return None
    try:
        return parse_money(value if isinstance(value, str) else f"{Decimal(repr(value)):f}")
    except InputError as error:
        raise UnfitValueError(path, f"is not right: {error}") from error


def _pay(section: MoneySection) -> Pay:
    budget = _amount(("money", "budget"), section.budget)
    pay = Pay(
        price=_amount(("money", "price"), section.price) or 0,
        fee_share=section.fee,
        fee_each=_amount(("money", "fee_each"), section.fee_each) or 0,
        budget=budget,
        currency=section.currency,
    )
    if budget is not None and budget < pay.cost:
        raise UnfitValueError(
            ("money", "budget"),
            f"is {format_money(budget, pay.currency)}, less than one judgment costs: "
            f"{format_money(pay.cost, pay.currency)} with fees. Give more.",
        )
    return pay


def _platform(section: PlatformSection, *, n_stages: int) -> Platform:
    try:
        platform = platform_named(section.name)
    except InputError as error:
        raise UnfitValueError(("platform", "name"), f"is not right: {error}") from error
    plain, codes = _codes(section.codes, n_stages=n_stages)
    chosen = {
        "code": plain,
        "return_url": section.return_url,
        "codes": codes or None,
        "id_pattern": section.id_pattern,
        "is_signed": section.signed or None,
    }
    changes = {name: value for name, value in chosen.items() if value is not None}
    return msgspec.structs.replace(platform, **changes)


def _codes(given: Mapping[str, str], *, n_stages: int) -> tuple[str | None, dict[str, str]]:
    """The code for who completes the last stage, and the others by stage and outcome."""
    for name in given:
        stage, _, outcome = name.rpartition(":")
        is_stage = not stage or (stage.isdecimal() and 1 <= int(stage) <= n_stages)
        if outcome not in OUTCOMES or not is_stage:
            raise UnfitValueError(
                ("platform", "codes", name),
                f"is a code for {name!r}, which is no outcome of this study. Give one of "
                f"{', '.join(OUTCOMES)}{_of_stages(n_stages)}.",
            )
    others = {name: code for name, code in given.items() if name != COMPLETE}
    return given.get(COMPLETE), others


def _of_stages(n_stages: int) -> str:
    return f', or "STAGE:OUTCOME" with a stage from 1 to {n_stages}' if n_stages > 1 else ""
