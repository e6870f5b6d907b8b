"""The lines of files that have changed since a revision of their git repository."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from solecism.errors import InputError
from solecism.formats.files import STANDARD_STREAM

_HUNK = re.compile(rb"^@@ -\S+ \+(?P<start>\d+)(?:,(?P<count>\d+))? @@", re.MULTILINE)
_OWN_VARIABLES = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR")
_BINARY = re.compile(rb"^Binary files .* differ$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Repository:
    """A repository: its root, the commit to compare with, and the names of files in it."""

    root: Path
    base: str
    changed: frozenset[str]
    tracked: frozenset[str]


@dataclass(frozen=True, slots=True)
class ChangedLines:
    """The lines that differ from where the current branch left `revision`.

    Changes count whether they are committed, staged or neither; a file that git does not track is
    all new.
    """

    revision: str
    _repositories: dict[Path, _Repository] = field(default_factory=dict)

    def of(self, path: str) -> tuple[range, ...] | None:
        """The changed lines of a file as ranges of line numbers, None if all of it is new."""
        if path == STANDARD_STREAM:
            raise InputError("standard input has no revisions. Give a file to --changed-since.")
        # The file itself may be a link, which git tracks as such.
        place = Path(path).parent.resolve() / Path(path).name
        repository = self._repository(place.parent, path)
        name = place.relative_to(repository.root).as_posix()
        if name in repository.changed:
            return _changes(repository, name)
        return () if name in repository.tracked else None

    def _repository(self, folder: Path, path: str) -> _Repository:
        if folder not in self._repositories:
            root = _root(folder, path)
            known = (each for each in self._repositories.values() if each.root == root)
            self._repositories[folder] = next(known, None) or self._opened(root)
        return self._repositories[folder]

    def _opened(self, root: Path) -> _Repository:
        commit = _commit(root, self.revision)
        branched = _git(root, "merge-base", commit, "HEAD").stdout.strip().decode()
        base = branched or commit
        names = _git(root, "diff", "--name-only", "-z", "--no-renames", base)
        return _Repository(
            root, base, _names(names.stdout), _names(_git(root, "ls-files", "-z").stdout)
        )


def _changes(repository: _Repository, name: str) -> tuple[range, ...] | None:
    literally = f":(top,literal){name}"
    options = ("-U0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames")
    shown = _git(repository.root, "diff", *options, repository.base, "--", literally).stdout
    if _BINARY.search(shown):
        return None
    hunks = ((int(hunk["start"]), int(hunk["count"] or 1)) for hunk in _HUNK.finditer(shown))
    return tuple(range(start, start + count) for start, count in hunks if count)


def _root(folder: Path, path: str) -> Path:
    asked = _git(folder, "rev-parse", "--show-toplevel")
    if asked.returncode or not asked.stdout.strip():
        reason = asked.stderr.decode(errors="replace").strip().partition("\n")[0]
        raise InputError(f"{path}: --changed-since needs a git repository. Git says: {reason}")
    return Path(os.fsdecode(asked.stdout.removesuffix(b"\n")))


def _commit(root: Path, revision: str) -> str:
    is_name = revision and not revision.startswith("-") and revision.isprintable()
    asked = (
        _git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        if is_name
        else None
    )
    if asked is None or asked.returncode:
        raise InputError(
            f"there is no revision {revision!r} in {root}. Is the name right, and was it fetched?"
        )
    return asked.stdout.strip().decode()


def _names(listed: bytes) -> frozenset[str]:
    return frozenset(map(os.fsdecode, filter(None, listed.split(b"\0"))))


def _git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The result of git in a folder; it neither writes to the repository nor runs its monitor."""
    command = ["git", "-C", str(folder), "-c", "core.fsmonitor=false", *arguments]
    # In a hook, git names its own repository in variables.
    outer = {name: value for name, value in os.environ.items() if name not in _OWN_VARIABLES}
    environment = {**outer, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    try:
        return subprocess.run(command, capture_output=True, env=environment, check=False)
    except FileNotFoundError as error:
        raise InputError("git is not installed, and --changed-since needs it.") from error
