"""The tasks that a study can have: those of this package by name, and users' own.

A user's own task is defined by data: no code of its author runs where the task is opened. The
definition is part of the study's configuration, and so of its digest and of its bundle.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Annotated, Literal

from msgspec import Meta, Struct

from solecism.errors import InputError
from solecism.formats import toml
from solecism.judgment import ERROR, OK, UNKNOWN, Judgment
from solecism.site import KINDS
from solecism_study.item import Item
from solecism_study.refusals import read_as
from solecism_study.tasks.correction_tasks import EDIT_TASK, RANKING_TASK
from solecism_study.tasks.grammaticality_tasks import (
    ACCEPTABILITY_TASK,
    ARTICLE_NUMBER_TASK,
    CORRECTNESS_TASK,
)
from solecism_study.tasks.preposition_tasks import (
    CHOICE_TASK,
    CLOZE_TASK,
    EXTRANEOUS_TASK,
    USAGE_TASK,
)
from solecism_study.tasks.task import (
    ANSWER,
    Answer,
    Field,
    FieldKind,
    Interpretation,
    Option,
    Passage,
    Settings,
    Shuffle,
    Task,
    Values,
    accept,
)

TASKS: dict[str, Task] = {
    task.name: task
    for task in (
        *(CLOZE_TASK, CHOICE_TASK, USAGE_TASK, EXTRANEOUS_TASK),
        *(CORRECTNESS_TASK, ACCEPTABILITY_TASK, ARTICLE_NUMBER_TASK),
        *(RANKING_TASK, EDIT_TASK),
    )
}


def task_named(name: str) -> Task:
    """Return the task of this name; InputError where there is none."""
    try:
        return TASKS[name]
    except KeyError:
        known = ", ".join(TASKS)
        raise InputError(f"there is no task {name!r}. Choose one of {known}.") from None


def user_defined_task(definition: TaskDefinition) -> Task:
    """Return the task that a user defined; InputError where its name is that of a known task."""
    if definition.name in TASKS:
        raise InputError(f"the task {definition.name!r} is known already. Give yours another name.")
    return defined_task(definition)


RATING = "rating"
"""The note that keeps the option chosen where several options mean the same."""

Name = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,38}[a-z0-9]$")]
Value = Annotated[str, Meta(pattern=r"^[\w.+-]{1,40}$")]
Line = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(min_length=1, max_length=20_000)]
Key = Annotated[str, Meta(pattern=r"^([a-tv-z0-9-])?$")]
"""One key, but not u, which undoes the last answer."""


class _Part(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A table of the file with known keys only."""


class OptionDefinition(_Part, frozen=True):
    """An option: what is stored, shown and pressed, and the answer that it `means`."""

    value: Value
    label: Line
    key: Key = ""
    hint: Annotated[str, Meta(max_length=200)] = ""
    means: Value | None = None
    confidence: Annotated[float, Meta(ge=0, le=1)] | None = None


class FieldDefinition(_Part, frozen=True):
    """A field of the question; the field `answer` holds the main answer."""

    name: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
    label: Line
    kind: FieldKind = "choice"
    options: tuple[OptionDefinition, ...] = ()
    when: tuple[Value, ...] = ()
    required: bool = True
    max_words: Annotated[int, Meta(ge=1, le=20)] = 1
    shuffle: Shuffle = "never"
    scale: bool = False


class TaskDefinition(_Part, frozen=True):
    """A task: the question, the places that it asks about, and the fields of an answer."""

    name: Name
    title: Line
    prompt: Line
    guideline: Text
    fields: Annotated[tuple[FieldDefinition, ...], Meta(min_length=1, max_length=20)]
    kinds: tuple[str, ...] = ()
    mark: Literal["highlight", "blank", "none"] = "highlight"
    context: Annotated[int, Meta(ge=0, le=20)] = 0

    def __post_init__(self) -> None:
        for check in (_check_kinds, _check_fields, _check_options, _check_keys):
            check(self)


def read_definition(text: str, *, file: str) -> TaskDefinition:
    """Return the task that a TOML text defines; InputError where it is not valid."""
    table = toml.parse(text, file=file)
    made: TaskDefinition = read_as(table, TaskDefinition, source=file)
    return made


@lru_cache
def defined_task(definition: TaskDefinition) -> Task:
    """Return the task of a definition."""
    main = _main(definition)
    fields = tuple(_field(one) for one in definition.fields)
    meanings = {_meaning(option) for option in main.options}
    return Task(
        name=definition.name,
        title=definition.title,
        prompt={"": definition.prompt},
        guideline=definition.guideline,
        fields=partial(_fields, fields),
        passage=partial(_passage, definition.mark),
        interpret=partial(_interpret, definition),
        check=accept,
        form_values=partial(_form_values, definition),
        n_context=definition.context,
        kinds=definition.kinds,
        tells_errors={ERROR, OK} <= meanings <= {ERROR, OK, UNKNOWN},
    )


