"""The usage scheme of paper 000, section 5.1: what is wrong near a preposition, and with it."""

from __future__ import annotations

from collections.abc import Sequence

from solecism.collect.item import Item
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.question import ANSWER, Field, Option
from solecism.collect.tasks.task import (
    Interpretation,
    Settings,
    Task,
    Values,
    highlighted,
    needs_preposition,
)
from solecism.judgment import ERROR, OK, Judgment
from solecism.kind import PREPOSITION

EXTRANEOUS, INCORRECT, CORRECT, EQUAL = "extraneous", "incorrect", "correct", "equal"
_MEANING = {EXTRANEOUS: ERROR, INCORRECT: ERROR, CORRECT: OK, EQUAL: OK}
_CONFIDENCE = {"low": 0.5, "high": 1.0}

_FIELDS = (
    Field(
        "context",
        "Other errors near the marked word",
        "ticks",
        (
            Option("spelling", "Spelling", "s", "Within two words, or in the verb it goes with."),
            Option("determiner", "Determiner or plural", "d"),
            Option("grammar", "Other grammar", "g", "For example a wrong verb form."),
        ),
        is_required=False,
    ),
    Field(
        ANSWER,
        "The marked word is",
        "choice",
        (
            Option(EXTRANEOUS, "Extraneous", "0", "It should not be there."),
            Option(INCORRECT, "Incorrect", "1", "Another preposition is needed."),
            Option(CORRECT, "Correct", "2"),
            Option(EQUAL, "Correct, others as good", "e", "Other prepositions fit equally well."),
        ),
    ),
    Field(
        "confidence",
        "How sure are you?",
        "choice",
        (Option("low", "Not very", "l"), Option("high", "Sure", "h")),
    ),
    # The boxes come last, so that no key of the fields above is typed into them.
    Field("alternatives", "Best preposition(s)", "words", when=(INCORRECT,), max_words=6),
    Field("equals", "Equally good prepositions", "words", when=(EQUAL,), max_words=6),
)


def _fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    return _FIELDS


def _interpret(item: Item, stage: str, answer: Answer) -> tuple[Interpretation, ...]:
    rating = answer[ANSWER][0]
    notes = {"rating": rating}
    if answer.get("context"):
        notes["context"] = "+".join(answer["context"])
    return (
        Interpretation(
            _MEANING[rating],
            confidence=_CONFIDENCE[answer["confidence"][0]],
            alternatives=answer.get("alternatives", ()) + answer.get("equals", ()),
            notes=notes,
        ),
    )


def _form_values(item: Item, judgments: Sequence[Judgment]) -> Values:
    """Without a rating, errors with a better word count as incorrect and others as extraneous."""
    judgment = judgments[-1]
    words = list(judgment.alternatives)
    guess = (INCORRECT if words else EXTRANEOUS) if judgment.answer == ERROR else CORRECT
    rating = judgment.notes.get(
        "rating", guess if judgment.answer in (ERROR, OK) else judgment.answer
    )
    context = judgment.notes.get("context", "")
    is_low = judgment.confidence is not None and judgment.confidence <= _CONFIDENCE["low"]
    return {
        "context": context.split("+") if context else [],
        ANSWER: [rating],
        "alternatives": words,
        "equals": words,
        "confidence": ["low" if is_low else "high"],
    }


TASK = Task(
    name="usage",
    title="Preposition usage",
    prompt={"": "How is the marked preposition used?"},
    guideline=(
        "First note other errors close to the marked preposition: spelling (within two words, "
        "or in the verb it goes with), determiners or plurals, other grammar. Then judge the "
        "preposition: 0 if it should not be there, 1 if another is needed, 2 if it is correct, e "
        "if others would be equally good. Say how sure you are. Last, for 1 give the best "
        "preposition, for e list the others.\n\n"
        "> He went *to* outside. (0: no preposition is needed)\n"
        "> We arrived *to* the station. (1: better “at”)\n"
        "> It depends *on* the weather. (2)\n"
        "> He sat *beside* the river. (e: “by” is equally good)\n"
    ),
    fields=_fields,
    passage=highlighted,
    form_values=_form_values,
    interpret=_interpret,
    check=needs_preposition,
    n_context=1,
    kinds=(PREPOSITION,),
    tells_errors=True,
)
