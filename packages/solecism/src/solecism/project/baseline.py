"""Baselines: findings that are known already, so that only new ones are shown.

A baseline is a JSON file with the number of findings by file and identity: their kind, their words
and the words around them, not their lines. So a text may move and grow, and its known findings stay
known.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solecism import site as sites
from solecism.errors import InputError
from solecism.finding import Finding
from solecism.formats import files
from solecism.project.settings_file import read_text

_VERSION = 1
_VERSION_KEY = "solecism-baseline"
_MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class Baseline:
    """The known findings in a file: by the names of checked files, how often each identity occurs.

    Names are relative to the folder of the baseline.
    """

    file: Path
    findings: Mapping[str, Mapping[str, int]]

    def of(self, path: str) -> Counter[str]:
        """The known findings of a file, with their numbers."""
        return Counter(self.findings.get(name_in(self.file, path), {}))


def read_baseline(file: Path) -> Baseline:
    """The baseline in a file; InputError if it is not one, or one of another version."""
    content = _content(file)
    if content is None:
        raise InputError(f"{file}: is not a baseline. Write one with --write-baseline.")
    if (version := content[_VERSION_KEY]) != _VERSION:
        raise InputError(
            f"{file}: is a baseline of version {version!r}, not {_VERSION}. "
            "Write it again with --write-baseline."
        )
    findings = content.get("findings")
    if not isinstance(findings, dict) or not all(map(_is_counts, findings.values())):
        raise InputError(f"{file}: is a damaged baseline. Remove it, and use --write-baseline.")
    return Baseline(file, findings)


def write_baseline(file: Path, findings: Mapping[str, Mapping[str, int]]) -> None:
    """Write the findings of checked files, by path and identity.

    What the file says about other files stays, as long as they exist. InputError if there is
    another file of this name.
    """
    known: Mapping[str, Mapping[str, int]] = {}
    if file.exists():
        content = _content(file)
        if content is None:
            raise InputError(f"{file}: is not a baseline, and is not overwritten. Name a new file.")
        known = read_baseline(file).findings if content[_VERSION_KEY] == _VERSION else {}
    kept = {name: counts for name, counts in known.items() if (file.parent / name).exists()}
    checked = {name_in(file, path): counts for path, counts in findings.items()}
    every = {
        name: dict(sorted(counts.items()))
        for name, counts in sorted((kept | checked).items())
        if counts
    }
    written = json.dumps({_VERSION_KEY: _VERSION, "findings": every}, indent=2, ensure_ascii=False)
    files.write_text(str(file), [written, "\n"])


def name_in(file: Path, path: str) -> str:
    """The name of a checked file in a baseline."""
    return Path(os.path.relpath(path, file.parent)).as_posix()


def _content(file: Path) -> dict[str, Any] | None:
    """The object in a file if it says that it is a baseline, None otherwise."""
    try:
        content = json.loads(read_text(file))
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) and _VERSION_KEY in content else None


def _is_counts(counts: Any) -> bool:
    return isinstance(counts, dict) and all(
        type(number) is int and 0 < number <= _MOST for number in counts.values()
    )


class KnownFindings:
    """The findings of one file that a baseline knows, each taken as often as it occurs there."""

    def __init__(self, known: Counter[str]) -> None:
        self._left = known

    def take(self, identity: str) -> bool:
        """Whether one more finding with this identity is known."""
        is_known = self._left[identity] > 0
        self._left[identity] -= is_known
        return is_known

    @property
    def n_left(self) -> int:
        """How many known findings have not been taken."""
        return self._left.total()

    @property
    def first_left(self) -> str:
        """The first known finding that has not been taken; empty if all have been."""
        return next(self._left.elements(), "")


_REACH = 3


def identity(finding: Finding) -> str:
    """The kind of a finding and its words in brackets, with three words on either side.

    It is the same as long as these words are, wherever the finding stands: people can read it in
    settings and baselines.

    >>> from solecism.finding import CheckedSentence, Place
    >>> from solecism.site import Flag
    >>> from solecism.sentence import from_words
    >>> sentence = from_words("a.1", "We all depend of it .".split())
    >>> flag = Flag("a.1:3-4:preposition", "x", True, "wrong-preposition")
    >>> [finding] = CheckedSentence("a.txt", Place(1, 1), sentence, (flag,)).findings
    >>> identity(finding)
    'wrong-preposition: We all depend [of] it .'
    """
    site = sites.parse(finding.flag.site)
    words = finding.sentence.words
    before = words[max(0, site.start - _REACH) : site.start]
    after = words[site.end : site.end + _REACH]
    marked = f"[{' '.join(words[site.start : site.end])}]"
    around = " ".join((*before, marked, *after))
    return f"{finding.kind}: {' '.join(around.split())}"
