"""Exports: judgments as JSON Lines, CSV or Label Studio's JSON, under pseudonyms always."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any

import msgspec

from solecism.collect.study import Study
from solecism.formats import jsonl
from solecism.formats.crowd import long
from solecism.judgment import Judgment


def as_label_studio(judgments: Iterable[Judgment]) -> Iterator[str]:
    """A task an item, in the order of their ids, with an annotation for each judgment of it."""
    ordered = sorted(judgments, key=lambda one: (one.site, one.stage or "", one.rater))
    yield "["
    is_first = True
    for number, (_, group) in enumerate(groupby(ordered, key=lambda one: (one.site, one.stage)), 1):
        yield "\n" if is_first else ",\n"
        is_first = False
        yield msgspec.json.encode(_task(number, list(group))).decode()
    yield "\n]\n"


FORMATS: dict[str, Callable[[Iterable[Judgment]], Iterator[str]]] = {
    "jsonl": jsonl.format,
    "csv": long.format,
    "label-studio": as_label_studio,
}


def _task(number: int, group: list[Judgment]) -> dict[str, Any]:
    first = group[0]
    data = {"site": first.site, "task": first.task or "", "stage": first.stage or ""}
    gold = next((one.gold for one in group if one.gold), None)
    if gold:
        data["gold"] = gold
    return {
        "id": number,
        "data": data,
        "annotations": [
            {
                "completed_by": {"email": rater},
                "lead_time": next(iter(mine)).seconds,
                "result": [_result(one) for one in mine],
            }
            for rater, mine in _by_rater(group)
        ],
    }


def _by_rater(group: list[Judgment]) -> Iterator[tuple[str, list[Judgment]]]:
    for rater, mine in groupby(group, key=lambda one: one.rater):
        yield rater, list(mine)


def _result(judgment: Judgment) -> dict[str, Any]:
    return {
        "from_name": judgment.notes.get("construction", "answer"),
        "to_name": "text",
        "type": "choices",
        "value": {"choices": [judgment.answer]},
    }


def item_lines(study: Study) -> Iterator[str]:
    """The items with their right answers, one a line: for administrators only."""
    for item in study.all_items():
        yield msgspec.json.encode(item).decode() + "\n"
