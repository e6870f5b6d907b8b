"""The options of `solecism check` in groups: what is found, fixed and answered, and the project."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import option_group

if TYPE_CHECKING:
    from solecism.project.rules import ProjectRules
    from solecism.project.settings_file import SettingValues


@dataclass(frozen=True, slots=True)
class DetectorChoice:
    """The detector and the criteria for its findings, None or empty where they are not given."""

    detector: str | None
    kinds: str
    audience: str | None
    precision: float | None
    threshold: float | None
    min_share: float | None
    model: str | None
    variety: str | None
    writer: str | None
    skim: bool | None

    def values(self) -> SettingValues:
        """The same as settings of a project; UsageError where they exclude each other."""
        from solecism.project.settings_file import SettingValues

        if sum(each is not None for each in (self.audience, self.precision, self.threshold)) > 1:
            raise click.UsageError("Give one of --for, --precision and --threshold.")
        return SettingValues(
            audience=self.audience,
            precision=self.precision,
            threshold=self.threshold,
            min_share=self.min_share,
            detector=self.detector,
            variety=self.variety,
            writer=self.writer,
            skim=self.skim,
            kinds=tuple(filter(None, self.kinds.split(","))),
        )


@dataclass(frozen=True, slots=True)
class AnswerChoice:
    """How texts are given back as Word documents."""

    track_changes: bool
    date: datetime | None

    def problem(self, format: str) -> str | None:
        """What is wrong with these options, None if nothing is."""
        is_given = self.track_changes or self.date is not None
        is_wrong = is_given and format != "docx"
        return "--track-changes and --date go with --format docx." if is_wrong else None


@dataclass(frozen=True, slots=True)
class FixChoice:
    """Whether and how texts are fixed."""

    fix: bool
    diff: bool
    in_place: bool

    def problem(self, inputs: Sequence[str], format: str, output: str) -> str | None:
        """What is wrong with the options of --fix, None if nothing is."""
        if not self.fix:
            return "--diff and --in-place go with --fix." if self.diff or self.in_place else None
        if format != "text":
            return f"--fix writes the text itself, not --format {format}."
        if not self.in_place:
            is_one = self.diff or len(set(inputs)) == 1
            several = "--fix writes one text. For several files, use --in-place, or --diff to look."
            return None if is_one else several
        if self.diff or output != "-":
            return "--in-place changes the files themselves: use it without --diff and --output."
        return "--in-place changes files. Standard input is none." if "-" in inputs else None


@dataclass(frozen=True, slots=True)
class ProjectChoice:
    """Which settings, known findings and changed lines are taken into account."""

    no_config: bool
    show_settings: bool
    baseline: str | None
    write_baseline: str | None
    changed_since: str | None

    def rules(self, given: SettingValues, *, model: str | None, markup: bool) -> ProjectRules:
        """The rules for the files to check, given the options for the detector."""
        from solecism.project.changed_lines import ChangedLines
        from solecism.project.rules import ProjectRules

        return ProjectRules(
            given=given,
            model=model,
            has_settings=not self.no_config,
            baseline=None if self.baseline is None else Path(self.baseline),
            changed=None if self.changed_since is None else ChangedLines(self.changed_since),
            markup=markup,
        )

    def problem(self, inputs: Sequence[str], *, is_special: bool) -> str | None:
        """What is wrong with these options, None if nothing is."""
        if self.write_baseline is None:
            return None
        if self.baseline or self.changed_since or is_special:
            return (
                "--write-baseline writes all findings: use it without --baseline, "
                "--changed-since, --fix and --format."
            )
        return "--write-baseline needs files, not standard input." if "-" in inputs else None


def detector_options(command: Any) -> Any:
    """Add the options for the detector and its findings; the command gets `choice`."""
    return option_group(
        "choice",
        DetectorChoice,
        click.option(
            "--detector",
            metavar="NAME",
            help="Detector to use; the default is cascade where its model can be run, and light "
            "otherwise.",
        ),
        click.option(
            "--kinds",
            default="",
            metavar="KIND,...",
            help="Show only errors of these kinds.",
        ),
        click.option(
            "--for",
            "audience",
            type=click.Choice(["author", "learner", "teacher"]),
            help="Whom the findings are for: an author (few, nine of ten right; the default), a "
            "learner (more, eight of ten right) or a teacher (most, six of ten right).",
        ),
        click.option(
            "--writer",
            type=click.Choice(["auto", "learner", "native"]),
            help="Who wrote the text: a learner, of whom authors are shown more, or a native "
            "writer; auto, the default, tells it from the number of errors in each text.",
        ),
        click.option(
            "--precision",
            type=float,
            help="Show only findings that reach this precision on tuning data.",
        ),
        click.option(
            "--threshold",
            type=click.FloatRange(0, 1),
            help="Show only findings of at least this confidence.",
        ),
        click.option(
            "--skim/--no-skim",
            default=None,
            help="For an author: let the network read only sentences with signs of errors, which "
            "is quicker and finds a little less. By default, files of more than 1 MB together are "
            "skimmed.",
        ),
        click.option(
            "--min-share",
            type=click.FloatRange(0, 1),
            help="Show only findings that at least this share of readers would object to.",
        ),
        click.option(
            "--variety",
            type=click.Choice(["auto", "british", "american", "any"]),
            help="Variety of English: with british or american, words that only the other one "
            "spells so are findings; with any, what is right in one of them is right; auto, the "
            "default, tells the variety from each text.",
        ),
        click.option(
            "--model",
            metavar="FILE",
            help="Use this network, written by `solecism train network`, instead of the bundled "
            "one.",
        ),
    )(command)


def answer_options(command: Any) -> Any:
    """Add the options of --format docx; the command gets `answering`."""
    return option_group(
        "answering",
        AnswerChoice,
        click.option(
            "--track-changes",
            is_flag=True,
            help="With --format docx: write the first suggestion of every finding as a tracked "
            "change.",
        ),
        click.option(
            "--date",
            type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"]),
            help="With --format docx: date of the comments and tracked changes; without it they "
            "have none.",
        ),
    )(command)


def fix_options(command: Any) -> Any:
    """Add --fix and what goes with it; the command gets `fixing`."""
    return option_group(
        "fixing",
        FixChoice,
        click.option(
            "--fix",
            is_flag=True,
            help="Write the text with the first suggestion of every finding applied, where that is "
            "at least 40% probable, and 65% as probable as the error.",
        ),
        click.option(
            "--diff",
            is_flag=True,
            help="With --fix: show the changes as a unified diff, write no text.",
        ),
        click.option(
            "--in-place", is_flag=True, help="With --fix: change the files themselves, one by one."
        ),
    )(command)


def project_options(command: Any) -> Any:
    """Add the options for settings, baselines and changed lines; the command gets `project`."""
    return option_group(
        "project",
        ProjectChoice,
        click.option(
            "--no-config",
            is_flag=True,
            help="Ignore the settings of the project (.solecism.toml or pyproject.toml).",
        ),
        click.option(
            "--show-settings",
            is_flag=True,
            help="Show which settings hold for each file and where they come from; check nothing.",
        ),
        click.option(
            "--changed-since",
            metavar="REVISION",
            help="Show only findings on lines that have changed since this revision of the git "
            "repository, such as main.",
        ),
        click.option(
            "--baseline",
            metavar="FILE",
            help="Show only findings that are not in this file, which --write-baseline has "
            "written.",
        ),
        click.option(
            "--write-baseline",
            metavar="FILE",
            help="Record all findings in this file as known already, and show none.",
        ),
    )(command)
