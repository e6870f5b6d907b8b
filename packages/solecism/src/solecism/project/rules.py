"""The rules of projects for the files that a command checks: settings, comments, known findings.

The options of a command take precedence over the settings. The rules that hold for a file can be
shown, and all findings of files recorded in a baseline.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from solecism.checking.checked_files import CheckSummary, DetectorOptions, check_each_file
from solecism.documents import kinds
from solecism.finding import CheckedSentence, Finding
from solecism.formats import files, registry
from solecism.project import settings
from solecism.project.baseline import (
    Baseline,
    KnownFindings,
    identity,
    read_baseline,
    write_baseline,
)
from solecism.project.comments import CheckingComments, without_disabled_findings
from solecism.project.settings import Settings, options_of
from solecism.project.settings_file import FIELD_OF, SettingValues
from solecism.rulebook.rule import Rule
from solecism.system.display_text import count, safe

if TYPE_CHECKING:
    from solecism.project.changed_lines import ChangedLines


@dataclass(frozen=True, slots=True)
class ProjectRules:
    """How each file is checked and what is shown of it; for `check_files`.

    `given` are the options of the command, which go before settings; without `has_settings` no
    settings are looked for. Findings of `baseline`, or else of the baseline that the settings name,
    are known already and not shown, unless `has_baseline` is false. With `changed`, only findings
    on changed lines are.
    """

    given: SettingValues
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

    def values_of(self, path: str) -> SettingValues:
        """The values that hold for a file, from the command and the settings."""
        found = self.settings_of(path)
        own = SettingValues() if found is None else found.values
        return combined_values(self.given, own, has_model=self.model is not None)

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
        # Fences are Markdown: in other formats the sign means something else.
        comments = CheckingComments(self.markup and kinds.by_name(path) is None)
        if registry.is_text(path):
            sentences = without_disabled_findings(sentences, comments)
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
        self._known = KnownFindings(self._baseline.of(path)) if self._baseline else None

    def is_shown(self, finding: Finding) -> bool:
        """Whether the settings, the baseline and the changed lines let a finding through."""
        if self._settings is not None and not self._settings.shows(finding):
            return False
        if self._known is not None and self._known.take(identity(finding)):
            return False
        return self._changed is None or _is_changed(finding, self._changed)

    def notes(self) -> list[str]:
        """Which known findings do not occur any more."""
        if self._baseline is None or self._known is None or not self._known.n_left:
            return []
        n_gone, example = self._known.n_left, safe(self._known.first_left)
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


def combined_values(
    given: SettingValues, settings: SettingValues, *, has_model: bool = False
) -> SettingValues:
    """The values that hold: those given on the command line, and else those of the settings.

    A precision that is given replaces an audience of the settings, and kinds that are given are
    shown even if they are turned off.

    >>> settings = SettingValues(audience="teacher", kinds=("spelling",))
    >>> combined_values(SettingValues(precision=0.7), settings)  # doctest: +ELLIPSIS
    SettingValues(audience=None, precision=0.7, ... kinds=('spelling',), ...)
    """
    values = settings
    if (given.audience, given.precision, given.threshold) != (None, None, None):
        values = replace(
            values,
            audience=given.audience,
            precision=given.precision,
            threshold=given.threshold,
        )
    if given.detector is not None or has_model:
        values = replace(values, detector=given.detector)
    if given.variety is not None:
        values = replace(values, variety=given.variety)
    if given.writer is not None:
        values = replace(values, writer=given.writer)
    if given.skim is not None:
        values = replace(values, skim=given.skim)
    if given.kinds:
        turned_off = tuple(kind for kind in values.turned_off if kind not in given.kinds)
        values = replace(values, kinds=given.kinds, turned_off=turned_off)
    if given.min_share is not None:
        values = replace(values, min_share=given.min_share)
    return replace(values, baseline=given.baseline or values.baseline)


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


# Of a longer list, such as a dictionary, only the number of its entries is told.
_MOST_LISTED = 8
_DEFAULTS = {
    "audience": "author",
    "min_share": "0",
    "kinds": "all",
    "variety": "auto",
    "writer": "auto",
}
_COMMAND = "command line"


def format_settings(rules: ProjectRules, paths: Iterable[str]) -> Iterator[str]:
    """For each file its name, and a line per setting: its name, its value, and its source.

    Files with the same settings stand together.
    """
    for (found, values), alike in groupby(
        paths, key=lambda path: (rules.settings_of(path), rules.values_of(path))
    ):
        yield from (f"{safe(files.shown_name(path))}{_ignored(rules, path)}\n" for path in alike)
        yield from (f"  {line}\n" for line in _lines(rules, found, values))


def _lines(rules: ProjectRules, settings: Settings | None, values: SettingValues) -> list[str]:
    fields = {**FIELD_OF, "rule": "rules"}
    rows = [
        (key, *_value_and_source(rules, settings, values, field)) for key, field in fields.items()
    ]
    rows = [row for row in rows if row[1]]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = [f"{key:{widths[0]}}  {value:{widths[1]}}  {source}" for key, value, source in rows]
    idle = settings.ignored.idle_patterns() if settings else []
    return [*lines, *(f"ignore: {safe(pattern)} matches no file." for pattern in idle)]


def _value_and_source(
    rules: ProjectRules, settings: Settings | None, values: SettingValues, field: str
) -> tuple[str, str]:
    """The value of a setting and its source; both empty where it has neither value nor default."""
    given, value = getattr(rules.given, field), getattr(values, field)
    if field == "baseline" and rules.baseline is not None:
        given = value = str(rules.baseline)
    if value in (None, ()):
        usual = _default(rules, values, field)
        return usual, "default" if usual else ""
    source = _COMMAND if given == value else shown_path(settings.file) if settings else _COMMAND
    return _listed(value), source


def _default(rules: ProjectRules, values: SettingValues, field: str) -> str:
    if field == "detector":
        return options_of(values, model=rules.model).detector
    if field == "audience" and (values.precision, values.threshold) != (None, None):
        return ""
    return _DEFAULTS.get(field, "")


def _listed(value: object) -> str:
    if not isinstance(value, tuple):
        return safe(str(value))
    if len(value) > _MOST_LISTED:
        return count(len(value), "entry", "entries")
    return safe(", ".join(each.id if isinstance(each, Rule) else each for each in value))


def _ignored(rules: ProjectRules, path: str) -> str:
    return "" if rules.kept([path], []) else " (ignored)"
