"""The file with the rules for raters, as TOML."""

from __future__ import annotations

import msgspec

from solecism.collect.screening.definition import (
    Check,
    Limits,
    Quota,
    Screening,
    ScreeningQuestion,
    Signs,
)
from solecism.errors import InputError
from solecism.formats import toml

_TEST, _COMPREHENSION = {"bar": 0.7, "tries": 1}, {"bar": 1.0, "tries": 2}


class Exclude(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """People who may not take part: files of ids, one per line, and other studies' raters."""

    ids: tuple[str, ...] = ()
    studies: tuple[str, ...] = ()


class RulesFile(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    rename={"questions": "question", "quotas": "quota"},
):
    """All tables that the file may have."""

    questions: tuple[ScreeningQuestion, ...] = ()
    quotas: tuple[Quota, ...] = ()
    test: Check | None = None
    comprehension: Check | None = None
    hold_minutes: int = 30
    exclude: Exclude = Exclude()
    limits: Limits | None = None
    signs: Signs | None = None

    @property
    def screening(self) -> Screening | None:
        """The screening, None where the file asks for none."""
        if not (self.questions or self.test or self.comprehension):
            if self.quotas:
                raise InputError("there are quotas, but no question. Add a [[question]].")
            return None
        return Screening(
            questions=self.questions,
            quotas=self.quotas,
            test=self.test,
            comprehension=self.comprehension,
            hold_minutes=self.hold_minutes,
        )


def parse_rules(text: str, *, file: str) -> RulesFile:
    """Return the rules in a TOML text; InputError where they are not valid.

    >>> rules = '[test]\\n[[test.question]]\\nask="2?"\\noptions=["1","2"]\\nright="2"'
    >>> parse_rules(rules, file="rules.toml").screening.test.bar
    0.7
    """
    table = toml.parse(text, file=file)
    for name, defaults in (("test", _TEST), ("comprehension", _COMPREHENSION)):
        if isinstance(table.get(name), dict):
            table[name] = defaults | table[name]
    try:
        rules = msgspec.convert(table, RulesFile)
        # Building it checks that names and quotas fit together.
        _ = rules.screening
    except msgspec.ValidationError as error:
        raise InputError(f"{file}: {_explained(error)}") from error
    except InputError as error:
        raise InputError(f"{file}: {error}") from error
    return rules


def _explained(error: msgspec.ValidationError) -> str:
    problem, _, place = str(error).partition(" - at `$.")
    return f"{place.rstrip('`')}: {problem}." if place else f"{problem}."
