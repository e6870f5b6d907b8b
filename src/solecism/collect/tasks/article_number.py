"""Article and number (paper 004, section 3): five constructions of a noun, in two stages."""

from __future__ import annotations

from collections.abc import Sequence

from solecism.agree.usage import BEST, GREY, IN_CONTEXT, NO, NO_CONTEXT, YES
from solecism.collect.item import Item
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.question import Field, Option, Passage
from solecism.collect.tasks.task import Interpretation, Settings, Task, Values
from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.kind import NUMBER
from solecism.locate.construction import CONSTRUCTIONS

_PLAIN = (Option(YES, "Yes", "y"), Option(NO, "No", "n"))
_STARRED = (*_PLAIN, Option(BEST, "Yes, most likely the writer’s", "b"))
_BETWEEN = Option(GREY, "In between", "g")


def _fields(item: Item, stage: str, settings: Settings) -> tuple[Field, ...]:
    options = _STARRED if stage == IN_CONTEXT else _PLAIN
    if settings.get(GREY):
        options = (*options, _BETWEEN)
    return tuple(Field(name, item.offers[name], "choice", options) for name in CONSTRUCTIONS)


def _passage(item: Item, stage: str) -> Passage:
    context = item.context if stage == IN_CONTEXT else ()
    return Passage(item.before, "", item.after, "blank", context)


def _interpret(item: Item, stage: str, answer: Answer) -> tuple[Interpretation, ...]:
    return tuple(
        Interpretation(
            answer[name][0], name, notes={"construction": name, "words": item.offers[name]}
        )
        for name in CONSTRUCTIONS
    )


def _form_values(item: Item, judgments: Sequence[Judgment]) -> Values:
    return {one.notes.get("construction", ""): [one.answer] for one in judgments}


def _check(item: Item) -> None:
    missing = [name for name in CONSTRUCTIONS if name not in item.offers]
    if missing:
        raise InputError(
            f"{item.site}: lacks the construction {missing[0]}. Give nouns located in sentences."
        )


TASK = Task(
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
    fields=_fields,
    passage=_passage,
    form_values=_form_values,
    interpret=_interpret,
    check=_check,
    stages=(NO_CONTEXT, IN_CONTEXT),
    defaults={GREY: 0},
    n_context=5,
    kinds=(NUMBER,),
)
