"""The settings of the editor, right and wrong."""

from __future__ import annotations

import pytest
from lsprotocol.types import DiagnosticSeverity

from solecism.errors import InputError
from solecism_write.lsp.editor_settings import EditorSettings, editor_settings


@pytest.mark.parametrize("table", [None, {}, {"for": None, "languages": None}, {"solecism": {}}])
def test_without_settings_all_languages_are_checked(table: object) -> None:
    settings = editor_settings(table)
    assert settings == EditorSettings()
    assert settings.checks("latex")


def test_settings_may_stand_in_their_section() -> None:
    settings = editor_settings({"solecism": {"precision": 0.7, "languages": ["tex"]}})
    assert settings.values.precision == 0.7
    assert settings.checks("latex")
    assert not settings.checks("markdown")


@pytest.mark.parametrize(
    ("given", "confidence", "severity"),
    [
        ({}, 0.9, DiagnosticSeverity.Warning),
        ({}, 0.5, DiagnosticSeverity.Information),
        ({}, None, DiagnosticSeverity.Information),
        ({"severity": "hint"}, 0.9, DiagnosticSeverity.Hint),
        ({"severity": "error"}, 0.1, DiagnosticSeverity.Error),
    ],
)
def test_severity_follows_confidence_or_the_setting(
    given: object, confidence: float | None, severity: DiagnosticSeverity
) -> None:
    assert editor_settings(given).severity_of(confidence) == severity


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ("learner", "'learner' is not an object with settings."),
        ({"fro": "learner"}, "there is no setting 'fro'. Allowed: for,"),
        ({"kind": []}, "there is no setting 'kind'. Did you mean 'kinds'?"),
        ({"for": "learnr"}, "for: 'learnr' is not known. Did you mean 'learner'?"),
        ({"for": "learner", "precision": 0.9}, "give one of for, precision and threshold."),
        ({"languages": "markdown"}, "languages: 'markdown' is not a list of names."),
        ({"languages": ["markdwn"]}, "languages: 'markdwn' is not known. Did you mean 'markdown'?"),
        ({"severity": 3}, "severity: 3 is not one of error, warning, information, hint."),
        ({"severity": []}, "severity: [] is not one of error, warning, information, hint."),
    ],
)
def test_wrong_settings_are_explained(table: object, problem: str) -> None:
    with pytest.raises(InputError) as raised:
        editor_settings(table)
    assert str(raised.value).startswith(f"settings of the editor: {problem}")
