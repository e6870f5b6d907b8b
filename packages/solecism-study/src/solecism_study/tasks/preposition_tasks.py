"""Tasks about prepositions: cloze, choice, extraneous prepositions, and the usage scheme.

Cloze (papers 000, section 4.1, and 003, section 3): fill the blank with the best preposition.
Choice (paper 000, section 4.2): the writer's preposition or the system's, in random order.
Extraneous prepositions (paper 002, section 3): error, OK, or too hard to decide.
The usage scheme of paper 000, section 5.1: what is wrong near a preposition, and with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from solecism.errors import InputError
from solecism.judgment import ERROR, OK, UNKNOWN, Judgment
from solecism.site import PREPOSITION
from solecism_study.item import Item
from solecism_study.tasks.task import (
    ANSWER,
    Answer,
    Field,
    Interpretation,
    Option,
    Settings,
    Task,
    Values,
    as_main_answer,
    blank,
    highlighted,
    main_answer,
    needs_preposition,
    needs_word,
)

# The eleven of table 1 of paper 000, which cover most blanks; any other word can be typed.
OFFERED = ("of", "in", "to", "for", "on", "with", "at", "by", "as", "from", "about")
_CLOZE_KEYS = "1234567890-"

_CLOZE_FIELD = Field(
    ANSWER,
    "The best preposition",
    "words",
    tuple(Option(word, word, key) for word, key in zip(OFFERED, _CLOZE_KEYS, strict=True)),
)


def _cloze_fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    return (_CLOZE_FIELD,)


def _interpret_cloze(item: Item, stage: str, answer: Answer) -> tuple[Interpretation, ...]:
    return (Interpretation(answer[ANSWER][0], notes={"writer": item.target.lower()}),)


CLOZE_TASK = Task(
    name="cloze",
    title="Fill the blank",
    prompt={"": "Which preposition fits the blank best?"},
    guideline=(
        "A preposition was taken out of each sentence. Type or pick the one that fits the blank "
        "best, given the rest of the sentence. If several fit, give the one you would write.\n\n"
        "> We waited ___ the bus. (for)\n"
    ),
    fields=_cloze_fields,
    passage=blank,
    form_values=as_main_answer,
    interpret=_interpret_cloze,
    check=needs_word,
    kinds=(PREPOSITION,),
)


WRITER, SYSTEM = "writer", "system"
BOTH, NEITHER = "both", "neither"
_EQUAL_OPTIONS = Field(
    ANSWER,
    "The better word",
    "choice",
    (Option(BOTH, "Both are equally good", "3"), Option(NEITHER, "Both are equally bad", "4")),
    shuffle="item",
)


def _choice_fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    # The value sent is the word itself, so that it does not reveal which word is the system's.
    words = sorted({item.offers[WRITER], item.offers[SYSTEM]})
    options = tuple(Option(f"word:{word}", word or "(no word)") for word in words)
    return (
        Field(
            ANSWER,
            _EQUAL_OPTIONS.label,
            "choice",
            (*options, *_EQUAL_OPTIONS.options),
            shuffle="item",
        ),
    )


def _interpret_choice(item: Item, stage: str, answer: Answer) -> tuple[Interpretation, ...]:
    chosen = answer[ANSWER][0]
    by_word = {f"word:{word}": who for who, word in item.offers.items()}
    return (Interpretation(by_word.get(chosen, chosen), notes=dict(item.offers)),)


def _choice_form_values(item: Item, judgments: Sequence[Judgment]) -> Values:
    given = judgments[-1].answer
    return {ANSWER: [f"word:{item.offers[given]}" if given in item.offers else given]}


def _check_choice_item(item: Item) -> None:
    offers = item.offers
    if set(offers) != {WRITER, SYSTEM}:
        raise InputError(
            f"{item.site}: has no suggestion of a system to compare with. Give the system's flags."
        )
    if offers[WRITER] == offers[SYSTEM]:
        raise InputError(f"{item.site}: writer and system have the same word, {offers[WRITER]!r}.")


CHOICE_TASK = Task(
    name="choice",
    title="Which fits better?",
    prompt={"": "Which word fits the blank better?"},
    guideline=(
        "Two words could fill the blank. Choose the one that fits the sentence better, or say "
        "that both are equally good, or both equally bad.\n\n"
        "> She is good ___ chess. (“at” rather than “in”)\n"
        "> We met ___ the station. (“at” and “in” are equally good)\n"
    ),
    fields=_choice_fields,
    passage=blank,
    form_values=_choice_form_values,
    interpret=_interpret_choice,
    check=_check_choice_item,
    kinds=(PREPOSITION,),
)


_EXTRANEOUS_FIELD = Field(
    ANSWER,
    "The marked word",
    "choice",
    (
        Option(ERROR, "Error", "1", "It should not be there at all."),
        Option(OK, "OK", "2", "Some word is needed there."),
        Option(UNKNOWN, "Too hard", "3", "The text around it is too messy to decide."),
    ),
)


def _extraneous_fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    return (_EXTRANEOUS_FIELD,)


EXTRANEOUS_TASK = Task(
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
    fields=_extraneous_fields,
    passage=highlighted,
    form_values=as_main_answer,
    interpret=main_answer,
    check=needs_preposition,
    kinds=(PREPOSITION,),
    tells_errors=True,
)


EXTRANEOUS, INCORRECT, CORRECT, EQUAL = "extraneous", "incorrect", "correct", "equal"
_USAGE_MEANING = {EXTRANEOUS: ERROR, INCORRECT: ERROR, CORRECT: OK, EQUAL: OK}
_CONFIDENCE = {"low": 0.5, "high": 1.0}

_USAGE_FIELDS = (
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


def _usage_fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    return _USAGE_FIELDS


def _interpret_usage(item: Item, stage: str, answer: Answer) -> tuple[Interpretation, ...]:
    rating = answer[ANSWER][0]
    notes = {"rating": rating}
    if answer.get("context"):
        notes["context"] = "+".join(answer["context"])
    return (
        Interpretation(
            _USAGE_MEANING[rating],
            confidence=_CONFIDENCE[answer["confidence"][0]],
            alternatives=answer.get("alternatives", ()) + answer.get("equals", ()),
            notes=notes,
        ),
    )


def _usage_form_values(item: Item, judgments: Sequence[Judgment]) -> Values:
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


USAGE_TASK = Task(
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
    fields=_usage_fields,
    passage=highlighted,
    form_values=_usage_form_values,
    interpret=_interpret_usage,
    check=needs_preposition,
    n_context=1,
    kinds=(PREPOSITION,),
    tells_errors=True,
)
