"""A question as a rater sees it: a passage with a marked place, and fields to fill in.

Everything in these classes may reach a browser. What must not (the right answer of a control
item, the stratum, a system's output) is not in them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
