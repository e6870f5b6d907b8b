"""Cloze (papers 000, section 4.1, and 003, section 3): fill the blank with the best preposition."""

from __future__ import annotations

from solecism.collect.item import Item
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.question import ANSWER, Field, Option
from solecism.collect.tasks.task import (
    Interpretation,
    Settings,
    Task,
    as_main_answer,
    blank,
    needs_word,
)
from solecism.kind import PREPOSITION

# The eleven of table 1 of paper 000, which cover most blanks; any other word can be typed.
OFFERED = ("of", "in", "to", "for", "on", "with", "at", "by", "as", "from", "about")
_KEYS = "1234567890-"

_FIELD = Field(
    ANSWER,
    "The best preposition",
    "words",
    tuple(Option(word, word, key) for word, key in zip(OFFERED, _KEYS, strict=True)),
)


def _fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    return (_FIELD,)


def _interpret(item: Item, stage: str, answer: Answer) -> tuple[Interpretation, ...]:
    return (Interpretation(answer[ANSWER][0], notes={"writer": item.target.lower()}),)


TASK = Task(
    name="cloze",
    title="Fill the blank",
    prompt={"": "Which preposition fits the blank best?"},
    guideline=(
        "A preposition was taken out of each sentence. Type or pick the one that fits the blank "
        "best, given the rest of the sentence. If several fit, give the one you would write.\n\n"
        "> We waited ___ the bus. (for)\n"
    ),
    fields=_fields,
    passage=blank,
    form_values=as_main_answer,
    interpret=_interpret,
    check=needs_word,
    kinds=(PREPOSITION,),
)
