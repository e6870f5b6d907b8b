"""The formats of annotated text by name: the module of each, and the fields that it can hold."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from solecism.errors import InputError
from solecism.formats import files
from solecism.sentence import Sentence

_FIELDS = ("tags", "lemmas", "chunks", "annotations", "trees", "columns", "notes")


@dataclass(frozen=True, slots=True)
class Format:
    """A module of `solecism.formats`, loaded when it is first used.

    `keeps` names the fields of a sentence that it can hold, beside its words. `keeps_ids` is
    "all", "annotated" (those of sentences with annotations) or "running" (`essay.1`, `essay.2`
    and so on, from the name of the file). Where `has_versions`, the files after the first are
    versions of it, read together with it line by line.
    """

    name: str
    suffixes: tuple[str, ...] = ()
    keeps: frozenset[str] = frozenset()
    keeps_ids: str = "running"
    has_versions: bool = False
    is_writable: bool = True

    @property
    def module(self) -> Any:
        """The module with `parse`, and with `format` if the format can be written."""
        return importlib.import_module(f"solecism.formats.{self.name}")


FORMATS = {
    format.name: format
    for format in (
        Format("jsonl", (".jsonl", ".ndjson"), frozenset(_FIELDS), "all"),
        Format("m2", (".m2",), frozenset({"annotations"}), "annotated"),
        Format("conllu", (".conllu",), frozenset({"tags", "lemmas", "columns", "notes"}), "all"),
        Format("conll2000", (".conll2000",), frozenset({"tags", "chunks"})),
        Format("penn", (".mrg", ".penn", ".ptb"), frozenset({"tags", "trees"})),
        Format("text", (".txt",)),
        Format("corrected", has_versions=True),
        Format("fce", (".xml",), frozenset({"annotations", "notes"}), is_writable=False),
    )
}


def format_of(path: str) -> Format | None:
    """The format of a file by the ending of its name, None if that is unknown.

    >>> format_of("essays.m2.xz").name
    'm2'
    """
    suffix = files.unpacked(path).suffix
    return next((format for format in FORMATS.values() if suffix in format.suffixes), None)


def name_of(path: str) -> str | None:
    """The name of this format."""
    format = format_of(path)
    return None if format is None else format.name


def is_text(path: str) -> bool:
    """Whether a file is read as plain text: by its ending, or because that is unknown.

    >>> is_text("essay.txt"), is_text("notes.md"), is_text("essays.m2")
    (True, True, False)
    """
    format = format_of(path)
    return format is None or format.name == "text"


def read(
    paths: Sequence[str], format: Format, *, document: str | None = None, n_jobs: int = 1
) -> Iterator[Sentence]:
    """The sentences of files, one file after another; InputError for one that has none.

    Where the format has no ids, they begin with `document`, or with the name of the file.
    `n_jobs` processes align versions of a file.
    """
    if format.has_versions and len(paths) < 2:
        raise InputError(f"{paths[0]}: has no corrected version. Give one as a further file.")
    names_seen: set[str] = set()
    for group in [paths] if format.has_versions else [[path] for path in paths]:
        name = document or files.document_name(group[0])
        if name in names_seen and format.keeps_ids != "all":
            raise InputError(f"{group[0]}: is not the only input called {name!r}. Rename it.")
        names_seen.add(name)
        is_empty = True
        for sentence in format.module.parse(
            *map(files.read_lines, group),
            document=name,
            file=files.shown_name(group[0]),
            **(_options_of_versions(group[1:], n_jobs) if format.has_versions else {}),
        ):
            is_empty = False
            yield sentence
        if is_empty:
            raise InputError(
                f"{files.shown_name(group[0])}: contains no sentences. Is the file complete?"
            )


def read_any(paths: Iterable[str], *, default: str = "text") -> Iterator[Sentence]:
    """The sentences of files, each in the format of its name, else in the default format."""
    for path in paths:
        yield from read([path], format_of(path) or FORMATS[default])


def _options_of_versions(versions: Sequence[str], n_jobs: int) -> dict[str, Any]:
    """How to read corrected versions: several are called after their files."""
    if len(versions) == 1:
        return {"n_jobs": n_jobs}
    return {"n_jobs": n_jobs, "annotators": files.distinct_names(versions)}


def write(path: str, sentences: Iterable[Sentence], format: Format) -> None:
    """Write the sentences to a file, which appears whole or not at all."""
    files.write_text(path, format.module.format(sentences))


def watch(sentences: Iterable[Sentence], format: Format, lost: set[str]) -> Iterator[Sentence]:
    """The same sentences; `lost` collects the names of the fields that `format` cannot hold."""
    document = ""
    not_kept = [name for name in _FIELDS if name not in format.keeps]
    for count, sentence in enumerate(sentences, 1):
        if count == 1:
            document = sentence.id.removesuffix(".1")
        for name in not_kept:
            if name not in lost and getattr(sentence, name):
                lost.add(name)
        if sentence.id != f"{document}.{count}" and not _keeps_id(sentence, format):
            lost.add("ids")
        yield sentence


def _keeps_id(sentence: Sentence, format: Format) -> bool:
    return format.keeps_ids == "all" or (
        format.keeps_ids == "annotated" and bool(sentence.annotations)
    )
