"""The option --task: a task of this package by name, or a user's own in a TOML file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from solecism.errors import InputError

if TYPE_CHECKING:
    from solecism.collect.tasks.definition import TaskDefinition
    from solecism.collect.tasks.task import Task

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
    from solecism.collect.tasks.definition import read_definition
    from solecism.formats.files import read_lines

    if not task.endswith(_ENDING):
        return None
    return read_definition("".join(read_lines(task)), file=task)


def chosen_task(task: str, kinds: Sequence[str]) -> Task:
    """The task to make items for, at places of these kinds only where some are given."""
    from dataclasses import replace

    from solecism.collect.tasks.registry import own_task, task_named

    definition = definition_in(task)
    chosen = task_named(task) if definition is None else own_task(definition)
    for kind in kinds:
        if kind not in chosen.kinds:
            asked = ", ".join(chosen.kinds) or "whole sentences"
            raise InputError(f"the task {chosen.name} does not ask about a {kind}, but: {asked}.")
    return replace(chosen, kinds=tuple(kinds)) if kinds else chosen
