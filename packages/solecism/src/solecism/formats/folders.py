"""Outputs in a folder, one per input, and the record of those that are finished.

The record is a file of JSON Lines in the folder: a line is added when an output is complete. A run
that was interrupted can so go on where it was; what was made from another input, or with other
settings, is made again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from solecism.errors import InputError
from solecism.formats import files
from solecism.version import __version__

RECORD = ".solecism.jsonl"


def targets_in(folder: Path, paths: Sequence[str], suffix: Callable[[str], str]) -> dict[str, Path]:
    """The output of each path: of the same name, in the same folders, with another ending.

    Where two inputs differ in their endings only, these stay. InputError if an output would
    replace an input.
    """
    paths = list(dict.fromkeys(paths))
    whole = [Path(files.document_name(path) if path == "-" else path).resolve() for path in paths]
    above = Path(os.path.commonpath([path.parent for path in whole])) if whole else Path()
    names = [path.relative_to(above) for path in whole]
    short = [
        _with_suffix(files.unpacked(str(name)), suffix(path))
        for path, name in zip(paths, names, strict=True)
    ]
    n_texts = Counter(short)
    targets = {
        path: folder / (brief if n_texts[brief] == 1 else f"{name}{suffix(path)}")
        for path, name, brief in zip(paths, names, short, strict=True)
    }
    keep_inputs(targets.values(), paths)
    return targets


def _with_suffix(name: Path, suffix: str) -> Path:
    return name.with_name(name.stem + suffix)


def keep_inputs(targets: Iterable[Path], paths: Iterable[str]) -> None:
    """Raise an InputError if one of the outputs would replace one of the inputs."""
    inputs = {Path(path).resolve() for path in paths if path != files.STANDARD_STREAM}
    for target in targets:
        if target.resolve() in inputs:
            raise InputError(f"{target}: is an input, which its output must not replace.")


def make_folder(folder: Path) -> None:
    """Make a folder, and those that it is in, if they are not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made: {error.strerror or error}.") from error


class FinishedOutputs:
    """The finished outputs of a folder, for a run with these settings of each input."""

    def __init__(self, folder: Path, settings: Callable[[str], object]) -> None:
        self._folder = folder
        self._settings = settings
        self._hashes: dict[str, str] = {}
        make_folder(folder)
        self._entries = dict(_entries(folder / RECORD))

    def results(self, targets: Mapping[str, Path]) -> dict[str, int]:
        """What was recorded for each input whose output is there and would not change."""
        entries = {path: self._entries.get(self._name(target)) for path, target in targets.items()}
        return {
            path: int(entry["result"])
            for path, entry in entries.items()
            if entry is not None and targets[path].is_file() and entry["key"] == self._key(path)
        }

    def add(self, path: str, target: Path, result: int) -> None:
        """Record that the output of an input is complete, with a number to remember."""
        entry = {"output": self._name(target), "key": self._key(path), "result": result}
        try:
            with (self._folder / RECORD).open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(entry) + "\n")
        except OSError as error:
            file = self._folder / RECORD
            raise InputError(f"{file}: cannot be written: {error.strerror or error}.") from error

    def start(self, paths: Iterable[str]) -> None:
        """Remember the inputs as they are now, before they are read: they may change later."""
        for path in paths:
            self._key(path)

    def _name(self, target: Path) -> str:
        return target.relative_to(self._folder).as_posix()

    def _key(self, path: str) -> str:
        """A hash of the input, the settings and the version."""
        if path not in self._hashes:
            is_file = path != files.STANDARD_STREAM and Path(path).is_file()
            data = files.read_bytes(path) if is_file else os.urandom(32)
            settings = json.dumps([__version__, self._settings(path)], sort_keys=True, default=str)
            digest = hashlib.sha256(settings.encode() + hashlib.sha256(data).digest())
            self._hashes[path] = digest.hexdigest()
        return self._hashes[path]


def _entries(record: Path) -> list[tuple[str, dict[str, str]]]:
    """The entries by output; a line that an interrupted run has left incomplete is passed over."""
    if not record.is_file():
        return []
    entries = []
    for line in files.read_lines(str(record)):
        try:
            entry = json.loads(line)
            entries.append((entry["output"], {"key": entry["key"], "result": entry["result"]}))
        except (ValueError, KeyError, TypeError):
            continue
    return entries
