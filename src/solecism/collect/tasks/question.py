"""A question as a rater sees it: a passage with a marked place, and fields to fill in.

Everything in these nouns may reach a browser. What must not (the right answer of a control
item, the stratum, what a system said) is not in them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ANSWER = "answer"
"""The name of the field that holds the main answer."""

FieldKind = Literal["choice", "ticks", "words"]
Shuffle = Literal["never", "rater", "item"]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose: the `value` that is kept, its `label`, and the `key` that picks it."""

    value: str
    label: str
    key: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """Something to fill in: one of the options (choice), any of them (ticks), or words to type.

    It is asked only where the main answer is one of `when` (always, if that is empty). Words
    may come with options that are offered beside typing. Options are shown in the order given,
    or in one of each rater's own, or in one of each item's own.
    """

    name: str
    label: str
    kind: FieldKind
    options: tuple[Option, ...] = ()
    when: tuple[str, ...] = ()
    is_required: bool = True
    max_words: int = 1
    shuffle: Shuffle = "never"


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence around a marked place, and the sentences before it.

    `mark` says how to show the place: highlighted, or as a blank whose word is not given.
    """

    before: str
    target: str
    after: str
    mark: Literal["highlight", "blank", "none"] = "highlight"
    context: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of one item at one stage, with options in the order shown."""

    prompt: str
    passage: Passage
    fields: tuple[Field, ...]

    @property
    def order(self) -> dict[str, list[str]]:
        """The order in which each field's options are shown."""
        return {
            field.name: [option.value for option in field.options]
            for field in self.fields
            if field.options
        }
