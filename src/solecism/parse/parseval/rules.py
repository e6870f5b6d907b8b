"""What counts in Parseval: which labels are left out and which are equal, as EVALB's files say.

The default is EVALB's COLLINS.prm, with the other labels of a root left out as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from solecism.errors import FormatError

PUNCTUATION = frozenset({",", ":", "``", "''", "."})
ROOTS = frozenset({"TOP", "S1", "ROOT", ""})
_IGNORED = frozenset({"DEBUG", "MAX_ERROR"})


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings that figures depend on.

    `deleted` names tags whose words are left out and labels of phrases that do not count. Pairs
    of `equal_labels` and of `equal_words` are the same thing. Where a rule `is_strict`, each
    side's words are left out by its own tags, and sentences whose words then differ are not
    scored, nor are failed parses: that is EVALB. Otherwise the gold tags decide for both sides,
    and a failed parse is one that finds nothing.
    """

    deleted: frozenset[str] = ROOTS | PUNCTUATION | {"-NONE-"}
    deleted_for_length: frozenset[str] = frozenset({"-NONE-"})
    equal_labels: tuple[tuple[str, str], ...] = (("ADVP", "PRT"),)
    equal_words: tuple[tuple[str, str], ...] = ()
    is_labelled: bool = True
    is_strict: bool = False
    cut_off: int = 40


@dataclass(slots=True)
class _Parameters:
    """The contents of a parameter file, as read so far."""

    is_labelled: bool = True
    cut_off: int = 40
    lists: dict[str, list[tuple[str, ...]]] = field(
        default_factory=lambda: {
            "DELETE_LABEL": [],
            "DELETE_LABEL_FOR_LENGTH": [],
            "EQ_LABEL": [],
            "EQ_WORD": [],
        }
    )


def parse_rules(lines: Iterable[str], *, file: str) -> Rules:
    """The rules of an EVALB parameter file, strict as EVALB is.

    >>> lines = ["LABELED 1", "DELETE_LABEL TOP", "EQ_LABEL ADVP PRT"]
    >>> parse_rules(lines, file="my.prm").equal_labels
    (('ADVP', 'PRT'),)
    """
    parameters = _Parameters()
    for number, line in enumerate(lines, 1):
        name, *values = line.split() or ["#"]
        if not name.startswith("#") and name not in _IGNORED:
            _set(parameters, name, values, file=file, number=number)
    return Rules(
        frozenset(label for (label,) in parameters.lists["DELETE_LABEL"]),
        frozenset(label for (label,) in parameters.lists["DELETE_LABEL_FOR_LENGTH"]),
        tuple((one, other) for one, other in parameters.lists["EQ_LABEL"]),
        tuple((one, other) for one, other in parameters.lists["EQ_WORD"]),
        parameters.is_labelled,
        is_strict=True,
        cut_off=parameters.cut_off,
    )


def strict(rules: Rules) -> Rules:
    """The same rules as EVALB would follow them."""
    return replace(rules, is_strict=True)


def _set(parameters: _Parameters, name: str, values: list[str], *, file: str, number: int) -> None:
    if name in ("LABELED", "CUTOFF_LEN"):
        if len(values) != 1 or not values[0].isdecimal():
            raise FormatError(file, number, f"{name} is {' '.join(values)!r}. Give a number.")
        if name == "LABELED":
            parameters.is_labelled = values[0] != "0"
        else:
            parameters.cut_off = int(values[0])
        return
    if name not in parameters.lists:
        known = ", ".join(["LABELED", "CUTOFF_LEN", *parameters.lists])
        raise FormatError(file, number, f"{name} is not a known parameter. They are {known}.")
    n_values = 2 if name.startswith("EQ_") else 1
    if len(values) != n_values:
        raise FormatError(
            file, number, f"{name} has {len(values)} values, {' '.join(values)!r}. Give {n_values}."
        )
    parameters.lists[name].append(tuple(values))
