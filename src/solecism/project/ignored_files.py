"""The files that a project does not check, by patterns as in a .gitignore file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from solecism.errors import InputError

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

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
        from pathspec import GitIgnoreSpec

        if not self.patterns:
            return []
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
