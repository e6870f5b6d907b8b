"""Reading and writing of any file, in the format that its name or first line shows.

The format follows from the ending of the name, otherwise from the first line. JSON Lines hold
sentences, sites, flags or judgments, told apart by their fields; a CSV or TSV table has one row
per judgment; every other format holds sentences, of which some have trees.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from solecism.errors import InputError
from solecism.formats import files, registry
from solecism.judgment import Judgment
from solecism.sentence import Sentence
from solecism.tree import Tree

if TYPE_CHECKING:
    from solecism.formats.json_records import Item

# The modules of JSON and of tables are imported where they are needed: most files need neither.
TABLE = "table"
_TABLE_SUFFIXES = (".csv", ".tsv")
_FIRST_LINES = {
    "jsonl": re.compile(r"\s*\{"),
    "penn": re.compile(r"\s*\("),
    "m2": re.compile(r"S "),
    "fce": re.compile(r"\s*<(\?xml|!DOCTYPE|learner)\b"),
    "conllu": re.compile(r"# *(sent_id|newdoc|newpar|text|global\.columns)\b|1\t([^\t]+\t){8}"),
    "conll2000": re.compile(r"\S+ \S+ (O|[BI]-[A-Z]+)\s*$"),
    "table": re.compile(r"site,rater,answer\b"),
}


def read(
    path: str | os.PathLike[str], *, format: str | None = None, document: str | None = None
) -> Iterator[Item]:
    """The sentences, sites, flags or judgments of a file; `-` is standard input.

    `format` is a name of `registry.FORMATS` or "table", for a file whose name and first line
    say something else. Sentences of a format without ids get ids that begin with `document`, or
    with the name of the file. InputError for a file that holds nothing.
    """
    path = os.fspath(path)
    file = files.shown_name(path)
    number, first, lines = _with_first(files.read_lines(path))
    if not first:
        raise InputError(f"{file}: is empty. Is the file complete?")
    name = format or format_name(path) or _format_of_line(first)
    if name == TABLE:
        from solecism.formats.crowd import spreadsheets

        yield from spreadsheets.parse_long(lines, file=file)
    elif name == "jsonl":
        from solecism.formats import jsonl

        item_type = jsonl.type_of(first, file=file, number=number)
        yield from jsonl.parse(lines, item_type, file=file)  # type: ignore[type-var]  # any of four
    elif _checked(name).has_versions:
        raise InputError(f"{file}: {name} needs several files. Use registry.read.")
    else:
        document = document or files.document_name(path)
        yield from registry.FORMATS[name].module.parse(lines, document=document, file=file)


def write(
    path: str | os.PathLike[str], items: Iterable[Item | Tree], *, format: str | None = None
) -> None:
    """Write sentences, trees, sites, flags or judgments to a file, which appears whole or not.

    The ending of its name says the format, where `format` does not.
    """
    path = os.fspath(path)
    name = format or format_name(path)
    if name is None:
        raise InputError(f"{path}: the ending is not that of a format. Use one of {_endings()}.")
    if name != TABLE and not _checked(name).is_writable:
        raise InputError(f"{path}: {name} can be read, but not written. Use .jsonl.")
    items = _checked_items(items, name, document=files.document_name(path))
    files.write_text(path, _formatter(name)(items))


def format_name(path: str) -> str | None:
    """The format by the ending of a file's name, None if the ending is unknown.

    >>> format_name("judgments.csv.gz"), format_name("essay.m2"), format_name("essay.doc")
    ('table', 'm2', None)
    """
    if files.unpacked(path).suffix in _TABLE_SUFFIXES:
        return TABLE
    return registry.name_of(path)


def _format_of_line(line: str) -> str:
    """The format that a first line looks like, by default plain text."""
    return next((name for name, pattern in _FIRST_LINES.items() if pattern.match(line)), "text")


def _with_first(lines: Iterator[str]) -> tuple[int, str, Iterator[str]]:
    """The number and text of the first line that is not blank ("" for none), and all lines."""
    seen = []
    for number, line in enumerate(lines, 1):
        seen.append(line)
        if line.strip():
            return number, line, chain(seen, lines)
    return 0, "", iter(())


def _checked(name: str) -> registry.Format:
    if name not in registry.FORMATS:
        names = ", ".join([*registry.FORMATS, TABLE])
        raise InputError(f"{name!r} is not a format. The formats are {names}.")
    return registry.FORMATS[name]


def _formatter(name: str) -> Callable[[Iterable[Any]], Iterator[str]]:
    """The function that writes items of a format as lines."""
    if name == TABLE:
        from solecism.formats.crowd import spreadsheets

        return spreadsheets.format_long
    format_items: Callable[[Iterable[Any]], Iterator[str]] = registry.FORMATS[name].module.format
    return format_items


def _checked_items(items: Iterable[Item | Tree], name: str, *, document: str) -> Iterator[Item]:
    """The items, trees as sentences; InputError for one that the format cannot represent."""
    for number, item in enumerate(items, 1):
        if isinstance(item, Tree):
            from solecism.formats import penn

            item = penn.sentence_of([item], id=f"{document}.{number}")
        if name != "jsonl" and not isinstance(item, Judgment if name == TABLE else Sentence):
            kind = type(item).__name__.lower()
            holds = "judgments" if name == TABLE else "sentences"
            raise InputError(
                f"the format {name} holds {holds}, but a {kind} was given. Write it as .jsonl."
            )
        yield item


def _endings() -> str:
    writable = [format for format in registry.FORMATS.values() if format.is_writable]
    return ", ".join([*(suffix for format in writable for suffix in format.suffixes), ".csv"])
