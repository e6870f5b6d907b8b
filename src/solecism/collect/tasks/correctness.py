"""Correctness of a marked place (paper 003, section 4): correct, incorrect, or too messy to tell.

The paper asks about prepositions; articles and the number of nouns are asked about in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence

from solecism.collect.item import Item
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.question import ANSWER, Field, Option
from solecism.collect.tasks.task import Interpretation, Settings, Task, Values, accept, highlighted
from solecism.judgment import ERROR, OK, UNKNOWN, Judgment
from solecism.kind import KINDS

CORRECT, INCORRECT, MESSY = "correct", "incorrect", "messy"
_MEANING = {CORRECT: OK, INCORRECT: ERROR, MESSY: UNKNOWN}
_FIELD = Field(
    ANSWER,
    "The marked place is",
    "choice",
    (
        Option(CORRECT, "Correct", "1"),
        Option(INCORRECT, "Incorrect", "2", "Another word or form is needed, or none, or one."),
        Option(MESSY, "Too messy to tell", "3", "The text around it has too many errors."),
    ),
)


def _fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    return (_FIELD,)


def _interpret(item: Item, stage: str, answer: Answer) -> tuple[Interpretation, ...]:
    return (Interpretation(_MEANING[answer[ANSWER][0]]),)


def _form_values(item: Item, judgments: Sequence[Judgment]) -> Values:
    meant = judgments[-1].answer
    ratings = {meaning: rating for rating, meaning in _MEANING.items()}
    return {ANSWER: [ratings.get(meant, meant)]}


TASK = Task(
    name="correctness",
    title="Correct or incorrect?",
    prompt={"": "Is the marked place correct?"},
    guideline=(
        "Read the whole sentence. Judge the marked place only, whatever else is wrong: the "
        "preposition, the article, or the singular or plural of the noun. Choose “Correct” if a "
        "native speaker could have written it so, “Incorrect” if not, and “Too messy to tell” if "
        "the text around it has so many errors that you cannot decide. The sign ∧ marks a place "
        "where nothing is written: it is incorrect if a word is missing there.\n\n"
        "> We arrived *to* the station. (incorrect)\n"
        "> She has *an* umbrella. (correct)\n"
        "> They gave us many *informations*. (incorrect)\n"
    ),
    fields=_fields,
    passage=highlighted,
    form_values=_form_values,
    interpret=_interpret,
    check=accept,
    kinds=KINDS,
    tells_errors=True,
)
