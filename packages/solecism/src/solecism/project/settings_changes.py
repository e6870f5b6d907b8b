"""Changes of a project's settings, which keep its comments and the order of its keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Array

from solecism.errors import InputError
from solecism.formats import files
from solecism.project import settings, settings_file
from solecism.project.settings import LONGEST_WORD, normalised_words
from solecism.project.settings_file import KINDS, path_inside, unknown_name_hint


def add_word(folder: str | Path, word: str) -> Path:
    """Add a word to the dictionary of the project of a folder, and say which file has changed.

    It goes to the file of `dictionary-file` where the settings name one.
    """
    word = word.strip()
    if not word or len(word) > LONGEST_WORD or not word.isprintable() or word.startswith("#"):
        raise InputError(f"{word[:LONGEST_WORD]!r} is not a word for a dictionary.")
    current = settings.find(folder)
    if current is None or current.values.dictionary_file is None:
        return _add(folder, "dictionary", word)
    file = path_inside(current.file, "dictionary-file", current.values.dictionary_file)
    if not normalised_words([word]) <= current.words:
        text = settings_file.read_text(file)
        end = "" if text.endswith("\n") or not text else "\n"
        files.write_text(str(file), [text, end, word, "\n"])
    return file


def turn_off(folder: str | Path, kind: str) -> Path:
    """Turn a kind of error off in the project of a folder, and say which file has changed."""
    if kind not in KINDS:
        raise InputError(f"there is no kind of error {kind!r}. {unknown_name_hint(kind, KINDS)}")
    return _add(folder, "turned-off", kind)


def ignore_finding(folder: str | Path, identity: str) -> Path:
    """Ignore findings with this identity (`baseline.identity`), and say which file has changed."""
    if not identity.strip() or "\0" in identity:
        raise InputError(f"{identity!r} does not identify a finding.")
    return _add(folder, "ignored-findings", identity)


def _add(folder: str | Path, key: str, value: str) -> Path:
    """Add a value to a list of the settings; a project without settings gets `.solecism.toml`."""
    file = settings.locate(folder) or _new_file(folder)
    is_there = file.exists()
    if is_there:
        settings.read(file)
    document = _parsed(settings_file.read_text(file) if is_there else "", file)
    table: Any = document
    if file.name == settings_file.PYPROJECT:
        table = document["tool"]["solecism"]
    values = table.get(key)
    if values is None:
        values = table[key] = tomlkit.array().multiline(True)
    if not isinstance(values, Array):
        raise InputError(f"{file}: {key}: is not a list.")
    if value not in values:
        values.append(value)
        files.write_text(str(file), [tomlkit.dumps(document)])
    return file


def _new_file(folder: str | Path) -> Path:
    """Where a project without settings gets them: in its repository's root, or in the folder."""
    folders = settings.folders_above(folder)
    is_repository = (folders[-1] / ".git").exists()
    return folders[-1 if is_repository else 0] / settings_file.NAME


def _parsed(text: str, file: Path) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise InputError(f"{file}: cannot be changed: {error}.") from error
