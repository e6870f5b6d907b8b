"""Label Studio's JSON export: a long array of tasks with annotations, read one by one.

Predictions are not judgments and are skipped, as are cancelled annotations. Where an annotation is
marked as ground truth, its answer is the gold of all others of its task.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from solecism.errors import FormatError, InputError
from solecism.formats.crowd import rows
from solecism.formats.crowd.column_layout import PLAIN, ColumnLayout
from solecism.formats.crowd.delimited import quoted
from solecism.formats.crowd.rows import SeenAnswers
from solecism.judgment import Judgment

_ANSWERS = ("choices", "rating", "number", "selected", "text")
# How our own exports call the box with the rater, and the control with the answer.
_RATER, _MAIN = "rater", "answer"
_SKIPPED, _GROUND_TRUTH = "skipped annotations", "ground-truth annotations"


class StudioResult(msgspec.Struct):
    """A rater's entry in one control of the page: `value` by the kind of control."""

    value: dict[str, Any]
    from_name: str = ""


class StudioAnnotation(msgspec.Struct):
    """A rater's work on a task."""

    result: list[StudioResult]
    completed_by: int | str | dict[str, Any] | None = None
    was_cancelled: bool | None = False
    ground_truth: bool | None = False
    lead_time: float | None = None


class StudioTask(msgspec.Struct):
    """An item, its data, and the annotations of raters."""

    id: int | str
    annotations: list[StudioAnnotation]
    data: dict[str, Any] = {}


def parse(
    pieces: Iterable[str],
    layout: ColumnLayout = PLAIN,
    *,
    file: str,
    skipped: Counter[str] | None = None,
) -> Iterator[Judgment]:
    """The judgments of all annotations that were not skipped.

    In the layout `answers` names the control where a page has several; the places of item, gold,
    task and batch, and `notes`, are keys of a task's data. Without them, the task's id is the item.
    """
    skipped = Counter() if skipped is None else skipped
    answered = SeenAnswers(layout.duplicates)
    for line, value in json_objects(pieces, file=file):
        try:
            for judgment in _judgments(_task_of(value), layout, skipped):
                if answered.is_new(judgment):
                    yield judgment
                else:
                    skipped[rows.DOUBLE] += 1
        except InputError as error:
            raise FormatError(file, line, str(error)) from error


def _task_of(value: dict[str, Any]) -> StudioTask:
    if "annotations" not in value:
        keys = ", ".join(list(value)[:12])
        raise InputError(
            f"no task with annotations: its keys are {keys}. Export as JSON, not as JSON-MIN."
        )
    try:
        return msgspec.convert(value, StudioTask)
    except msgspec.ValidationError as error:
        raise InputError(f"no task of Label Studio: {error}.") from error


def _judgments(task: StudioTask, layout: ColumnLayout, skipped: Counter[str]) -> Iterator[Judgment]:
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


def _answer_of(annotation: StudioAnnotation, layout: ColumnLayout) -> str | None:
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


def _rater_of(annotation: StudioAnnotation, task: StudioTask) -> str:
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


def _seconds_of(annotation: StudioAnnotation) -> float | None:
    if annotation.lead_time is None:
        return None
    return rows.number_of(str(annotation.lead_time), "lead_time")


def _datum(task: StudioTask, layout: ColumnLayout, field: str) -> str | None:
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
        raise InputError(f"task {task.id} has no {quoted(place)} in its data. There are {keys}.")
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


MAX_OBJECT = 4_000_000
_BETWEEN = re.compile(r"[\s,\[\]]*")
# How JSON writes a character above U+FFFF: in two halves.
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_decode = json.JSONDecoder().raw_decode


def json_objects(pieces: Iterable[str], *, file: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each object with the line it begins on; FormatError where the text holds anything else.

    >>> list(json_objects(['[{"a": 1},\\n {"', 'a": 2}]'], file="a.json"))
    [(1, {'a': 1}), (2, {'a': 2})]
    """
    remaining = iter(pieces)
    text, start, line, is_whole = "", 0, 1, False
    while True:
        begin = _end_of_gap(text, start)
        line += text.count("\n", start, begin)
        start = begin
        if start < len(text):
            value, end = _object_at(text, start, file, line, is_whole)
            if value is not None:
                yield line, value
                line += text.count("\n", start, end)
                start = end
                continue
        elif is_whole:
            return
        more = _at_least(len(text) - start, remaining)
        is_whole = not more
        text, start = text[start:] + more, 0


def _end_of_gap(text: str, start: int) -> int:
    match = _BETWEEN.match(text, start)
    return match.end() if match else start


def _object_at(
    text: str, start: int, file: str, line: int, is_whole: bool
) -> tuple[dict[str, Any] | None, int]:
    """The object that begins there and where it ends; None where more text is needed."""
    if text[start] != "{":
        begin = text[start : start + 20]
        raise FormatError(file, line, f"{begin!r} is not a JSON object. Export the tasks as JSON.")
    try:
        value, end = _decode(text, start)
    except RecursionError as error:
        raise FormatError(file, line, "brackets are nested too deeply.") from error
    except ValueError as error:
        if is_whole or len(text) - start > MAX_OBJECT:
            problem = f"the object that begins here is not JSON, or not whole: {error}."
            raise FormatError(file, line, problem) from error
        return None, start
    if _SURROGATE.search(text, start, end):
        _check_characters(value, file, line)
    return value, end


def _check_characters(value: object, file: str, line: int) -> None:
    """Raise FormatError for half of a character, which JSON can write but no text can have."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = error.object[error.start]
        problem = f"{half!r} in the object that begins here is not a character. Leave it out."
        raise FormatError(file, line, problem) from error


def _at_least(n_characters: int, pieces: Iterator[str]) -> str:
    """The text with at least as much again, so that long objects are not parsed too often."""
    more: list[str] = []
    size = 0
    for piece in pieces:
        more.append(piece)
        size += len(piece)
        if size > n_characters:
            break
    return "".join(more)
