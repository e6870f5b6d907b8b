"""The tasks by name."""

from __future__ import annotations

from solecism.collect.tasks import (
    acceptability,
    article_number,
    choice,
    cloze,
    correctness,
    edit,
    extraneous,
    ranking,
    usage,
)
from solecism.collect.tasks.definition import TaskDefinition, defined_task
from solecism.collect.tasks.task import Task
from solecism.errors import InputError

TASKS: dict[str, Task] = {
    module.TASK.name: module.TASK
    for module in (
        *(cloze, choice, usage, extraneous, correctness, acceptability),
        *(article_number, ranking, edit),
    )
}


def task_named(name: str) -> Task:
    """Return the task of this name; InputError where there is none."""
    try:
        return TASKS[name]
    except KeyError:
        known = ", ".join(TASKS)
        raise InputError(f"there is no task {name!r}. Choose one of {known}.") from None


def own_task(definition: TaskDefinition) -> Task:
    """Return the task that a user defined; InputError where its name is that of a known task."""
    if definition.name in TASKS:
        raise InputError(f"the task {definition.name!r} is known already. Give yours another name.")
    return defined_task(definition)
