"""A layout: which columns of a table hold which fields, and what their values mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypedDict

Duplicates = Literal["error", "first", "keep"]
FIELDS = "item rater task stage batch confidence seconds milliseconds gold status".split()


class Dialect(TypedDict):
    """How a table is split into cells."""

    delimiter: str | None
    is_quoted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The columns of a table that hold the fields of judgments.

    `places` gives for each of `FIELDS` a column, a text with `{COLUMN}` in it, or `=TEXT` for
    the same text everywhere. `answers` are the columns with answers: in one of them `{n}` stands
    for any number and `{name}` for any text, which may then be used in the other places; so may
    `{question}`, the name of the column with the answer.

    `notes` are places to keep under a name. `patterns` are regular expressions by field (or
    `answer`, or a note's name): what their first group matches is taken. `labels` gives answers
    their new names; without it they stay. Answers in `missing` are none. Of rows with a status
    only those in `statuses` count.
    """

    places: Mapping[str, str] = field(default_factory=dict)
    answers: tuple[str, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    patterns: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    missing: frozenset[str] = frozenset()
    statuses: frozenset[str] = frozenset()
    duplicates: Duplicates = "error"
    delimiter: str | None = None
    is_quoted: bool = True

    @property
    def dialect(self) -> Dialect:
        """How the table is split into cells."""
        return {"delimiter": self.delimiter, "is_quoted": self.is_quoted}

    def or_else(self, **places: str) -> Layout:
        """The layout with these columns for fields that have none.

        >>> Layout(places={"rater": "who"}).or_else(rater="WorkerId", item="HITId").places
        {'rater': 'who', 'item': 'HITId'}
        """
        return replace(
            self,
            places={
                **self.places,
                **{name: place for name, place in places.items() if name not in self.places},
            },
        )


PLAIN = Layout()
