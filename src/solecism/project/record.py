"""Recording of all findings of files in a baseline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from solecism.check.files import CheckSummary, check_each_file
from solecism.counted import count
from solecism.project.baseline import write_baseline
from solecism.project.identity import identity
from solecism.project.rules import ProjectRules


def record_baseline(
    file: str, paths: Sequence[str], rules: ProjectRules, summary: CheckSummary, *, n_jobs: int = 1
) -> None:
    """Check files and write their findings to a baseline, unless a file could not be checked."""
    rules = replace(rules, has_baseline=False)
    findings: dict[str, Counter[str]] = {}
    for path, sentences in check_each_file(
        paths, rules, summary, markup=rules.markup, n_jobs=n_jobs
    ):
        findings[path] = Counter(
            identity(finding) for checked in sentences for finding in checked.findings
        )
    if not summary.problems:
        write_baseline(Path(file), findings)
        n_findings = count(summary.n_findings, "finding")
        summary.notes.append(f"{file}: {n_findings} of {count(len(findings), 'file')} recorded.")
