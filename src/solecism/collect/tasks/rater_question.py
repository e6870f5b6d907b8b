"""The question that a task asks about an item, with the options in one rater's order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from solecism.collect.item import Item
from solecism.collect.seeds import seeded_shuffle
from solecism.collect.tasks.question import Field, Option, Question
from solecism.collect.tasks.task import Settings, Task


def rater_question(
    task: Task, item: Item, *, stage: str, settings: Settings, seed: str, rater: str
) -> Question:
    """Return the question as this rater sees it; the same seed and rater give the same order."""
    fields = [
        _in_order(field, item, seed=seed, rater=rater)
        for field in task.fields(item, stage, settings)
    ]
    if task.shuffles_fields:
        fields = seeded_shuffle(fields, "fields", seed, rater, stage, item.site)
    passage = task.passage(item, stage)
    return Question(task.prompt[stage], passage, tuple(fields), task.shuffles_fields)


def _in_order(field: Field, item: Item, *, seed: str, rater: str) -> Field:
    if field.shuffle == "never":
        return field
    occasion = item.site if field.shuffle == "item" else ""
    # Only options without a fixed key are shuffled; their keys are their positions.
    free = [option for option in field.options if not option.key]
    rest = [option for option in field.options if option.key]
    ordered = seeded_shuffle(free, "options", seed, rater, field.name, occasion)
    return replace(field, options=(*_numbered(ordered), *rest))


def _numbered(options: Sequence[Option]) -> list[Option]:
    return [replace(option, key=str(place)) for place, option in enumerate(options, 1)]
