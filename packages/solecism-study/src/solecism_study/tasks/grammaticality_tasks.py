"""Tasks about grammaticality: of a marked place, of a sentence, and of a noun's construction.

Correctness of a marked place (paper 003, section 4): correct, incorrect, or too messy to tell. The
paper asks about prepositions; articles and the number of nouns are asked about in the same way.
Acceptability of a sentence: yes or no, or on a scale of several points.
Article and number (paper 004, section 3): five constructions of a noun, in two stages.
"""

from __future__ import annotations

from collections.abc import Sequence

from solecism.agreement.accepted_constructions import BEST, GREY, IN_CONTEXT, NO, NO_CONTEXT, YES
from solecism.errors import InputError
from solecism.judgment import ERROR, OK, UNKNOWN, Judgment
from solecism.locate.sites import CONSTRUCTIONS
from solecism.site import KINDS, NUMBER
from solecism_study.item import Item
from solecism_study.tasks.task import (
    ANSWER,
    Answer,
    Field,
    Interpretation,
    Option,
    Passage,
    Settings,
    Task,
    Values,
    accept,
    as_main_answer,
    highlighted,
)

CORRECT, INCORRECT, MESSY = "correct", "incorrect", "messy"
_CORRECTNESS_MEANING = {CORRECT: OK, INCORRECT: ERROR, MESSY: UNKNOWN}
_CORRECTNESS_FIELD = Field(
    ANSWER,
    "The marked place is",
    "choice",
    (
        Option(CORRECT, "Correct", "1"),
        Option(INCORRECT, "Incorrect", "2", "Another word or form is needed, or none, or one."),
        Option(MESSY, "Too messy to tell", "3", "The text around it has too many errors."),
    ),
)


def _correctness_fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    return (_CORRECTNESS_FIELD,)


def _interpret_correctness(item: Item, stage: str, answer: Answer) -> tuple[Interpretation, ...]:
    return (Interpretation(_CORRECTNESS_MEANING[answer[ANSWER][0]]),)


def _correctness_form_values(item: Item, judgments: Sequence[Judgment]) -> Values:
    meant = judgments[-1].answer
    ratings = {meaning: rating for rating, meaning in _CORRECTNESS_MEANING.items()}
    return {ANSWER: [ratings.get(meant, meant)]}


CORRECTNESS_TASK = Task(
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
    fields=_correctness_fields,
    passage=highlighted,
    form_values=_correctness_form_values,
    interpret=_interpret_correctness,
    check=accept,
    kinds=KINDS,
    tells_errors=True,
)


POINTS = "points"
_BINARY_FIELD = (
    Option(OK, "Acceptable", "1"),
    Option(ERROR, "Not acceptable", "2"),
    Option(UNKNOWN, "Cannot tell", "3"),
)
_LOWEST, _HIGHEST = "not acceptable at all", "perfectly acceptable"


def _acceptability_fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    points = int(settings[POINTS])
    if points == 2:
        return (Field(ANSWER, "The sentence is", "choice", _BINARY_FIELD),)
    return (Field(ANSWER, "The sentence is", "choice", _scale(points), is_scale=True),)


def _scale(points: int) -> tuple[Option, ...]:
    ends = {1: _LOWEST, points: _HIGHEST}
    rates = [Option(str(n), str(n), str(n), ends.get(n, "")) for n in range(1, points + 1)]
    return (*rates, Option(UNKNOWN, "Cannot tell", "0"))


def _acceptability_passage(item: Item, stage: str) -> Passage:
    return Passage(item.before, item.target, item.after, "none", item.context)


def _interpret_acceptability(item: Item, stage: str, answer: Answer) -> tuple[Interpretation, ...]:
    return (Interpretation(answer[ANSWER][0]),)


ACCEPTABILITY_TASK = Task(
    name="acceptability",
    title="Is the sentence acceptable?",
    prompt={"": "How acceptable is this sentence?"},
    guideline=(
        "Judge the sentence as a whole, as you would hear it from a native speaker. Do not look "
        "anything up; your first impression counts.\n\n"
        "> Which film did you say that she saw? (acceptable)\n"
        "> Which film did you wonder who saw? (hardly acceptable)\n"
    ),
    fields=_acceptability_fields,
    passage=_acceptability_passage,
    form_values=as_main_answer,
    interpret=_interpret_acceptability,
    check=accept,
    defaults={POINTS: 2},
    tells_errors=True,
)


_PLAIN = (Option(YES, "Yes", "y"), Option(NO, "No", "n"))
_STARRED = (*_PLAIN, Option(BEST, "Yes, most likely the writer’s", "b"))
_BETWEEN = Option(GREY, "In between", "g")


def _article_number_fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    options = _STARRED if stage == IN_CONTEXT else _PLAIN
    if settings.get(GREY):
        options = (*options, _BETWEEN)
    return tuple(Field(name, item.offers[name], "choice", options) for name in CONSTRUCTIONS)


def _article_number_passage(item: Item, stage: str) -> Passage:
    context = item.context if stage == IN_CONTEXT else ()
    return Passage(item.before, "", item.after, "blank", context)


def _interpret_article_number(item: Item, stage: str, answer: Answer) -> tuple[Interpretation, ...]:
    return tuple(
        Interpretation(
            answer[name][0], name, notes={"construction": name, "words": item.offers[name]}
        )
        for name in CONSTRUCTIONS
    )


def _article_number_form_values(item: Item, judgments: Sequence[Judgment]) -> Values:
    return {one.notes.get("construction", ""): [one.answer] for one in judgments}


def _check_article_number_item(item: Item) -> None:
    missing = [name for name in CONSTRUCTIONS if name not in item.offers]
    if missing:
        raise InputError(
            f"{item.site}: lacks the construction {missing[0]}. Give nouns located in sentences."
        )


ARTICLE_NUMBER_TASK = Task(
    name="article-number",
    title="Articles and number",
    prompt={
        NO_CONTEXT: "Which would give a good sentence in some context?",
        IN_CONTEXT: "Which give a good sentence in this context?",
    },
    guideline=(
        "A noun was replaced by a blank, and five ways to write it are listed. First round: say "
        "yes to each that would make a good sentence in some context. Second round, after a "
        "break: with the sentences before it, say yes to each that is good there, and mark those "
        "most likely to be the writer’s own.\n\n"
        "> We stood by ___ and waved. (“a tree”, “the tree”, “trees” and “the trees”: yes; "
        "“tree”: no)\n"
    ),
    fields=_article_number_fields,
    passage=_article_number_passage,
    form_values=_article_number_form_values,
    interpret=_interpret_article_number,
    check=_check_article_number_item,
    stages=(NO_CONTEXT, IN_CONTEXT),
    defaults={GREY: 0},
    n_context=5,
    kinds=(NUMBER,),
)
