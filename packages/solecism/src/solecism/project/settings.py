"""The settings of a project: where they are, how its texts are checked, and what is not shown.

The words of its dictionary are not misspelt. Files that are not checked are named by patterns, as
in a .gitignore file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from solecism.checking.checked_files import DetectorOptions
from solecism.checking.varieties import AUTO
from solecism.detect.detector import CAPITALS, MISSPELLING, WRONG_NOUN, WRONG_WORD
from solecism.errors import FormatError, InputError
from solecism.finding import Finding
from solecism.language.dictionary import plain_form
from solecism.project import settings_file
from solecism.project.baseline import identity
from solecism.project.own_rules import rules_of_table, with_rules_of_files
from solecism.project.settings_file import SettingValues, Stamp, path_inside, read_text, values_of

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in a file, with the words of the dictionary as they are compared."""

    file: Path
    values: SettingValues
    options: DetectorOptions
    words: frozenset[str]
    ignored: IgnoredFiles

    def shows(self, finding: Finding) -> bool:
        """Whether a finding is shown: its kind, its word and itself are not turned off."""
        values = self.values
        if finding.kind in values.turned_off or (values.kinds and finding.kind not in values.kinds):
            return False
        if is_about_known_word(finding, self.words):
            return False
        return not values.ignored_findings or identity(finding) not in values.ignored_findings

    def ignores(self, path: str | Path) -> bool:
        """Whether a file is not to be checked."""
        return self.ignored.matches(path)

    @property
    def baseline(self) -> Path | None:
        """The file with findings that are there already; None if the settings name none."""
        name = self.values.baseline
        return None if name is None else path_inside(self.file, "baseline", name)


def find(path: str | Path) -> Settings | None:
    """The settings that hold for a file or folder, None if there are none.

    They are in the nearest `.solecism.toml`, or `pyproject.toml` with a table `tool.solecism`, in
    the folder of the file or above it, up to the root of the repository or the home folder.
    """
    file = locate(path)
    return None if file is None else read(file)


def locate(path: str | Path) -> Path | None:
    """The settings file that holds for a file or folder, None if there is none.

    Folders are searched upwards to the root of the repository or the home folder. In each of them
    `.solecism.toml` goes before a `pyproject.toml` with a table `tool.solecism`.
    """
    for folder in folders_above(path):
        own, shared = folder / settings_file.NAME, folder / settings_file.PYPROJECT
        if os.path.lexists(own):
            return own
        if os.path.lexists(shared) and settings_file.table_of(shared) is not None:
            return shared
    return None


def folders_above(path: str | Path) -> list[Path]:
    """The folder of a file, or a folder itself, and those above, up to repository or home."""
    start = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow a link elsewhere
    home = Path.home()
    folders: list[Path] = []
    for folder in [start, *start.parents] if start.is_dir() else start.parents:
        folders.append(folder)
        if folder == home or os.path.lexists(folder / ".git"):
            break
    return folders


def read(file: Path) -> Settings:
    """The settings in a file; it is only read again when it has changed."""
    settings = _read(file, settings_file.stamp(file))
    name = settings.values.dictionary_file
    if name is not None:
        words_file = path_inside(file, "dictionary-file", name)
        words = file_words(words_file, settings_file.stamp(words_file))
        settings = replace(settings, words=words | settings.words if settings.words else words)
    values = with_rules_of_files(settings.values, file)
    if values is not settings.values:
        settings = replace(settings, values=values, options=options_of(values))
    return settings


def options_of(values: SettingValues, *, model: str | None = None) -> DetectorOptions:
    """The detector that settings ask for, with another network if one is given."""
    return DetectorOptions(
        name=values.detector,
        model=model,
        variety=values.variety or AUTO,
        writer=values.writer or AUTO,
        skims=bool(values.skim),
        audience=values.audience,
        precision=values.precision,
        threshold=values.threshold,
        kinds=values.kinds,
        without=values.turned_off,
        min_share=values.min_share or 0.0,
        rules=values.rules,
        without_rules=values.turned_off_rules,
    )


def with_own_rules(options: DetectorOptions, path: str | Path) -> DetectorOptions:
    """The options with the rules, and nothing else, of the settings that hold for a path."""
    found = find(path)
    if found is None:
        return options
    values = found.values
    return replace(options, rules=values.rules, without_rules=values.turned_off_rules)


