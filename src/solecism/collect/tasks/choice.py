"""Choice (paper 000, section 4.2): the writer's preposition or the system's, in random order."""

from __future__ import annotations

from collections.abc import Sequence

from solecism.collect.item import Item
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.question import ANSWER, Field, Option
from solecism.collect.tasks.task import Interpretation, Settings, Task, Values, blank
from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.kind import PREPOSITION

WRITER, SYSTEM = "writer", "system"
BOTH, NEITHER = "both", "neither"
_EQUAL = Field(
    ANSWER,
    "The better word",
    "choice",
    (Option(BOTH, "Both are equally good", "3"), Option(NEITHER, "Both are equally bad", "4")),
    shuffle="item",
)


def _fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    # The value sent is the word itself, so that it does not reveal which word is the system's.
    words = sorted({item.offers[WRITER], item.offers[SYSTEM]})
    options = tuple(Option(f"word:{word}", word or "(no word)") for word in words)
    return (Field(ANSWER, _EQUAL.label, "choice", (*options, *_EQUAL.options), shuffle="item"),)


def _interpret(item: Item, stage: str, answer: Answer) -> tuple[Interpretation, ...]:
    chosen = answer[ANSWER][0]
    by_word = {f"word:{word}": who for who, word in item.offers.items()}
    return (Interpretation(by_word.get(chosen, chosen), notes=dict(item.offers)),)


def _form_values(item: Item, judgments: Sequence[Judgment]) -> Values:
    given = judgments[-1].answer
    return {ANSWER: [f"word:{item.offers[given]}" if given in item.offers else given]}


def _check(item: Item) -> None:
    offers = item.offers
    if set(offers) != {WRITER, SYSTEM}:
        raise InputError(
            f"{item.site}: has no suggestion of a system to compare with. Give the system's flags."
        )
    if offers[WRITER] == offers[SYSTEM]:
        raise InputError(f"{item.site}: writer and system have the same word, {offers[WRITER]!r}.")


TASK = Task(
    name="choice",
    title="Which fits better?",
    prompt={"": "Which word fits the blank better?"},
    guideline=(
        "Two words could fill the blank. Choose the one that fits the sentence better, or say "
        "that both are equally good, or both equally bad.\n\n"
        "> She is good ___ chess. (“at” rather than “in”)\n"
        "> We met ___ the station. (“at” and “in” are equally good)\n"
    ),
    fields=_fields,
    passage=blank,
    form_values=_form_values,
    interpret=_interpret,
    check=_check,
    kinds=(PREPOSITION,),
)
