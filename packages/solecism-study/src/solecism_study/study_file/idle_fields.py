"""Fields that would do nothing, which are refused: whoever wrote them expects something of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solecism.agreement.accepted_constructions import GREY
from solecism_study.refusals import Path, UnfitValueError
from solecism_study.tasks.grammaticality_tasks import POINTS
from solecism_study.tasks.task import Task


class IdleFieldError(UnfitValueError):
    """A field does nothing: what it is about, and the field that is needed for it, if there is."""

    def __init__(self, path: Path, reason: str, needed: Path = ()) -> None:
        self.reason, self.needed = reason, needed
        give = f": give {'.'.join(map(str, needed))}" if needed else ""
        super().__init__(path, f"does nothing here: {reason}{give}.")


_CONTROL = ("share", "bar", "doubt", "least")
_OF_PLATFORM = ("codes", "return_url", "id_pattern", "signed", "allow")
_OF_MONEY = ("fee", "fee_each", "budget", "currency")
# The section, its fields, the field without which they do nothing, and what they are about.
_NEEDS = (
    ("platform", _OF_PLATFORM, "name", "it is about a platform"),
    ("control_items", _CONTROL, "answers", "it is about control items"),
    ("control_items", ("practice_bar",), "practice", "it is about practice items"),
    ("money", _OF_MONEY, "price", "it is about money"),
)


def check_idle_fields(table: Mapping[str, Any]) -> None:
    """Raise IdleFieldError for a field without the one that it needs, as far as a table shows."""
    for section, names, needed, reason in _NEEDS:
        given = table.get(section)
        if not isinstance(given, dict) or not _is_nothing(given.get(needed)):
            continue
        for name in names:
            if name in given:
                raise IdleFieldError((section, name), reason, (section, needed))


def _is_nothing(value: Any) -> bool:
    """Whether a value is not given, or an amount of 0."""
    return not value or (isinstance(value, str) and not value.strip("0."))


def check_fields_of_task(table: Mapping[str, Any], task: Task) -> None:
    """Raise IdleFieldError for a field that does nothing in this task."""
    defaults = task.defaults or {}
    rules: tuple[tuple[Path, bool, str], ...] = (
        (("task", "points"), POINTS not in defaults, "has no scale"),
        (("task", "grey"), GREY not in defaults, "has no answer in between"),
        (("stages", "delay_hours"), len(task.stages) == 1, "has one stage"),
    )
    for path, is_idle, reason in rules:
        section, name = map(str, path)
        if is_idle and name in table.get(section, {}):
            raise IdleFieldError(path, f"the task {task.name} {reason}")
