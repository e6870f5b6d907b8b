"""The file with the settings of a project: its keys, and their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solecism.checking.explanations import KIND_NAMES
from solecism.checking.varieties import VARIETIES
from solecism.detect.detector import AUDIENCES, WRITERS
from solecism.detect.registry import DETECTORS
from solecism.errors import InputError
from solecism.formats import files, toml

if TYPE_CHECKING:
    from solecism.rulebook.rule import Rule

NAME = ".solecism.toml"
PYPROJECT = "pyproject.toml"
# Larger files are refused before they are read.
MOST_BYTES = 16_000_000

# What changes when a file is written again: its inode, time and size.
Stamp = tuple[int, int, int]


def table_of(file: Path) -> dict[str, Any] | None:
    """The table of settings in a file; None for a `pyproject.toml` without settings."""
    return _table(file, stamp(file))


def read_text(file: Path) -> str:
    """The text of a file that has to do with settings; InputError if it cannot be read."""
    stamp(file)
    try:
        return files.read_bytes(str(file)).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{file}: is not UTF-8. Save the file as UTF-8.") from error


def stamp(file: Path) -> Stamp:
    """What changes when the file is written again; InputError if it is no file to read."""
    try:
        status = file.stat()
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}.") from error
    if not file.is_file():
        raise InputError(f"{file}: is not a file. Settings are read from an ordinary file.")
    if status.st_size > MOST_BYTES:
        raise InputError(f"{file}: has {status.st_size:,} bytes. Settings may have {MOST_BYTES:,}.")
    return status.st_ino, status.st_mtime_ns, status.st_size


@lru_cache(maxsize=64)
def _table(file: Path, _: Stamp) -> dict[str, Any] | None:
    text = read_text(file)
    if file.name != PYPROJECT:
        return toml.parse(text, file=str(file))
    if "solecism" not in text:
        return None
    tools = toml.parse(text, file=str(file)).get("tool")
    table = tools.get("solecism") if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise InputError(f"{file}: tool.solecism is not a table. Write [tool.solecism].")
    return table


def path_inside(file: Path, key: str, name: str) -> Path:
    """The path that a setting names; InputError if it is not inside the folder of the settings."""
    folder = file.parent.resolve()
    path = (folder / name).resolve()
    if not path.is_relative_to(folder):
        raise InputError(f"{file}: {key}: {name!r} is not inside {folder}. Move the file there.")
    return path


class _UnfitError(Exception):
    """A value that does not fit its key; says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class SettingValues:
    """The checked values of a table of settings; None or empty where a key is not given.

    `rules` are the project's own, those of its files included.
    """

    audience: str | None = None
    precision: float | None = None
    threshold: float | None = None
    min_share: float | None = None
    detector: str | None = None
    variety: str | None = None
    writer: str | None = None
    skim: bool | None = None
    kinds: tuple[str, ...] = ()
    turned_off: tuple[str, ...] = ()
    dictionary: tuple[str, ...] = ()
    dictionary_file: str | None = None
    ignore: tuple[str, ...] = ()
    ignored_findings: tuple[str, ...] = ()
    baseline: str | None = None
    rules: tuple[Rule, ...] = ()
    rule_files: tuple[str, ...] = ()
    turned_off_rules: tuple[str, ...] = ()


def values_of(table: Mapping[str, Any], file: Path) -> SettingValues:
    """The values of a table but for its rules; InputError names the file, the key and the fault."""
    given: dict[str, Any] = {}
    for key, value in table.items():
        if key in RULE_TABLES:
            continue
        if key not in _KEYS:
            known = (*_KEYS, *RULE_TABLES)
            raise InputError(
                f"{file}: there is no setting {key!r}. {unknown_name_hint(key, known)}"
            )
        field, checked = _KEYS[key]
        try:
            given[field] = checked(value)
        except _UnfitError as problem:
            raise InputError(f"{file}: {key}: {problem}") from None
    if len({"audience", "precision", "threshold"} & given.keys()) > 1:
        raise InputError(f"{file}: give one of for, precision and threshold.")
    return SettingValues(**given)


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
            raise _UnfitError(
                f"{_shown(value)} is not known. {unknown_name_hint(str(value), names)}"
            )
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


# Each key with the name of its field in `SettingValues`, and the function that checks its value.
_KEYS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "for": ("audience", _one_of(tuple(AUDIENCES))),
    "precision": ("precision", _share),
    "threshold": ("threshold", _share),
    "min-share": ("min_share", _share),
    "detector": ("detector", _detector),
    "variety": ("variety", _one_of(VARIETIES)),
    "writer": ("writer", _one_of(WRITERS)),
    "kinds": ("kinds", _kinds),
    "turned-off": ("turned_off", _kinds),
    "dictionary": ("dictionary", _texts),
    "dictionary-file": ("dictionary_file", _text),
    "ignore": ("ignore", _texts),
    "ignored-findings": ("ignored_findings", _texts),
    "baseline": ("baseline", _text),
    "rules": ("rule_files", _texts),
    "turned-off-rules": ("turned_off_rules", _texts),
}
# Tables of the settings that are read as a file of rules is.
RULE_TABLES = ("rule", "lists")
# The field of `SettingValues` for each key.
FIELD_OF = {key: field for key, (field, _) in _KEYS.items()}


KINDS = tuple(KIND_NAMES)
# How alike two names are, from 0 to 1, if one is probably a misspelling of the other.
_ALIKE = 0.8


def nearest_name(name: str, names: Iterable[str]) -> str | None:
    """The name that was probably meant, None if no name is near.

    >>> names = {"wrong-prepositon": KINDS, "of": ["off", "on"], "the": KINDS}
    >>> tuple(nearest_name(name, known) for name, known in names.items())
    ('wrong-preposition', 'off', None)
    """
    return next(iter(get_close_matches(name, list(names), n=1, cutoff=_ALIKE)), None)


def unknown_name_hint(name: str, names: Iterable[str]) -> str:
    """What to do about a name that is not known: the nearest one, or all that there are.

    >>> [unknown_name_hint(name, ["author", "learner"]) for name in ("learnr", "x")]
    ["Did you mean 'learner'?", 'Allowed: author, learner.']
    """
    known = list(names)
    near = nearest_name(name, known)
    return f"Did you mean {near!r}?" if near else f"Allowed: {', '.join(known)}."