@lru_cache(maxsize=64)
def _read(file: Path, _: Stamp) -> Settings:
    table = settings_file.table_of(file) or {}
    values = values_of(table, file)
    values = replace(values, rules=rules_of_table(table, file))
    ignored = IgnoredFiles(file, values.ignore)
    ignored.check()
    return Settings(file, values, options_of(values), normalised_words(values.dictionary), ignored)


# Kinds of error that say that there is no such word, or that another one was meant.
_ABOUT_WORDS = frozenset((MISSPELLING, CAPITALS, WRONG_WORD, WRONG_NOUN))
_POSSESSIVES = ("'s", "'")
_COMMENT = "#"
LONGEST_WORD = 100


def normalised_words(words: Iterable[str]) -> frozenset[str]:
    """Words as they are compared: in lower case, without accents, with straight apostrophes."""
    return frozenset(map(plain_form, words))


def is_about_known_word(finding: Finding, words: frozenset[str]) -> bool:
    """Whether a finding calls a word of the dictionary, or its possessive, misspelt."""
    if not words or finding.kind not in _ABOUT_WORDS:
        return False
    plain = plain_form(finding.text)
    return any(
        plain.endswith(ending) and plain.removesuffix(ending) in words
        for ending in ("", *_POSSESSIVES)
    )


@lru_cache(maxsize=16)
def file_words(file: Path, _: Stamp) -> frozenset[str]:
    """The words of a file, one per line; lines that begin with # are comments."""
    return normalised_words(_words_in(file))


def _words_in(file: Path) -> Iterator[str]:
    for number, line in enumerate(read_text(file).splitlines(), 1):
        word = line.strip()
        if len(word) > LONGEST_WORD or "\0" in word:
            problem = "is too long for a word. Write one word per line."
            raise FormatError(str(file), number, problem)
        if word and not word.startswith(_COMMENT):
            yield word


# Each wildcard in one part of a path multiplies the time that a match may take.
_MOST_WILDCARDS = 3
_MOST_FILES = 100_000
_ANY_FOLDER = re.compile(r"\*\*+")
_WILDCARD = re.compile(r"\*+")


@dataclass(frozen=True)
class IgnoredFiles:
    """Patterns of the settings file `file`; they are relative to its folder."""

    file: Path
    patterns: tuple[str, ...] = ()

    def matches(self, path: str | Path) -> bool:
        """Whether a file is ignored; files outside the folder never are."""
        if not self.patterns:
            return False
        name = Path(os.path.relpath(path, self.file.parent))
        return name.parts[:1] != ("..",) and self._spec.match_file(name)

    def check(self) -> None:
        """Raise InputError unless all patterns can be used."""
        if self.patterns:
            _ = self._spec

    def idle_patterns(self) -> list[str]:
        """The patterns that match no file in the folder; none if it has too many files to ask."""
        if not self.patterns:
            return []
        from pathspec import GitIgnoreSpec

        names = list(islice(_names(self.file.parent), _MOST_FILES + 1))
        if len(names) > _MOST_FILES:
            return []
        specs = {each: GitIgnoreSpec.from_lines([each.removeprefix("!")]) for each in self.patterns}
        return [each for each, spec in specs.items() if not any(map(spec.match_file, names))]

    @cached_property
    def _spec(self) -> GitIgnoreSpec:
        from pathspec import GitIgnoreSpec

        for pattern in self.patterns:
            parts = [*pattern.split("/"), "/".join(_ANY_FOLDER.findall(pattern))]
            if any(len(_WILDCARD.findall(part)) > _MOST_WILDCARDS for part in parts):
                raise InputError(
                    f"{self.file}: ignore: {pattern!r} has more than {_MOST_WILDCARDS} wildcards "
                    "in one part. Write several patterns."
                )
        try:
            return GitIgnoreSpec.from_lines(self.patterns)
        except ValueError as error:
            raise InputError(f"{self.file}: ignore: {error}.") from error


def _names(folder: Path) -> Iterator[str]:
    """The names of all files below a folder, relative to it, without those of git."""
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != ".git"]
        yield from (os.path.relpath(Path(place) / name, folder) for name in names)
