"""The items of a study, read from files of sites, sentences and flags."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from solecism.errors import InputError

if TYPE_CHECKING:
    from solecism.collect.item import Item
    from solecism.collect.tasks.task import Task
    from solecism.sentence import Sentence
    from solecism.site import Site


def items_of_file(
    path: str, task: Task, *, sentences: str | None = None, flags: str | None = None
) -> list[Item]:
    """The items of a file of sites, or of sentences in any format."""
    from solecism.collect.exchange.sources import (
        items_of_sentences,
        items_of_sites,
        with_suggestions,
    )
    from solecism.flag import Flag
    from solecism.formats import jsonl
    from solecism.formats.registry import read_any

    sites, read_sentences = _sites_or_sentences(path)
    if sites is not None:
        around = read_any([sentences]) if sentences else ()
        items = list(items_of_sites(sites, task, around))
    else:
        items = list(items_of_sentences(read_sentences, task))
    if task.name == "choice":
        if flags is None:
            raise InputError("the choice task needs the suggestions of a system: give its --flags.")
        items = list(with_suggestions(items, jsonl.read(flags, Flag)))
    if not items:
        raise InputError(f"{_shown(path)}: has nothing to ask about for the task {task.name}.")
    return items


def _shown(path: str) -> str:
    from solecism.formats.files import shown_name

    return shown_name(path)


def _sites_or_sentences(path: str) -> tuple[Iterable[Site] | None, Iterable[Sentence]]:
    """The sites of a file, or None and its sentences; of a pipe, the first line decides."""
    from solecism.formats import jsonl
    from solecism.formats.files import STANDARD_STREAM, document_name, read_lines
    from solecism.formats.registry import FORMATS, format_of, read_any
    from solecism.site import Site

    if path != STANDARD_STREAM:
        format = format_of(path)
        is_json = format is not None and format.name == "jsonl"
        if is_json and _begins_with_site(read_lines(path)):
            return jsonl.read(path, Site), ()
        return None, read_any([path])
    # It can be read once only.
    lines = list(read_lines(path))
    file, document = _shown(path), document_name(path)
    if _begins_with_site(lines):
        return jsonl.parse(lines, Site, file=file), ()
    is_json = next((line for line in lines if line.strip()), "").startswith("{")
    module = FORMATS["jsonl" if is_json else "text"].module
    return None, module.parse(lines, document=document, file=file)


def _begins_with_site(lines: Iterable[str]) -> bool:
    """Whether JSON Lines begin with a site, not a sentence."""
    import msgspec

    for line in lines:
        if line.strip():
            try:
                first = msgspec.json.decode(line)
            except (msgspec.DecodeError, RecursionError, UnicodeError):
                return False
            return isinstance(first, dict) and "words" not in first
    return False
