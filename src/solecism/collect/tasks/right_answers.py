"""The right answers of a control item: whether a task can have them, and how pages label them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from solecism.collect.item import Item
from solecism.collect.tasks.answer import Answer, read_answer
from solecism.collect.tasks.question import ANSWER, Field
from solecism.collect.tasks.task import Settings, Task, control_key, is_right
from solecism.errors import InputError

_OR = " or "
_WORD = Field(ANSWER, "a word", "words")


def check_right_answers(task: Task, item: Item, settings: Settings) -> None:
    """Raise InputError for right answers that nobody can give to the question about an item."""
    possible: dict[str, set[str] | None] = {}
    for stage in task.stages:
        possible |= _possible_answers(task, item, stage, settings)
    for name, answers in item.gold.items():
        if name not in possible:
            known = ", ".join(map(repr, possible))
            raise InputError(
                f"{item.site}: its right answer is about {name!r}, but task {task.name} asks about "
                f"{known}."
            )
        known_answers = possible[name]
        for answer in answers:
            if known_answers is None:
                _check_word(item, answer)
            elif answer not in known_answers:
                raise InputError(
                    f"{item.site}: its right answer {answer!r} is not an answer of task "
                    f"{task.name}. Give {_OR.join(sorted(known_answers))}."
                )


def _possible_answers(
    task: Task, item: Item, stage: str, settings: Settings
) -> dict[str, set[str] | None]:
    """All that an answer can mean, by what it is about; None where it is a word."""
    fields = task.fields(item, stage, settings)
    main = next((field for field in fields if field.name == ANSWER), None)
    if main is not None and main.kind == "words":
        return {control_key("", stage): None}
    first: Answer = {field.name: (field.options[0].value,) for field in fields if field.options}
    possible: dict[str, set[str] | None] = {}
    for field in fields if main is None else (main,):
        for option in field.options:
            answer = {**first, field.name: (option.value,)}
            for one in task.interpret(item, stage, answer):
                answers = possible.setdefault(control_key(one.about, stage), set())
                assert answers is not None  # noqa: S101 - words have been returned already
                answers.add(one.answer)
    return possible


def _check_word(item: Item, answer: str) -> None:
    try:
        given = read_answer([_WORD], {ANSWER: [answer]})[ANSWER]
    except InputError as error:
        raise InputError(f"{item.site}: its right answer is not a word: {error}") from error
    if given != (answer,):
        raise InputError(f"{item.site}: raters' words are like {given[0]!r}, not {answer!r}.")


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
