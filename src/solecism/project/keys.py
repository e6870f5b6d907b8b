"""The keys of the settings, and the values that they take."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solecism.detect.operating_point import AUDIENCES
from solecism.detect.registry import DETECTORS
from solecism.errors import InputError
from solecism.project.known import KINDS, unknown


class _UnfitError(Exception):
    """A value that does not fit its key; says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Values:
    """The checked values of a table of settings; None or empty where a key is not given."""

    audience: str | None = None
    precision: float | None = None
    threshold: float | None = None
    min_share: float | None = None
    detector: str | None = None
    register: str | None = None
    kinds: tuple[str, ...] = ()
    turned_off: tuple[str, ...] = ()
    dictionary: tuple[str, ...] = ()
    dictionary_file: str | None = None
    ignore: tuple[str, ...] = ()
    ignored_findings: tuple[str, ...] = ()
    baseline: str | None = None


def values_of(table: Mapping[str, Any], file: Path) -> Values:
    """The values of a table; InputError names the file, the key and what is allowed."""
    given: dict[str, Any] = {}
    for key, value in table.items():
        if key not in _KEYS:
            raise InputError(f"{file}: there is no setting {key!r}. {unknown(key, _KEYS)}")
        field, checked = _KEYS[key]
        try:
            given[field] = checked(value)
        except _UnfitError as problem:
            raise InputError(f"{file}: {key}: {problem}") from None
    if len({"audience", "precision", "threshold"} & given.keys()) > 1:
        raise InputError(f"{file}: give one of for, precision and threshold.")
    return Values(**given)


def _share(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise _UnfitError(f"{_shown(value)} is not a number from 0 to 1.")
    return float(value)


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise _UnfitError(f"{_shown(value)} is not a text in quotation marks.")
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _UnfitError(f'{_shown(value)} is not a list. Write ["...", "..."].')
    return tuple(map(_text, value))


def _one_of(names: Sequence[str]) -> Callable[[Any], str]:
    def checked(value: Any) -> str:
        if value not in names:
            raise _UnfitError(f"{_shown(value)} is not known. {unknown(str(value), names)}")
        return str(value)

    return checked


def _kinds(value: Any) -> tuple[str, ...]:
    return tuple(map(_one_of(KINDS), _texts(value)))


def _detector(value: Any) -> str:
    # Asked when it is needed: programs may register detectors of their own.
    return _one_of(tuple(DETECTORS))(value)


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."


# Each key with the name of its field in `Values`, and the function that checks its value.
_KEYS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "for": ("audience", _one_of(tuple(AUDIENCES))),
    "precision": ("precision", _share),
    "threshold": ("threshold", _share),
    "min-share": ("min_share", _share),
    "detector": ("detector", _detector),
    "register": ("register", _text),
    "kinds": ("kinds", _kinds),
    "turned-off": ("turned_off", _kinds),
    "dictionary": ("dictionary", _texts),
    "dictionary-file": ("dictionary_file", _text),
    "ignore": ("ignore", _texts),
    "ignored-findings": ("ignored_findings", _texts),
    "baseline": ("baseline", _text),
}
# The field of `Values` for each key.
FIELD_OF = {key: field for key, (field, _) in _KEYS.items()}
