"""The files that a project does not check, by patterns as in a .gitignore file."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from solecism.errors import InputError

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

# Each wildcard multiplies the time that a match may take.
_MOST_WILDCARDS = 5
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

    @cached_property
    def _spec(self) -> GitIgnoreSpec:
        from pathspec import GitIgnoreSpec

        for pattern in self.patterns:
            if len(_WILDCARD.findall(pattern)) > _MOST_WILDCARDS:
                raise InputError(
                    f"{self.file}: ignore: {pattern!r} has more than {_MOST_WILDCARDS} wildcards. "
                    "Write several patterns."
                )
        try:
            return GitIgnoreSpec.from_lines(self.patterns)
        except ValueError as error:
            raise InputError(f"{self.file}: ignore: {error}.") from error
