"""The rules of projects for the files that a command checks: settings, comments, known findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from solecism.check.files import CheckSummary, DetectorOptions
from solecism.check.people import safe
from solecism.counted import count
from solecism.finding import CheckedSentence, Finding
from solecism.formats import files, registry
from solecism.project import settings
from solecism.project.baseline import Baseline, KnownFindings, read_baseline
from solecism.project.changed_lines import ChangedLines
from solecism.project.combined import combined
from solecism.project.commented import obeying
from solecism.project.comments import Comments
from solecism.project.identity import identity
from solecism.project.keys import Values
from solecism.project.settings import Settings, options_of


@dataclass(frozen=True, slots=True)
class ProjectRules:
    """How each file is checked and what is shown of it; for `check_files`.

    `given` are the options of the command, which go before settings; without `has_settings` no
    settings are looked for. Findings of `baseline`, or else of the baseline that the settings name,
    are known already and not shown, unless `has_baseline` is false. With `changed`, only findings
    on changed lines are.
    """

    given: Values
    model: str | None = None
    has_settings: bool = True
    baseline: Path | None = None
    changed: ChangedLines | None = None
    markup: bool = True
    has_baseline: bool = True
    _settings: dict[Path, Settings | None] = field(default_factory=dict)
    _baselines: dict[Path, Baseline] = field(default_factory=dict)

    def settings_of(self, path: str) -> Settings | None:
        """The settings that hold for a file; for standard input, those of the current folder."""
        if not self.has_settings:
            return None
        folder = Path() if path == files.STANDARD_STREAM else Path(path).parent
        if folder not in self._settings:
            self._settings[folder] = settings.find(folder)
        return self._settings[folder]

    def values_of(self, path: str) -> Values:
        """The values that hold for a file, from the command and the settings."""
        found = self.settings_of(path)
        own = Values() if found is None else found.values
        return combined(self.given, own, has_model=self.model is not None)

    def for_file(self, path: str) -> DetectorOptions:
        """The detector for a file."""
        return options_of(self.values_of(path), model=self.model)

    def detector_names(self, paths: Iterable[str]) -> str:
        """The names of the detectors for some files, each once."""
        return ", ".join(dict.fromkeys(self.for_file(path).detector for path in paths))

    def kept(self, paths: Iterable[str], notes: list[str]) -> list[str]:
        """The files that no settings ignore; a note says how many are ignored."""
        kept: list[str] = []
        ignoring: Counter[Path] = Counter()
        for path in paths:
            found = self.settings_of(path)
            if found is not None and path != files.STANDARD_STREAM and found.ignores(path):
                ignoring[found.file] += 1
            else:
                kept.append(path)
        notes += (
            f"{shown_path(file)}: {count(n, 'file')} {'is' if n == 1 else 'are'} ignored."
            for file, n in ignoring.items()
        )
        return kept

    def shown(
        self, path: str, sentences: Iterator[CheckedSentence], summary: CheckSummary
    ) -> Iterator[CheckedSentence]:
        """The sentences of a file with the findings that are shown, and notes for `summary`."""
        comments = Comments(self.markup)
        if registry.is_text(path):
            sentences = obeying(sentences, comments)
        filters = _Filters(self, path)
        for checked in sentences:
            yield checked.showing(filters.is_shown) if checked.flags else checked
        summary.notes += comments.notes(files.shown_name(path), summary.kinds)
        summary.notes += filters.notes()

    def baseline_of(self, path: str) -> Baseline | None:
        """The known findings for a file, None if neither the command nor settings name any."""
        found = self.settings_of(path)
        file = self.baseline or (found.baseline if found else None)
        if file is None or not self.has_baseline:
            return None
        if file not in self._baselines:
            self._baselines[file] = read_baseline(file)
        return self._baselines[file]


class _Filters:
    """What is shown of one file, finding by finding in their order."""

    def __init__(self, rules: ProjectRules, path: str) -> None:
        own = rules.settings_of(path)
        self._settings = own and replace(own, values=rules.values_of(path))
        self._changed = rules.changed.of(path) if rules.changed else None
        self._baseline = rules.baseline_of(path)
        self._path = path
        self._known = KnownFindings(self._baseline.of(path) if self._baseline else Counter())

    def is_shown(self, finding: Finding) -> bool:
        """Whether the settings, the baseline and the changed lines let a finding through."""
        if self._settings is not None and not self._settings.shows(finding):
            return False
        if self._baseline is not None and self._known.take(identity(finding)):
            return False
        return self._changed is None or _is_changed(finding, self._changed)

    def notes(self) -> list[str]:
        """Which known findings do not occur any more."""
        n_gone, example = self._known.n_left, safe(self._known.first_left)
        if self._baseline is None or not n_gone:
            return []
        what = f"{count(n_gone, 'finding')} of {self._path} no longer"
        occurs = f"occurs: {example}" if n_gone == 1 else f"occur, such as: {example}"
        return [f"{shown_path(self._baseline.file)}: {what} {occurs}"]


def shown_path(file: Path) -> str:
    """A path for people: relative to the current folder where it is inside."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)


def _is_changed(finding: Finding, changed: tuple[range, ...]) -> bool:
    first = finding.place.line
    last = finding.place.after(finding.text).line
    return any(lines.start <= last and first < lines.stop for lines in changed)
