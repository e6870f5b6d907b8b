"""A question as a rater sees it, and the answer to it, which is checked against the question.

A question is a passage with a marked place, and fields to fill in. Everything in these classes may
reach a browser. What must not (the right answer of a control item, the stratum, a system's output)
is not in them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from solecism.errors import InputError

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

    >>> from solecism_study.tasks.question import Option
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
