"""What studies are made of, read from files: sites or sentences, flags, known answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from solecism.errors import InputError

if TYPE_CHECKING:
    from solecism.collect.item import Item
    from solecism.collect.tasks.task import Task
    from solecism.sentence import Sentence


def sentences_of(paths: Sequence[str]) -> Iterator[Sentence]:
    """The sentences of files in any format whose name tells it; plain text else."""
    from solecism.formats.registry import FORMATS, format_of, read

    for path in paths:
        yield from read([path], format_of(path) or FORMATS["text"])


def items_of_file(
    path: str, task: Task, *, sentences: str | None = None, flags: str | None = None
) -> list[Item]:
    """The items of a file of sites, or of sentences in any format."""
    from solecism.collect.sources import items_of_sentences, items_of_sites, with_suggestions
    from solecism.flag import Flag
    from solecism.formats import jsonl
    from solecism.site import Site

    if _holds_sites(path):
        around = sentences_of([sentences]) if sentences else ()
        found = list(items_of_sites(jsonl.read(path, Site), task, around))
    else:
        found = list(items_of_sentences(sentences_of([path]), task))
    if task.name == "choice":
        if flags is None:
            raise InputError("the choice task needs what a system would write: give its --flags.")
        found = list(with_suggestions(found, jsonl.read(flags, Flag)))
    if not found:
        raise InputError(f"{path}: holds nothing to ask about for task {task.name}.")
    return found


def _holds_sites(path: str) -> bool:
    """Whether a file of JSON Lines begins with a site, not a sentence."""
    import msgspec

    from solecism.formats.files import read_lines
    from solecism.formats.registry import format_of

    format = format_of(path)
    if format is None or format.name != "jsonl":
        return False
    for line in read_lines(path):
        if line.strip():
            try:
                first = msgspec.json.decode(line)
            except (msgspec.DecodeError, RecursionError, UnicodeError):
                return False
            return isinstance(first, dict) and "words" not in first
    return False
