"""Acceptability of a sentence: yes or no, or on a scale of several points."""

from __future__ import annotations

from solecism.collect.item import Item
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.question import ANSWER, Field, Option, Passage
from solecism.collect.tasks.task import Interpretation, Settings, Task, accept, as_main_answer
from solecism.judgment import ERROR, OK, UNKNOWN

POINTS = "points"
_BINARY = (
    Option(OK, "Acceptable", "1"),
    Option(ERROR, "Not acceptable", "2"),
    Option(UNKNOWN, "Cannot tell", "3"),
)
_LOWEST, _HIGHEST = "not acceptable at all", "perfectly acceptable"


def _fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    points = int(settings[POINTS])
    if points == 2:
        return (Field(ANSWER, "The sentence is", "choice", _BINARY),)
    return (Field(ANSWER, "The sentence is", "choice", _scale(points), is_scale=True),)


def _scale(points: int) -> tuple[Option, ...]:
    ends = {1: _LOWEST, points: _HIGHEST}
    rates = [Option(str(n), str(n), str(n), ends.get(n, "")) for n in range(1, points + 1)]
    return (*rates, Option(UNKNOWN, "Cannot tell", "0"))


def _passage(item: Item, stage: str) -> Passage:
    return Passage(item.before, item.target, item.after, "none", item.context)


def _interpret(item: Item, stage: str, answer: Answer) -> tuple[Interpretation, ...]:
    return (Interpretation(answer[ANSWER][0]),)


TASK = Task(
    name="acceptability",
    title="Is the sentence acceptable?",
    prompt={"": "How acceptable is this sentence?"},
    guideline=(
        "Judge the sentence as a whole, as you would hear it from a native speaker. Do not look "
        "anything up; your first impression counts.\n\n"
        "> Which film did you say that she saw? (acceptable)\n"
        "> Which film did you wonder who saw? (hardly acceptable)\n"
    ),
    fields=_fields,
    passage=_passage,
    form_values=as_main_answer,
    interpret=_interpret,
    check=accept,
    defaults={POINTS: 2},
    tells_errors=True,
)
