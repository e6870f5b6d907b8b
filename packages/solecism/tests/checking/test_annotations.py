"""Findings as annotations of GitHub Actions."""

from __future__ import annotations

from dataclasses import replace

from rule_detector import RuleDetector
from solecism.checking.code_review import format_annotation, format_annotations
from solecism.checking.texts import check_text

TEXT = ["All is well.\n", "\n", "We depend of it.\n", "I listen music.\n"]


def test_one_warning_per_finding_with_its_place() -> None:
    checked = check_text(TEXT, RuleDetector(), document="a", file="docs/a.md")
    first, second = format_annotations(checked)
    assert first.startswith(
        "::warning file=docs/a.md,line=3,col=11,endLine=3,endColumn=13,title=wrong preposition::"
        'native writers write "depend on"'
    )
    assert first.endswith('; write "on" (80%25) or "upon" (10%25)\n')
    assert "line=4,col=10,endLine=4,endColumn=10,title=missing preposition::" in second


def test_no_name_of_a_file_can_end_the_command() -> None:
    [_, finding, *_] = [
        found
        for each in check_text(TEXT, RuleDetector(), document="a", file="a,b:c%\n::error::x.md")
        for found in each.findings
    ]
    line = format_annotation(replace(finding, sentence=finding.sentence))
    assert line.startswith("::warning file=a%2Cb%3Ac%25%0A%3A%3Aerror%3A%3Ax.md,line=4,")
    assert line.count("\n") == 1