def _fields(
    fields: tuple[Field, ...], item: Item, stage: str, settings: Settings
) -> tuple[Field, ...]:
    return fields


def _passage(mark: Literal["highlight", "blank", "none"], item: Item, stage: str) -> Passage:
    target = "" if mark == "blank" else item.target
    return Passage(item.before, target, item.after, mark, item.context)


def _interpret(
    definition: TaskDefinition, item: Item, stage: str, answer: Answer
) -> tuple[Interpretation, ...]:
    """The main answer's meaning; words are alternatives, and other fields are notes."""
    main = _main(definition)
    chosen = answer[ANSWER][0]
    meaning = {option.value: _meaning(option) for option in main.options}.get(chosen, chosen)
    notes = {RATING: chosen} if meaning != chosen else {}
    alternatives: tuple[str, ...] = ()
    confidence = None
    for field in definition.fields:
        given = answer.get(field.name, ())
        if field.kind == "words" and field.name != ANSWER:
            alternatives += given
        elif given and field.name != ANSWER:
            notes[field.name] = "+".join(given)
        for option in field.options:
            if option.value in given and option.confidence is not None:
                confidence = option.confidence
    return (Interpretation(meaning, "", confidence, alternatives, notes),)


def _form_values(definition: TaskDefinition, item: Item, judgments: Sequence[Judgment]) -> Values:
    """The values of the fields that judgments made elsewhere stand for."""
    judgment = judgments[-1]
    main = _main(definition)
    by_meaning = {_meaning(option): option.value for option in reversed(main.options)}
    chosen = judgment.notes.get(RATING, by_meaning.get(judgment.answer, judgment.answer))
    values = {ANSWER: [chosen]}
    for field in definition.fields:
        if field.name == ANSWER:
            continue
        if field.kind == "words":
            values[field.name] = list(judgment.alternatives[: field.max_words])
        elif field.name in judgment.notes:
            values[field.name] = judgment.notes[field.name].split("+")
        else:
            values[field.name] = [
                option.value
                for option in field.options
                if option.confidence is not None and option.confidence == judgment.confidence
            ][:1]
    return values


def _field(one: FieldDefinition) -> Field:
    return Field(
        one.name,
        one.label,
        one.kind,
        tuple(Option(o.value, o.label, o.key, o.hint) for o in one.options),
        one.when,
        one.required,
        one.max_words,
        one.shuffle,
        one.scale,
    )


def _main(definition: TaskDefinition) -> FieldDefinition:
    return next(field for field in definition.fields if field.name == ANSWER)


def _meaning(option: OptionDefinition) -> str:
    return option.means or option.value


def _check_kinds(definition: TaskDefinition) -> None:
    for kind in definition.kinds:
        if kind not in KINDS:
            raise InputError(f"there is no kind {kind!r}. Choose from {', '.join(KINDS)}.")


def _check_fields(definition: TaskDefinition) -> None:
    names = [field.name for field in definition.fields]
    if len(set(names)) < len(names):
        raise InputError("two fields have the same name. Give each its own.")
    if ANSWER not in names:
        raise InputError(f"no field is called {ANSWER!r}. The main answer needs one.")
    main = _main(definition)
    if main.kind == "ticks" or main.when or not main.required:
        raise InputError(f"the field {ANSWER!r} must be a choice or words, and always required.")
    values = {option.value for option in main.options}
    for field in definition.fields:
        for value in field.when:
            if value not in values:
                raise InputError(f"{field.name}: the answer {value!r} in `when` is no option.")


def _check_options(definition: TaskDefinition) -> None:
    for field in definition.fields:
        values = [option.value for option in field.options]
        if field.kind != "words" and len(values) < (2 if field.kind == "choice" else 1):
            raise InputError(f"{field.name}: has too few options to choose from.")
        if len(set(values)) < len(values):
            raise InputError(f"{field.name}: two options have the same value.")
        if field.scale and not any(value.isdecimal() for value in values):
            raise InputError(f"{field.name}: the points of a scale need numbers as values.")


def _check_keys(definition: TaskDefinition) -> None:
    """Every key does one thing, so that none depends on which field is looked at."""
    keys = [option.key for field in definition.fields for option in field.options if option.key]
    for key in keys:
        if keys.count(key) > 1:
            raise InputError(f"the key {key!r} is given twice. Give each option its own, or none.")
