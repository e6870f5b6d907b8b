"""The items of a new study, read from files of sites, sentences and flags, and its documents.

Documents are texts for raters, and what raters never see.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from solecism.errors import InputError

if TYPE_CHECKING:
    from solecism.formats.hypotheses import Edits
    from solecism.sentence import Sentence
    from solecism.site import Site
    from solecism_study.item import Item
    from solecism_study.tasks.task import Settings, Task

    Corrections: TypeAlias = tuple[list[Sentence], dict[str, Edits]]


def items_of_file(
    path: str, task: Task, *, sentences: str | None = None, flags: str | None = None
) -> list[Item]:
    """The items of a file of sites, or of sentences in any format."""
    from solecism.formats import jsonl
    from solecism.formats.registry import read_any
    from solecism.site import Flag
    from solecism_study.exchange.item_sources import (
        items_of_sentences,
        items_of_sites,
        with_suggestions,
    )

    sites, read_sentences = _sites_or_sentences(path)
    if sites is not None:
        around = read_any([sentences]) if sentences else ()
        items = list(items_of_sites(sites, task, around))
    else:
        items = list(items_of_sentences(read_sentences, task))
    items = _without_gaps(items, task)
    if task.name == "choice":
        if flags is None:
            raise InputError("the choice task needs the suggestions of a system: give its --flags.")
        items = list(with_suggestions(items, jsonl.read(flags, Flag)))
    if not items:
        raise InputError(f"{_shown(path)}: has nothing to ask about for the task {task.name}.")
    return items


def _without_gaps(items: list[Item], task: Task) -> list[Item]:
    """The items that the task can ask about; the number of others is told."""
    from solecism_study.exchange.item_sources import without_gaps

    usable = without_gaps(items, task)
    if len(usable) < len(items):
        click.echo(
            f"{len(items) - len(usable)} gaps between words are left out: "
            f"the task {task.name} asks about a word.",
            err=True,
        )
    return usable


def check_known_answers(file: str, task: Task, chosen: Settings, items: Iterable[Item]) -> None:
    """Raise InputError, with the line of the file, for an answer that nobody could give."""
    from solecism.formats.files import read_lines
    from solecism_study.tasks.task import check_right_answers

    settings = {**(task.defaults or {}), **chosen}
    for item in items:
        try:
            check_right_answers(task, item, settings)
        except InputError as error:
            lines = enumerate(read_lines(file), 1)
            place = next((f":{number}" for number, line in lines if f'"{item.site}"' in line), "")
            raise InputError(f"{file}{place}: {error}") from error


def read_corrections(path: str, outputs: Sequence[str]) -> Corrections:
    """The sentences of a file of lines or of M2, and the edits of each system by name."""
    from solecism.formats.by_path import format_name
    from solecism.formats.files import document_name
    from solecism.formats.hypotheses import read_source, read_systems
    from solecism.formats.registry import FORMATS, read
    from solecism.sentence import from_words

    if format_name(path) == "m2":
        sentences = list(read([path], FORMATS["m2"]))
    else:
        name = document_name(path)
        lines = enumerate(read_source(path), 1)
        sentences = [from_words(f"{name}.{number}", words) for number, words in lines]
    return sentences, read_systems(path, outputs, sentences, are_applied=True)


def items_of_corrections(
    path: str, task: Task, corrections: Corrections, *, seed: int
) -> list[Item]:
    """The items of a task about systems' corrections of the sentences in a file."""
    from solecism_study.exchange.item_sources import edit_items, ranking_items

    if task.name == "ranking":
        items = list(ranking_items(*corrections, seed=seed))
    else:
        items = list(edit_items(*corrections))
    if not items:
        raise InputError(f"{_shown(path)}: the systems correct nothing, or all in the same way.")
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


def read_text(path: str | None) -> str | None:
    """The text of a file; None where there is none."""
    from solecism.formats.files import read_lines

    return None if path is None else "".join(read_lines(path))


def read_documents(corrections: Corrections | None, **options: Any) -> dict[str, str]:
    """The documents of a study that raters never see, by name, checked."""
    from solecism import sample_key as keys
    from solecism.formats import jsonl
    from solecism.formats.files import read_lines
    from solecism.site import Flag
    from solecism_study.exchange.item_sources import edit_flags
    from solecism_study.study import ALLOWED, FLAGS, KEY

    paths = {FLAGS: options["flags"], KEY: options["key"], ALLOWED: options["allow"]}
    if options["key"]:
        keys.parse(read_lines(options["key"]), file=options["key"])
    if options["flags"]:
        list(jsonl.read(options["flags"], Flag))
    texts = {name: "".join(read_lines(path)) for name, path in paths.items() if path}
    if corrections is not None and options["task"] == "edit":
        texts[FLAGS] = "".join(jsonl.format(edit_flags(*corrections)))
    return texts
