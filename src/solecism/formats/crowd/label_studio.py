"""Label Studio's JSON export: tasks with annotations, read one task at a time.

Predictions are not judgments and are skipped, as are cancelled annotations. Where
an annotation is marked as ground truth, its answer is the gold of all others of its task.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from solecism.errors import FormatError, InputError
from solecism.formats.crowd import rows
from solecism.formats.crowd.answered import Answered
from solecism.formats.crowd.json_array import objects
from solecism.formats.crowd.layout import PLAIN, Layout
from solecism.formats.crowd.table import shown
from solecism.judgment import Judgment

_ANSWERS = ("choices", "rating", "number", "selected", "text")
# How our own exports call the box with the rater, and the control with the answer.
_RATER, _MAIN = "rater", "answer"
_SKIPPED, _GROUND_TRUTH = "skipped annotations", "ground-truth annotations"


class Result(msgspec.Struct):
    """A rater's entry in one control of the page: `value` by the kind of control."""

    value: dict[str, Any]
    from_name: str = ""


class Annotation(msgspec.Struct):
    """A rater's work on a task."""

    result: list[Result]
    completed_by: int | str | dict[str, Any] | None = None
    was_cancelled: bool | None = False
    ground_truth: bool | None = False
    lead_time: float | None = None


class Task(msgspec.Struct):
    """An item, its data, and the annotations of raters."""

    id: int | str
    annotations: list[Annotation]
    data: dict[str, Any] = {}


def parse(
    pieces: Iterable[str],
    layout: Layout = PLAIN,
    *,
    file: str,
    skipped: Counter[str] | None = None,
) -> Iterator[Judgment]:
    """The judgments of all annotations that were not skipped.

    In the layout `answers` names the control where a page has several; the places of item, gold,
    task and batch, and `notes`, are keys of a task's data. Without them, the task's id is the item.
    """
    skipped = Counter() if skipped is None else skipped
    answered = Answered(layout.duplicates)
    for line, value in objects(pieces, file=file):
        try:
            for judgment in _judgments(_task_of(value), layout, skipped):
                if answered.is_new(judgment):
                    yield judgment
                else:
                    skipped[rows.DOUBLE] += 1
        except InputError as error:
            raise FormatError(file, line, str(error)) from error


def _task_of(value: dict[str, Any]) -> Task:
    if "annotations" not in value:
        keys = ", ".join(list(value)[:12])
        raise InputError(
            f"no task with annotations: its keys are {keys}. Export as JSON, not as JSON-MIN."
        )
    try:
        return msgspec.convert(value, Task)
    except msgspec.ValidationError as error:
        raise InputError(f"no task of Label Studio: {error}.") from error


def _judgments(task: Task, layout: Layout, skipped: Counter[str]) -> Iterator[Judgment]:
    results = []
    gold = _datum(task, layout, "gold")
    for annotation in task.annotations:
        answer = None if annotation.was_cancelled else _answer_of(annotation, layout)
        if annotation.was_cancelled:
            skipped[_SKIPPED] += 1
        elif answer is None:
            skipped[rows.NO_ANSWER] += 1
        elif annotation.ground_truth:
            skipped[_GROUND_TRUTH] += 1
            gold = answer
        else:
            results.append((annotation, answer))
    for annotation, answer in results:
        yield Judgment(
            _datum(task, layout, "item") or str(task.id),
            _rater_of(annotation, task),
            answer,
            task=_datum(task, layout, "task"),
            batch=_datum(task, layout, "batch"),
            seconds=_seconds_of(annotation),
            gold=gold,
            notes={
                name: _text(task.data[key])
                for name, key in layout.notes.items()
                if key in task.data
            },
        )


def _answer_of(annotation: Annotation, layout: Layout) -> str | None:
    """The answer in the chosen control; InputError where there are several and none is chosen."""
    controls = {
        result.from_name: result
        for result in annotation.result
        if any(key in result.value for key in _ANSWERS)
        and result.from_name != _RATER
        and (not layout.answers or result.from_name in layout.answers)
    }
    if len(controls) > 1 and _MAIN in controls:
        controls = {_MAIN: controls[_MAIN]}
    if len(controls) > 1:
        raise InputError(
            f"the page has several answers: {', '.join(controls)}. Choose one (--answer)."
        )
    for result in controls.values():
        value = next(result.value[key] for key in _ANSWERS if key in result.value)
        return rows.answer_of(_text(value), layout)
    return None


def _rater_of(annotation: Annotation, task: Task) -> str:
    who = annotation.completed_by
    for result in annotation.result:
        # Annotations that were imported are its importer's there; a box says whose they are.
        if result.from_name == _RATER:
            who = _text(result.value.get("text") or "")
    if isinstance(who, dict):
        who = who.get("email") or who.get("id")
    if who is None or who == "":
        raise InputError(
            f"an annotation of task {task.id} does not say who made it (completed_by). Export "
            "again with annotators' ids."
        )
    return str(who)


def _seconds_of(annotation: Annotation) -> float | None:
    if annotation.lead_time is None:
        return None
    return rows.number_of(str(annotation.lead_time), "lead_time")


def _datum(task: Task, layout: Layout, field: str) -> str | None:
    """The value of a field in the data of a task, None if the layout does not name it."""
    place = layout.places.get(field)
    if place is None:
        return None
    if place.startswith("="):
        return place[1:]
    if place not in task.data:
        if field == "gold":
            return None
        keys = ", ".join(task.data)
        raise InputError(f"task {task.id} has no {shown(place)} in its data. There are {keys}.")
    return (
        (rows.renamed(text, layout) if field == "gold" else text)
        if (text := _text(task.data[place]).strip())
        else None
    )


def _text(value: Any) -> str:
    """A value as an answer: the chosen options, joined by commas."""
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
