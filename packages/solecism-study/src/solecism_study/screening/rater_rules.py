"""The rules for raters that are declared when a study is made, and the TOML file with them.

Screening comes before work: questions about the person, quotas by their answers, a short test, and
a check that the instructions were understood. Limits and signs are about the work itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from solecism.errors import InputError
from solecism.formats import toml
from solecism_study.refusals import read_as

Text = Annotated[str, Meta(min_length=1, max_length=1000)]
FieldName = Annotated[str, Meta(pattern="^[a-z][a-z0-9_-]{0,39}$")]
Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Kind = Literal["choice", "number", "text"]
SignName = Literal["fast", "same", "device"]
_RANGE = re.compile(r"^(\d*)-(\d*)$")
MOST_NUMBER = 1_000_000


class _Rule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the file with known keys only."""


class ScreeningQuestion(_Rule, frozen=True):
    """A question about the person, and the answers with which they may take part.

    Any answer will do where `accept` is empty; a number must lie between `least` and `most`.
    """

    name: FieldName
    ask: Text
    kind: Kind = "choice"
    options: tuple[Text, ...] = ()
    accept: tuple[Text, ...] = ()
    least: int | None = None
    most: int | None = None

    def __post_init__(self) -> None:
        if (self.kind == "choice") != (len(self.options) > 1):
            raise InputError(
                f"question {self.name!r}: give at least two options for a choice, and none for "
                "kind = 'number' or 'text'."
            )
        if self.kind != "number" and (self.least, self.most) != (None, None):
            raise InputError(f"question {self.name!r}: least and most are for kind = 'number'.")
        unknown = sorted(set(self.accept) - set(self.options)) if self.options else []
        if unknown:
            raise InputError(f"question {self.name!r} accepts {unknown[0]!r}, not an option.")
        if self.kind == "number" and self.accept:
            raise InputError(f"question {self.name!r}: give least and most, not accept.")


class CheckQuestion(_Rule, frozen=True):
    """A question with a right answer, which raters never see."""

    ask: Text
    options: Annotated[tuple[Text, ...], Meta(min_length=2)]
    right: Text

    def __post_init__(self) -> None:
        if self.right not in self.options:
            raise InputError(f"the right answer {self.right!r} is not an option of {self.ask!r}.")


class Check(_Rule, frozen=True, rename={"questions": "question"}):
    """Questions of which a share must be answered right, within a number of tries."""

    questions: Annotated[tuple[CheckQuestion, ...], Meta(min_length=1, max_length=50)]
    bar: Annotated[float, Meta(gt=0, le=1)] = 1.0
    tries: Annotated[int, Meta(ge=1, le=5)] = 1


class Quota(_Rule, frozen=True):
    """How many raters with these answers may take part; a number may be a range such as 18-34."""

    where: Annotated[dict[FieldName, Text], Meta(min_length=1)]
    places: Annotated[int, Meta(ge=0, le=1_000_000)]


class Screening(_Rule, frozen=True, rename={"questions": "question", "quotas": "quota"}):
    """What comes between consent and work.

    Whoever was admitted and has not answered yet keeps their place in a quota for `hold_minutes`.
    """

    questions: tuple[ScreeningQuestion, ...] = ()
    quotas: tuple[Quota, ...] = ()
    test: Check | None = None
    comprehension: Check | None = None
    hold_minutes: Count = 30

    def __post_init__(self) -> None:
        by_name = {one.name: one for one in self.questions}
        if len(by_name) < len(self.questions):
            raise InputError("two screening questions have the same name. Give each its own.")
        for quota in self.quotas:
            for name, value in quota.where.items():
                if name not in by_name:
                    raise InputError(f"a quota is about {name!r}, which is not asked.")
                _check_quota_value(by_name[name], value)


class Limits(_Rule, frozen=True):
    """Time limits.

    An answer that takes longer than `item_seconds` is kept and paid, but not counted. After
    `session_minutes` of work there are no questions for `break_minutes`.
    """

    item_seconds: Count | None = None
    session_minutes: Count | None = None
    break_minutes: Count = 60


class Signs(_Rule, frozen=True):
    """Signs of careless work, each shown to administrators once it was declared.

    `fast`: more than `fast_share` of the answers took less than `fast_seconds`. `same`: so many
    answers in a row are the same. `device`: another rater came with the same browser. A sign by
    time or sameness is looked for after `least` answers. Raters who show a sign named in `remove`
    are removed.
    """

    fast_seconds: Annotated[float, Meta(gt=0, le=3600)] | None = None
    fast_share: Annotated[float, Meta(ge=0, lt=1)] = 0.2
    same_in_a_row: Annotated[int, Meta(ge=2, le=10_000)] | None = None
    one_device: bool = False
    least: Count = 10
    remove: tuple[SignName, ...] = ()

    @property
    def names(self) -> tuple[SignName, ...]:
        """The signs that are looked for."""
        declared: dict[SignName, bool] = {
            "fast": self.fast_seconds is not None,
            "same": self.same_in_a_row is not None,
            "device": self.one_device,
        }
        return tuple(name for name, is_declared in declared.items() if is_declared)

    def __post_init__(self) -> None:
        missing = [name for name in self.remove if name not in self.names]
        if missing:
            raise InputError(
                f"raters are to be removed by the sign {missing[0]!r}, which is not declared. Give "
                "fast_seconds, same_in_a_row or one_device."
            )


def number_range(text: str) -> tuple[int, int] | None:
    """Return the bounds of a range such as 18-34, 35- or -17; None where it is another text.

    >>> number_range("18-34"), number_range("35-"), number_range("x")
    ((18, 34), (35, 1000000), None)
    """
    match = _RANGE.match(text)
    if match is None or not any(match.groups()):
        return None
    low, high = (int(group[:7]) if group else None for group in match.groups())
    return low or 0, MOST_NUMBER if high is None else high


def _check_quota_value(question: ScreeningQuestion, value: str) -> None:
    is_known = value in question.options or question.kind == "text"
    if question.kind == "number":
        is_known = number_range(value) is not None or value.isdigit()
    if not is_known:
        raise InputError(f"a quota is about {question.name} = {value!r}, which nobody can answer.")


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
    table = with_defaults(toml.parse(text, file=file))
    rules: RulesFile = read_as(table, RulesFile, source=file)
    try:
        # Building it checks that names and quotas fit together.
        _ = rules.screening
    except InputError as error:
        raise InputError(f"{file}: {error}") from error
    return rules


def with_defaults(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table of rules in which the test and the check have their own bar and tries."""
    usual = {"test": _TEST, "comprehension": _COMPREHENSION}
    given = {name: table[name] for name in usual if isinstance(table.get(name), dict)}
    return {**table, **{name: usual[name] | checks for name, checks in given.items()}}
