"""The right answers of a control item, as they are labelled on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from solecism.collect.item import Item
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.question import ANSWER, Field
from solecism.collect.tasks.task import Settings, Task, control_key, is_right

_OR = " or "


def right_answer_labels(
    task: Task, item: Item, stage: str, settings: Settings, gold: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    """Return the right answers in words, one text per field that has some."""
    if task.right_words is not None:
        return tuple(task.right_words(item, about, right) for about, right in gold.items())
    fields = task.fields(item, stage, settings)
    main = next((field for field in fields if field.name == ANSWER), None)
    if main is None:
        return tuple(text for field in fields if (text := _of_field(field, gold, stage)))
    if main.kind == "words":
        return (_OR.join(gold.get(control_key("", stage), ())),)
    # Only the task knows what an option means: the right ones are those it interprets so.
    rest: Answer = {field.name: (field.options[0].value,) for field in fields if field.options}
    right = [
        option.label
        for option in main.options
        if is_right(task.interpret(item, stage, {**rest, ANSWER: (option.value,)}), gold, stage)
    ]
    return (_OR.join(right),)


def _of_field(field: Field, gold: Mapping[str, Sequence[str]], stage: str) -> str:
    values = gold.get(control_key(field.name, stage), ())
    labels = [option.label for option in field.options if option.value in values]
    return f"{field.label}: {_OR.join(labels)}" if labels else ""
