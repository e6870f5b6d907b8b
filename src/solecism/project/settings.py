"""The settings of a project: how its texts are checked, and what is not shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from solecism.check.files import DetectorOptions
from solecism.errors import InputError
from solecism.finding import Finding
from solecism.project import settings_file
from solecism.project.identity import identity
from solecism.project.ignored_files import IgnoredFiles
from solecism.project.keys import Values, values_of
from solecism.project.settings_file import Stamp
from solecism.project.words import file_words, is_about_known_word, normalised


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in a file, with the words of the dictionary as they are compared."""

    file: Path
    values: Values
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
        return None if name is None else inside(self.file, "baseline", name)


def find(path: str | Path) -> Settings | None:
    """The settings that hold for a file or folder, None if there are none.

    They are in the nearest `.solecism.toml`, or `pyproject.toml` with a table `tool.solecism`, in
    the folder of the file or above it, up to the root of the repository or the home folder.
    """
    file = settings_file.locate(path)
    return None if file is None else read(file)


def read(file: Path) -> Settings:
    """The settings in a file; it is only read again when it has changed."""
    settings = _read(file, settings_file.stamp(file))
    name = settings.values.dictionary_file
    if name is None:
        return settings
    words_file = inside(file, "dictionary-file", name)
    words = file_words(words_file, settings_file.stamp(words_file))
    if settings.words:
        words |= settings.words
    return Settings(file, settings.values, settings.options, words, settings.ignored)


def inside(file: Path, key: str, name: str) -> Path:
    """The path that a setting names; InputError if it is not inside the folder of the settings."""
    folder = file.parent.resolve()
    path = (folder / name).resolve()
    if not path.is_relative_to(folder):
        raise InputError(f"{file}: {key}: {name!r} is not inside {folder}. Move the file there.")
    return path


def options_of(values: Values, *, model: str | None = None) -> DetectorOptions:
    """The detector that settings ask for, with another network if one is given."""
    return DetectorOptions(
        name=values.detector,
        model=model,
        register=values.register,
        audience=values.audience,
        precision=values.precision,
        threshold=values.threshold,
        kinds=values.kinds,
        without=values.turned_off,
        min_share=values.min_share or 0.0,
    )


@lru_cache(maxsize=64)
def _read(file: Path, _: Stamp) -> Settings:
    values = values_of(settings_file.table_of(file) or {}, file)
    ignored = IgnoredFiles(file, values.ignore)
    ignored.check()
    return Settings(file, values, options_of(values), normalised(values.dictionary), ignored)
