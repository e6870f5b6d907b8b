"""Edit: accept or reject one change that a system makes in a sentence.

To accept it is to call the writer's words an error that the change corrects, so that the answers
score systems as judgments of errors do.
"""

from __future__ import annotations

from collections.abc import Sequence

from solecism.collect.item import Item
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.question import ANSWER, Field, Option, Passage
from solecism.collect.tasks.task import Interpretation, Settings, Task, Values
from solecism.errors import InputError
from solecism.judgment import ERROR, OK, UNKNOWN, Judgment

CORRECTION, TYPE = "correction", "type"
ACCEPT, REJECT, UNSURE = "accept", "reject", "unsure"
_MEANING = {ACCEPT: ERROR, REJECT: OK, UNSURE: UNKNOWN}
_FIELD = Field(
    ANSWER,
    "The change",
    "choice",
    (
        Option(ACCEPT, "Accept", "1", "It corrects an error."),
        Option(REJECT, "Reject", "2", "It is wrong, or not needed."),
        Option(UNSURE, "Cannot tell", "3"),
    ),
)


def _fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    return (_FIELD,)


def _passage(item: Item, stage: str) -> Passage:
    before, after = item.before, item.after
    if not item.target:
        before = before if not before or before.endswith(" ") else f"{before} "
        after = after if not after or after.startswith(" ") else f" {after}"
    return Passage(before, item.target, after, "edit", item.context, item.offers[CORRECTION])


def _interpret(item: Item, stage: str, answer: Answer) -> tuple[Interpretation, ...]:
    notes = {"before": item.target, "after": item.offers[CORRECTION]}
    if item.offers.get(TYPE):
        notes[TYPE] = item.offers[TYPE]
    return (Interpretation(_MEANING[answer[ANSWER][0]], notes=notes),)


def _form_values(item: Item, judgments: Sequence[Judgment]) -> Values:
    meant = judgments[-1].answer
    verdicts = {meaning: verdict for verdict, meaning in _MEANING.items()}
    return {ANSWER: [verdicts.get(meant, meant)]}


def _check(item: Item) -> None:
    if CORRECTION not in item.offers or item.offers[CORRECTION] == item.target:
        raise InputError(f"{item.site}: has no change to accept or reject. Give systems' outputs.")


TASK = Task(
    name="edit",
    title="Does the change correct an error?",
    prompt={"": "Would you accept this change?"},
    guideline=(
        "One change in a sentence is marked: the words that go are struck through, the words that "
        "come are underlined. Accept it if the sentence had an error there and the change corrects "
        "it. Reject it if it is wrong, changes the meaning, or if the sentence was fine before. "
        "Other errors in the sentence do not matter.\n\n"
        "> It depends of → on you. (accept)\n"
        "> We met at → in the station. (reject: it was fine before)\n"
    ),
    fields=_fields,
    passage=_passage,
    form_values=_form_values,
    interpret=_interpret,
    check=_check,
    tells_errors=True,
)
