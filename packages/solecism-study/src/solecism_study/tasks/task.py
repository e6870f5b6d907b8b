"""A question as a rater sees it, and the answer to it, which is checked against the question.

A question is a passage with a marked place, and fields to fill in. Everything in these classes may
reach a browser. What must not (the right answer of a control item, the stratum, a system's output)
is not in them.

A task: the question that it asks about an item, and what an answer means as judgments.

The question is put to each rater with the options in an order of their own. A control item has
right answers, where the task can have them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.site import PREPOSITION, kind_of
from solecism_study.item import Item
from solecism_study.keyed_hashes import seeded_shuffle

ANSWER = "answer"
"""The name of the field that holds the main answer."""

FIELDS = "fields"
"""The name under which a random order of fields is recorded."""

FieldKind = Literal["choice", "ticks", "words"]
Shuffle = Literal["never", "rater", "item"]


@dataclass(frozen=True, slots=True)
class Option:
    """One option: the `value` that is stored, its `label`, and the `key` that selects it."""

    value: str
    label: str
    key: str = ""
    hint: str = ""

    @property
    def is_point(self) -> bool:
        """Whether this is a point of a scale."""
        return self.value.isdecimal()


@dataclass(frozen=True, slots=True)
class Field:
    """A field to fill in: one of the options (choice), any of them (ticks), or words to type.

    It is shown only where the main answer is one of `when` (always, if that is empty). A field for
    words may also offer options. Options are shown in the order given, or in a random order per
    rater or per item. On a scale the options whose values are numbers are shown in one row, with
    the hints of the first and the last below its ends.
    """

    name: str
    label: str
    kind: FieldKind
    options: tuple[Option, ...] = ()
    when: tuple[str, ...] = ()
    is_required: bool = True
    max_words: int = 1
    shuffle: Shuffle = "never"
    is_scale: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence around a marked place, and the sentences before it.

    `mark` says how to show the place: highlighted, as a blank whose word is not given, or as an
    edit, which puts the `correction` in its place.
    """

    before: str
    target: str
    after: str
    mark: Literal["highlight", "blank", "none", "edit"] = "highlight"
    context: tuple[str, ...] = ()
    correction: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What a rater is asked about one item at one stage, with options in the order shown.

    `is_shuffled` says that the fields come in a random order too.
    """

    prompt: str
    passage: Passage
    fields: tuple[Field, ...]
    is_shuffled: bool = False

    @property
    def order(self) -> dict[str, list[str]]:
        """The order in which each field's options are shown, and the fields if it is random."""
        options = {
            field.name: [option.value for option in field.options]
            for field in self.fields
            if field.options
        }
        names = [field.name for field in self.fields]
        return {FIELDS: names, **options} if self.is_shuffled else options


Answer = dict[str, tuple[str, ...]]
"""The values per field; a choice has one value."""

MAX_WORD_LENGTH = 40


def read_answer(fields: Sequence[Field], values: Mapping[str, Sequence[str]]) -> Answer:
    """Return the answer made of raw values of fields; InputError where they do not fit.

    Fields that the main answer does not call for are left out even if they were sent: a page
    without scripts shows all fields.

    >>> field = Field("answer", "Right?", "choice", (Option("error", "Error"), Option("ok", "OK")))
    >>> read_answer([field], {"answer": ["ok"]})
    {'answer': ('ok',)}
    """
    _check_names(fields, values)
    answer: Answer = {}
    for field in fields:
        given = values.get(field.name, ())
        if field.name == ANSWER or not field.when:
            answer[field.name] = _read(field, given)
    chosen = answer.get(ANSWER, ())
    for field in fields:
        if field.when and set(field.when) & set(chosen):
            answer[field.name] = _read(field, values.get(field.name, ()))
    return answer


def _check_names(fields: Sequence[Field], values: Mapping[str, Sequence[str]]) -> None:
    known = {field.name for field in fields}
    for name, given in values.items():
        if name not in known:
            raise InputError(
                f"there is no field {_shown(name)}. The fields are {', '.join(known)}."
            )
        if isinstance(given, str) or not all(isinstance(value, str) for value in given):
            raise InputError(f"{name}: must be a list of texts.")


def _read(field: Field, given: Sequence[str]) -> tuple[str, ...]:
    read = _words if field.kind == "words" else _options
    values = read(field, given)
    if not values and field.is_required:
        raise InputError(f"please answer this: {field.label}.")
    return values


def _options(field: Field, given: Sequence[str]) -> tuple[str, ...]:
    known = [option.value for option in field.options]
    chosen = list(dict.fromkeys(value for value in given if value))
    for value in chosen:
        if value not in known:
            raise InputError(f"{field.name}: {_shown(value)} is not one of {', '.join(known)}.")
    if field.kind == "choice" and len(chosen) > 1:
        raise InputError(f"{field.name}: choose one option, not {len(chosen)}.")
    return tuple(sorted(chosen, key=known.index)) if field.kind == "choice" else _in_order(chosen)


def _in_order(chosen: Sequence[str]) -> tuple[str, ...]:
    # Ticks have no order, and the order on the page must not affect the data.
    return tuple(sorted(chosen))


def _words(field: Field, given: Sequence[str]) -> tuple[str, ...]:
    words = list(
        dict.fromkeys(filter(None, (_word(part) for one in given for part in _parts(one))))
    )
    if len(words) > field.max_words:
        raise InputError(
            f"{field.name}: {len(words)} answers were given; at most {field.max_words} are allowed."
        )
    for word in words:
        if len(word) > MAX_WORD_LENGTH:
            raise InputError(
                f"{field.name}: {_shown(word)} is longer than {MAX_WORD_LENGTH} characters."
            )
        if not any(map(str.isalpha, word)) or not all(_is_plain(letter) for letter in word):
            raise InputError(f"{field.name}: {_shown(word)} is not a word.")
    return tuple(words)


def _parts(text: str) -> list[str]:
    return text.replace(";", ",").split(",")


def _word(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).lower().split())


def _is_plain(letter: str) -> bool:
    return letter.isalpha() or letter in " '’-"


def _shown(value: object) -> str:
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."


def labelled_answer(
    question: Question, values: Mapping[str, Sequence[str]]
) -> list[tuple[str, str]]:
    """Return an answer as pairs of a field's label and the labels of the options chosen."""
    pairs = []
    for field in question.fields:
        labels = {option.value: option.label for option in field.options}
        chosen = [labels.get(value, value) for value in values.get(field.name, ()) if value]
        if chosen:
            pairs.append((field.label, ", ".join(chosen)))
    return pairs


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


def is_known_at(gold: Mapping[str, tuple[str, ...]], stage: str) -> bool:
    """Whether right answers are known at this stage.

    >>> is_known_at({"alone|the plural": ("yes",)}, "in-context"), is_known_at({"": ("ok",)}, "")
    (False, True)
    """
    return any(control_key(name.rpartition("|")[2], stage) == name for name in gold)


def rater_question(
    task: Task, item: Item, *, stage: str, settings: Settings, seed: str, rater: str
) -> Question:
    """Return the question as this rater sees it; the same seed and rater give the same order."""
    fields = [
        _tasks_in_order(field, item, seed=seed, rater=rater)
        for field in task.fields(item, stage, settings)
    ]
    if task.shuffles_fields:
        fields = seeded_shuffle(fields, "fields", seed, rater, stage, item.site)
    passage = task.passage(item, stage)
    return Question(task.prompt[stage], passage, tuple(fields), task.shuffles_fields)


def _tasks_in_order(field: Field, item: Item, *, seed: str, rater: str) -> Field:
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
