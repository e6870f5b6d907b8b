"""A task: the question that it asks about an item, and what an answer means as judgments.

The question is put to each rater with the options in an order of their own. A control item has
right answers, where the task can have them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.site import PREPOSITION, kind_of
from solecism_study.item import Item
from solecism_study.keyed_hashes import seeded_shuffle
from solecism_study.tasks.question import (
    ANSWER,
    Answer,
    Field,
    Option,
    Passage,
    Question,
    read_answer,
)

Settings = Mapping[str, int | str]
Values = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What an answer means: the `answer` of a judgment, and what it is about."""

    answer: str
    about: str = ""
    confidence: float | None = None
    alternatives: tuple[str, ...] = ()
    notes: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """A task by its parts; `stages` has one name, empty, where raters see an item once.

    `fields` and `passage` make the question about an item at a stage. `interpret` returns the
    meaning of a checked answer; `form_values` goes the other way, from judgments made elsewhere to
    the values of the fields. `check` raises InputError for an item that the task cannot use, and
    `defaults` are its settings. `tells_errors` marks tasks whose answers are error or ok, so that
    there is a share of errors, and `shuffles_fields` those whose fields come in a random order.
    `right_words` puts right answers into words where they are not about single fields.
    """

    name: str
    title: str
    prompt: Mapping[str, str]
    guideline: str
    fields: Callable[[Item, str, Settings], tuple[Field, ...]]
    passage: Callable[[Item, str], Passage]
    interpret: Callable[[Item, str, Answer], tuple[Interpretation, ...]]
    check: Callable[[Item], None]
    form_values: Callable[[Item, Sequence[Judgment]], Values]
    stages: tuple[str, ...] = ("",)
    defaults: Settings | None = None
    n_context: int = 0
    kinds: tuple[str, ...] = ()
    tells_errors: bool = False
    shuffles_fields: bool = False
    right_words: Callable[[Item, str, Sequence[str]], str] | None = None


def highlighted(item: Item, stage: str) -> Passage:
    """The sentence with the place highlighted, after the sentences before it."""
    return Passage(item.before, item.target, item.after, "highlight", item.context)


def blank(item: Item, stage: str) -> Passage:
    """The sentence with a blank in place of what the writer wrote."""
    return Passage(item.before, "", item.after, "blank", item.context)


def main_answer(item: Item, stage: str, answer: Answer) -> tuple[Interpretation, ...]:
    """The main answer, unchanged."""
    return (Interpretation(answer[ANSWER][0]),)


def as_main_answer(item: Item, judgments: Sequence[Judgment]) -> Values:
    """The judgment's answer as the main answer."""
    return {ANSWER: [judgments[-1].answer]}


def accept(item: Item) -> None:
    """Accept every item."""


def needs_word(item: Item) -> None:
    """Refuse a gap between words: the question is about a word that is marked or blanked out."""
    if not item.target.strip():
        raise InputError(f"{item.site}: is a gap without a word. The task asks about a word.")


def asks_about_word(task: Task) -> bool:
    """Whether a task asks about a word of the sentence, so that it cannot use gaps."""
    return task.check in (needs_word, needs_preposition)


def needs_preposition(item: Item) -> None:
    """Refuse what is no preposition, and gaps where one may be missing."""
    needs_word(item)
    if kind_of(item.site) != PREPOSITION:
        raise InputError(
            f"{item.site}: is no preposition, which this task asks about. Give sites of "
            "prepositions only, or choose the task acceptability."
        )


def is_right(
    interpretations: Sequence[Interpretation], gold: Mapping[str, Sequence[str]], stage: str = ""
) -> bool:
    """Whether all that an answer means is among the right answers, where these are known.

    >>> gold = {"": ("error",)}
    >>> is_right([Interpretation("error")], gold), is_right([Interpretation("ok")], gold)
    (True, False)
    """
    right = {control_key(one.about, stage): one.answer for one in interpretations}
    return all(answer in gold[name] for name, answer in right.items() if name in gold)


def control_key(about: str, stage: str) -> str:
    """Return the key under which a right answer is stored: it may depend on the stage.

    >>> control_key("the plural", "in-context"), control_key("", "")
    ('in-context|the plural', '')
    """
    return f"{stage}|{about}" if stage else about


