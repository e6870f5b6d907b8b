"""Extraneous prepositions (paper 002, section 3): error, OK, or too hard to decide."""

from __future__ import annotations

from solecism.collect.item import Item
from solecism.collect.tasks.question import ANSWER, Field, Option
from solecism.collect.tasks.task import (
    Settings,
    Task,
    as_main_answer,
    highlighted,
    main_answer,
    needs_preposition,
)
from solecism.judgment import ERROR, OK, UNKNOWN
from solecism.kind import PREPOSITION

_FIELD = Field(
    ANSWER,
    "The marked word",
    "choice",
    (
        Option(ERROR, "Error", "1", "It should not be there at all."),
        Option(OK, "OK", "2", "Some word is needed there."),
        Option(UNKNOWN, "Too hard", "3", "The text around it is too messy to decide."),
    ),
)


def _fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    return (_FIELD,)


TASK = Task(
    name="extraneous",
    title="Is the marked preposition needed?",
    prompt={"": "Is the marked word extraneous here?"},
    guideline=(
        "Read the whole sentence. Judge the marked word only, whatever else is wrong. Choose "
        "“Error” if the sentence needs no word there, “OK” if it needs this word or another in "
        "its place, and “Too hard” if the text around it is too messy to decide.\n\n"
        "> They came *to* outside. (Error: no word is needed)\n"
        "> They arrived *to* the town. (OK: another word is needed in its place)\n"
    ),
    fields=_fields,
    passage=highlighted,
    form_values=as_main_answer,
    interpret=main_answer,
    check=needs_preposition,
    kinds=(PREPOSITION,),
    tells_errors=True,
)
