"""What `solecism check` does with the files: show findings, fix texts, answer, or record."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from solecism.checking.checked_files import (
    CheckSummary,
    check_each_file,
    check_files,
    document_names,
)
from solecism.checking.output_formats import ENDINGS, format_checked
from solecism.checking.varieties import AUTO
from solecism.cli.terminal.options import JobChoice
from solecism.cli.terminal.output import has_colours, progress_bar
from solecism.finding import CheckedSentence
from solecism.formats import files, folders
from solecism.project.rules import ProjectRules
from solecism.project.settings_file import SettingValues
from solecism.system.display_text import count

# Files of more bytes together are skimmed, because nobody waits for each of their sentences.
_LONG_BATCH = 1_000_000
_SKIMMED = (
    "these are more than 1 MB of text: for an author, the network reads only sentences with signs "
    "of errors. Use --no-skim to let it read everything."
)
_PLAIN = frozenset((".txt", ".md", ".text", ""))


def skimming_if_long(rules: ProjectRules, paths: Iterable[str], notes: list[str]) -> ProjectRules:
    """The rules, by which long batches are skimmed if nothing else was asked for.

    A note says so. Standard input is read whole.
    """
    if rules.given.skim is not None:
        return rules
    sizes = (Path(path).stat().st_size for path in paths if Path(path).is_file())
    if sum(sizes) <= _LONG_BATCH:
        return rules
    notes.append(_SKIMMED)
    return replace(rules, given=replace(rules.given, skim=True))


@dataclass(frozen=True, slots=True)
class CheckRun:
    """Files to check by the rules of their projects; `summary` collects what happened.

    Each method returns the number of errors that the exit code tells of.
    """

    paths: Sequence[str]
    rules: ProjectRules
    summary: CheckSummary
    n_jobs: int

    def show(self, format: str, output: str, *, resume: bool) -> int:
        """Write the findings in a format: to one file, or to one for each text in a folder."""
        if files.is_folder(output):
            return self._show_each(format, Path(output), resume=resume)
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

    def _show_each(self, format: str, folder: Path, *, resume: bool) -> int:
        targets = folders.targets_in(folder, self.paths, lambda _: ENDINGS[format])
        documents = dict(zip(targets, document_names(list(targets)), strict=True))
        finished = folders.FinishedOutputs(
            folder, lambda path: [format, documents[path], *self._settings(path)]
        )
        done = finished.results(targets) if resume else {}
        todo = [path for path in targets if path not in done]
        if done:
            self.summary.notes.append(f"{count(len(done), 'text')} had been checked before.")
        finished.start(todo)
        every = check_each_file(
            todo,
            self.rules,
            self.summary,
            markup=self.rules.markup,
            n_jobs=self.n_jobs,
            documents=[documents[path] for path in todo],
        )
        for path, sentences in every:
            own = CheckSummary(n_files=1)
            folders.make_folder(targets[path].parent)
            try:
                files.write_text(str(targets[path]), self._own_pieces(sentences, format, own))
            except _IncompleteError:
                continue
            finished.add(path, targets[path], own.n_findings)
        return self.summary.n_findings + sum(done.values())

    def _own_pieces(
        self, sentences: Iterable[CheckedSentence], format: str, own: CheckSummary
    ) -> Iterator[str]:
        """The findings of one file; `own` is its summary."""
        n_problems = len(self.summary.problems)
        own.kinds, own.unreachable = self.summary.kinds, self.summary.unreachable
        names = self.rules.detector_names(self.paths)
        yield from format_checked(_counted(sentences, own), format, summary=own, detector=names)
        if len(self.summary.problems) > n_problems:
            raise _IncompleteError

    def _settings(self, path: str) -> list[object]:
        """Everything that the findings in a text depend on, beside the text."""
        rules = self.rules
        given = [str(each) for each in (rules.model, rules.baseline) if each is not None]
        hashes = [files.short_hash([each]) for each in given]
        return ["check", repr(rules.values_of(path)), rules.markup, given, hashes]

    def fix(self, output: str, *, is_diff: bool, is_in_place: bool) -> int:
        """Write the texts with suggestions applied, or their differences."""
        from solecism.checking.fixed_files import fix_files, write_fixed

        fixed = fix_files(
            self.paths, self.rules, self.summary, markup=self.rules.markup, n_jobs=self.n_jobs
        )
        return write_fixed(
            fixed, self.summary, output=output, is_diff=is_diff, is_in_place=is_in_place
        )

    def answer(
        self, output: str, *, track_changes: bool, date: datetime | None, is_folder: bool
    ) -> int:
        """Write the texts as Word documents with comments or tracked changes."""
        from solecism.checking.answers.answered_files import (
            AnswerOptions,
            answer_targets,
            write_answers,
        )

        targets = answer_targets(self.paths, output, is_folder=is_folder)
        each_file = check_each_file(
            list(targets), self.rules, self.summary, markup=self.rules.markup, n_jobs=self.n_jobs
        )
        options = AnswerOptions(track_changes, date)
        write_answers(each_file, targets, options, self.summary, markup=self.rules.markup)
        return self.summary.n_findings

    def record(self, file: str) -> int:
        """Write the findings to a baseline; none is left to show."""
        from solecism.project.rules import record_baseline

        record_baseline(file, self.paths, self.rules, self.summary, n_jobs=self.n_jobs)
        return 0


def check_rows(
    where: JobChoice,
    places: Sequence[str],
    values: SettingValues,
    *,
    model: str | None,
    markup: bool,
) -> None:
    """Check rows of text on a Ray cluster."""
    from solecism.cluster import Checker

    checker = Checker(
        column=where.column,
        detector=values.detector,
        audience=values.audience,
        precision=values.precision,
        threshold=values.threshold,
        kinds=values.kinds,
        min_share=values.min_share or 0.0,
        variety=values.variety or AUTO,
        writer=values.writer or AUTO,
        model=model,
        markup=markup,
    )
    where.run(checker, places, "finding")


def resume_problem(format: str, output: str, *, is_fixing: bool) -> str | None:
    """Why a run cannot be resumed: only findings in a folder can."""
    if is_fixing or format == "docx" or not files.is_folder(output):
        return "--resume needs a folder to write findings to: -o FOLDER/."
    return None


class _IncompleteError(Exception):
    """A text could not be read to its end: nothing is written for it."""


def _counted(
    sentences: Iterable[CheckedSentence], summary: CheckSummary
) -> Iterator[CheckedSentence]:
    for checked in sentences:
        summary.count(checked)
        yield checked


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
