"""What `solecism check` does with the files: show findings, fix texts, answer, or record."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from solecism.check.files import CheckSummary, check_each_file, check_files
from solecism.cli.terminal.colours import has_colours
from solecism.cli.terminal.progress import progress_bar
from solecism.cli.text.check_options import AnswerChoice, FixChoice
from solecism.formats import files
from solecism.project.rules import ProjectRules

_PLAIN = frozenset((".txt", ".md", ".text", ""))


@dataclass(frozen=True, slots=True)
class CheckRun:
    """Files to check by the rules of their projects; `summary` collects what happened.

    Each method returns the number of errors that the exit code tells of.
    """

    paths: Sequence[str]
    rules: ProjectRules
    summary: CheckSummary
    n_jobs: int

    def show(self, format: str, output: str) -> int:
        """Write the findings in a format."""
        from solecism.check.formats import format_checked

        checked = check_files(
            self.paths, self.rules, self.summary, markup=self.rules.markup, n_jobs=self.n_jobs
        )
        pieces = format_checked(
            checked,
            format,
            summary=self.summary,
            detector=self.rules.detector_names(self.paths),
            colour=_is_coloured(output),
        )
        files.write_text(output, pieces)
        return self.summary.n_findings

    def fix(self, fixing: FixChoice, output: str) -> int:
        """Write the texts with suggestions applied, or their differences."""
        from solecism.check.fix_files import fix_files, write_fixed

        fixed = fix_files(
            self.paths, self.rules, self.summary, markup=self.rules.markup, n_jobs=self.n_jobs
        )
        return write_fixed(
            fixed, self.summary, output=output, is_diff=fixing.diff, is_in_place=fixing.in_place
        )

    def answer(self, answering: AnswerChoice, output: str, *, is_folder: bool) -> int:
        """Write the texts as Word documents with comments or tracked changes."""
        from solecism.check.answers.files import answer_targets, write_answers
        from solecism.check.answers.word import AnswerOptions

        targets = answer_targets(self.paths, output, is_folder=is_folder)
        each_file = check_each_file(
            list(targets), self.rules, self.summary, markup=self.rules.markup, n_jobs=self.n_jobs
        )
        options = AnswerOptions(answering.track_changes, answering.date)
        write_answers(each_file, targets, options, self.summary, markup=self.rules.markup)
        return self.summary.n_findings

    def record(self, file: str) -> int:
        """Write the findings to a baseline; none is left to show."""
        from solecism.project.record import record_baseline

        record_baseline(file, self.paths, self.rules, self.summary, n_jobs=self.n_jobs)
        return 0


@contextmanager
def progress_of(summary: CheckSummary, paths: Sequence[str], output: str) -> Iterator[None]:
    """Show a bar while texts are checked, except where findings appear on the same terminal."""
    if output == files.STANDARD_STREAM and sys.stdout.isatty():
        yield
        return
    # The size of a document or a compressed file does not tell how much text it has.
    is_plain = all(Path(path).suffix in _PLAIN and Path(path).is_file() for path in paths)
    total = sum(Path(path).stat().st_size for path in paths) if is_plain else None
    with progress_bar("Loading", "Checking") as progress:
        if progress is not None:
            summary.progress = lambda done: progress(done, total)
        yield


def _is_coloured(output: str) -> bool:
    return output == "-" and has_colours()