def rater_question(
    task: Task, item: Item, *, stage: str, settings: Settings, seed: str, rater: str
) -> Question:
    """Return the question as this rater sees it; the same seed and rater give the same order."""
    fields = [
        _in_order(field, item, seed=seed, rater=rater)
        for field in task.fields(item, stage, settings)
    ]
    if task.shuffles_fields:
        fields = seeded_shuffle(fields, "fields", seed, rater, stage, item.site)
    passage = task.passage(item, stage)
    return Question(task.prompt[stage], passage, tuple(fields), task.shuffles_fields)


def _in_order(field: Field, item: Item, *, seed: str, rater: str) -> Field:
    if field.shuffle == "never":
        return field
    occasion = item.site if field.shuffle == "item" else ""
    # Only options without a fixed key are shuffled; their keys are their positions.
    free = [option for option in field.options if not option.key]
    rest = [option for option in field.options if option.key]
    ordered = seeded_shuffle(free, "options", seed, rater, field.name, occasion)
    return replace(field, options=(*_numbered(ordered), *rest))


def _numbered(options: Sequence[Option]) -> list[Option]:
    return [replace(option, key=str(place)) for place, option in enumerate(options, 1)]


_OR = " or "
_WORD = Field(ANSWER, "a word", "words")


def check_right_answers(task: Task, item: Item, settings: Settings) -> None:
    """Raise InputError for right answers that nobody can give to the question about an item."""
    possible: dict[str, set[str] | None] = {}
    for stage in task.stages:
        possible |= _possible_answers(task, item, stage, settings)
    for name, answers in item.gold.items():
        if name not in possible:
            known = ", ".join(map(repr, possible))
            raise InputError(
                f"{item.site}: its right answer is about {name!r}, but task {task.name} asks about "
                f"{known}."
            )
        known_answers = possible[name]
        for answer in answers:
            if known_answers is None:
                _check_word(item, answer)
            elif answer not in known_answers:
                raise InputError(
                    f"{item.site}: its right answer {answer!r} is not an answer of task "
                    f"{task.name}. Give {_OR.join(sorted(known_answers))}."
                )


def _possible_answers(
    task: Task, item: Item, stage: str, settings: Settings
) -> dict[str, set[str] | None]:
    """All that an answer can mean, by what it is about; None where it is a word."""
    fields = task.fields(item, stage, settings)
    main = next((field for field in fields if field.name == ANSWER), None)
    if main is not None and main.kind == "words":
        return {control_key("", stage): None}
    first: Answer = {field.name: (field.options[0].value,) for field in fields if field.options}
    possible: dict[str, set[str] | None] = {}
    for field in fields if main is None else (main,):
        for option in field.options:
            answer = {**first, field.name: (option.value,)}
            for one in task.interpret(item, stage, answer):
                answers = possible.setdefault(control_key(one.about, stage), set())
                assert answers is not None  # noqa: S101 - words have been returned already
                answers.add(one.answer)
    return possible


def _check_word(item: Item, answer: str) -> None:
    try:
        given = read_answer([_WORD], {ANSWER: [answer]})[ANSWER]
    except InputError as error:
        raise InputError(f"{item.site}: its right answer is not a word: {error}") from error
    if given != (answer,):
        raise InputError(f"{item.site}: raters' words are like {given[0]!r}, not {answer!r}.")


def right_answer_labels(
    task: Task, item: Item, stage: str, settings: Settings, gold: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    """Return the right answers in words, one text per field that has some."""
    if task.right_words is not None:
        return tuple(task.right_words(item, about, right) for about, right in gold.items())
    fields = task.fields(item, stage, settings)
    main = next((field for field in fields if field.name == ANSWER), None)
    if main is None:
        return tuple(text for field in fields if (text := _of_field(field, gold, stage)))
    if main.kind == "words":
        return (_OR.join(gold.get(control_key("", stage), ())),)
    # Only the task knows what an option means: the right ones are those it interprets so.
    rest: Answer = {field.name: (field.options[0].value,) for field in fields if field.options}
    right = [
        option.label
        for option in main.options
        if is_right(task.interpret(item, stage, {**rest, ANSWER: (option.value,)}), gold, stage)
    ]
    return (_OR.join(right),)


def _of_field(field: Field, gold: Mapping[str, Sequence[str]], stage: str) -> str:
    values = gold.get(control_key(field.name, stage), ())
    labels = [option.label for option in field.options if option.value in values]
    return f"{field.label}: {_OR.join(labels)}" if labels else ""
