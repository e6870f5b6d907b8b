"""A task: the question that it asks about an item, and what an answer means as judgments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from solecism.collect.item import Item
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.question import ANSWER, Field, Passage
from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.kind import PREPOSITION
from solecism.site import kind_of

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
