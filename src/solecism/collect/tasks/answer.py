"""An answer: the values that a rater filled in, checked against the question."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from solecism.collect.tasks.question import ANSWER, Field
from solecism.errors import InputError

Answer = dict[str, tuple[str, ...]]
"""The values per field; a choice has one value."""

MAX_WORD_LENGTH = 40


def read_answer(fields: Sequence[Field], values: Mapping[str, Sequence[str]]) -> Answer:
    """Return the answer made of raw values of fields; InputError where they do not fit.

    Fields that the main answer does not call for are left out even if they were sent: a page
    without scripts shows all fields.

    >>> from solecism.collect.tasks.question import Option
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
