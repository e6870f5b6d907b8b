"""The settings of the editor, which take precedence over those of a project."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lsprotocol.types import DiagnosticSeverity

from solecism.documents.kinds import LANGUAGES, language_of
from solecism.errors import InputError
from solecism.project.settings_file import SettingValues, unknown_name_hint, values_of

SECTION = "solecism"
_OF_PROJECT = ("for", "precision", "threshold", "min-share", "kinds", "detector", "variety")
_LANGUAGES, _SEVERITY = "languages", "severity"
_KEYS = (*_OF_PROJECT, _LANGUAGES, _SEVERITY)
_NAME = Path("settings of the editor")
SEVERITIES = {
    "error": DiagnosticSeverity.Error,
    "warning": DiagnosticSeverity.Warning,
    "information": DiagnosticSeverity.Information,
    "hint": DiagnosticSeverity.Hint,
}
# Findings that are less sure than this are shown as information, not as warnings.
_SURE = 0.8


@dataclass(frozen=True, slots=True)
class EditorSettings:
    """Which findings are shown, in which languages, and how severe they are.

    `languages` is None for all that are known, `severity` None if it depends on the confidence.
    """

    values: SettingValues = field(default_factory=SettingValues)
    languages: frozenset[str] | None = None
    severity: DiagnosticSeverity | None = None

    def checks(self, language: str) -> bool:
        """Whether documents in a language are checked."""
        return self.languages is None or language in self.languages

    def severity_of(self, confidence: float | None) -> DiagnosticSeverity:
        """How severe a finding of this confidence is."""
        if self.severity is not None:
            return self.severity
        is_sure = confidence is not None and confidence >= _SURE
        return DiagnosticSeverity.Warning if is_sure else DiagnosticSeverity.Information


def editor_settings(table: Any) -> EditorSettings:
    """The settings in what an editor sent; InputError says what is wrong with it.

    >>> editor_settings({"for": "learner"}).values.audience
    'learner'
    """
    if isinstance(table, Mapping) and isinstance(table.get(SECTION), Mapping):
        table = table[SECTION]
    if table is None:
        return EditorSettings()
    if not isinstance(table, Mapping):
        raise InputError(f"{_NAME}: {table!r} is not an object with settings.")
    given = {key: value for key, value in table.items() if value is not None}
    for key in given:
        if key not in _KEYS:
            raise InputError(
                f"{_NAME}: there is no setting {key!r}. {unknown_name_hint(str(key), _KEYS)}"
            )
    values = values_of({key: given[key] for key in _OF_PROJECT if key in given}, _NAME)
    return EditorSettings(values, _languages(given), _severity(given))


def _languages(given: Mapping[str, Any]) -> frozenset[str] | None:
    names = given.get(_LANGUAGES)
    if names is None:
        return None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise InputError(f"{_NAME}: {_LANGUAGES}: {names!r} is not a list of names.")
    known = {name: language_of(name, "") for name in names}
    for name, language in known.items():
        if language is None:
            hint = unknown_name_hint(name, LANGUAGES)
            raise InputError(f"{_NAME}: {_LANGUAGES}: {name!r} is not known. {hint}")
    return frozenset(filter(None, known.values()))


def _severity(given: Mapping[str, Any]) -> DiagnosticSeverity | None:
    name = given.get(_SEVERITY)
    if name is None:
        return None
    if not isinstance(name, str) or name not in SEVERITIES:
        raise InputError(f"{_NAME}: {_SEVERITY}: {name!r} is not one of {', '.join(SEVERITIES)}.")
    return SEVERITIES[name]
