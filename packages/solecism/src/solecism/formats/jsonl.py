"""JSON Lines: one object per line, each a sentence, a site, a flag, a judgment or a ranking.

The name, type and range of every field are checked while reading; the first mistake raises
FormatError with its line and value. Empty fields are left out on writing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar

import msgspec

from solecism.errors import FormatError, InputError
from solecism.formats import files
from solecism.formats.json_records import (
    RECORDS,
    REQUIRED_FIELDS,
    Item,
    PlainAnswerRecord,
    RankingRecord,
    SentenceRecord,
    SiteRecord,
    ranking_of,
    record_of,
    sentence_of,
    site_of,
)
from solecism.judgment import UNKNOWN, Answer, Judgment, Ranking
from solecism.sentence import Sentence
from solecism.site import Flag, Site
from solecism.system.processes import batches

T = TypeVar("T", Sentence, Site, Flag, Judgment, Ranking)
_DOMAIN_TYPES: dict[type[Any], Callable[[Any], Any]] = {
    SentenceRecord: sentence_of,
    SiteRecord: site_of,
    RankingRecord: ranking_of,
}
# Many lines per call, because a call costs as much as decoding a line.
_BATCH = 256
_PLACE = re.compile(r"(?P<problem>.*?)(?: - at `(?P<path>[^`]*)`)?", re.DOTALL)
_STEP = re.compile(r"\.(?P<key>[^.\[]+)|\[(?P<index>\d+)\]")


def parse(
    lines: Iterable[str],
    item_type: type[T] = Sentence,  # type: ignore[assignment]  # a type variable's default, 3.13
    *,
    file: str,
    document: str = "",
) -> Iterator[T]:
    """The objects of the lines; blank lines are skipped. `document` is not used: lines have ids.

    >>> line = '{"site": "essay7.3:4-5:preposition", "rater": "ann", "answer": "ok"}'
    >>> [judgment.rater for judgment in parse([line], Judgment, file="j.jsonl")]
    ['ann']
    """
    decoder = msgspec.json.Decoder(RECORDS[item_type])
    number = 1
    for batch in batches(lines, _BATCH):
        yield from _items(item_type, *_decoded(batch, decoder, file=file, first=number), file=file)
        number += len(batch)


def read(path: str, item_type: type[T]) -> Iterator[T]:
    """The objects of a file (`-` is standard input); InputError if there are none."""
    for numbers, records in _record_blocks(path, item_type):
        yield from _items(item_type, numbers, records, file=files.shown_name(path))


def read_answers(path: str) -> Iterator[Answer]:
    """The judgments of a file, as they are needed to count answers: in a third of the time."""
    blocks = _record_blocks(path, Judgment, PlainAnswerRecord)
    return chain.from_iterable(records for _, records in blocks)


def _record_blocks(
    path: str, item_type: type[Any], *smaller: type[Any]
) -> Iterator[tuple[Sequence[int], list[Any]]]:
    """The records of a file, many at a time, and the number of the line of each.

    Blocks whose lines all have only the fields of a `smaller` record are read as such records.
    """
    decoders = [msgspec.json.Decoder(record) for record in (*smaller, RECORDS[item_type])]
    file, number, is_empty = files.shown_name(path), 1, True
    for block in files.read_blocks(path):
        n_ends = block.count(b"\n")
        n_lines = n_ends + (not block.endswith(b"\n"))
        lines = range(number, number + n_lines)
        numbers, records = _decoded_block(block, decoders, file=file, numbers=lines)
        is_empty = is_empty and not records
        yield numbers, records
        number += n_ends
    if is_empty:
        name = item_type.__name__.lower()
        raise InputError(f"{file}: contains no {name}s. Is the file complete?")


def _items(
    item_type: type[Any], numbers: Sequence[int], records: list[Any], *, file: str
) -> Iterable[Any]:
    """The objects of records."""
    if item_type is Flag or item_type is Judgment:
        items: list[Any] = msgspec.convert(records, list[item_type], from_attributes=True)  # type: ignore[valid-type]  # a value
        return items
    return _checked(records, numbers, file=file)


def type_of(line: str, *, file: str, number: int) -> type[Item]:
    """The type of the object on a line, whose required fields it has most of.

    FormatError for an object with none of them. A line that is not an object counts as a
    sentence, and is reported when it is parsed.

    >>> type_of('{"site": "e.3:4-5:article", "rater": "ann"}', file="j.jsonl", number=1)
    <class 'solecism.judgment.Judgment'>
    """
    try:
        fields = msgspec.json.decode(line, type=dict[str, msgspec.Raw]).keys()
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return Sentence
    n_shared = {
        item_type: len(fields & required) for item_type, required in REQUIRED_FIELDS.items()
    }
    if not any(n_shared.values()):
        kinds = "; ".join(
            f"a {item_type.__name__.lower()} has {', '.join(sorted(required))}"
            for item_type, required in REQUIRED_FIELDS.items()
        )
        shown = ", ".join(list(fields)[:10]) or "none"
        raise FormatError(file, number, f"the fields are {shown}, but {kinds}.")
    return max(n_shared, key=n_shared.__getitem__)


def format(items: Iterable[Item]) -> Iterator[str]:
    """One line per object."""
    for item in items:
        try:
            yield msgspec.json.encode(record_of(item)).decode() + "\n"
        except UnicodeEncodeError as error:
            value = error.object[error.start]
            raise InputError(f"{item.id!r}: {value!r} is not a character. Leave it out.") from error
        except msgspec.ValidationError as error:
            raise InputError(f"{item.id!r}: cannot be written: {error}.") from error


def _decoded_block(
    block: bytes, decoders: Sequence[msgspec.json.Decoder[Any]], *, file: str, numbers: range
) -> tuple[Sequence[int], list[Any]]:
    """The records of a block of lines with these numbers, and the number of the line of each.

    The last decoder knows all fields, and says what is wrong with a line.
    """
    for decoder in decoders:
        records = _decoded_together(block, decoder)
        if len(records) == len(numbers):
            return numbers, records
    lines = files.decode_lines(block, file=file, first=numbers.start)
    return _decoded(lines, decoders[-1], file=file, first=numbers.start)


def _decoded(
    batch: list[str], decoder: msgspec.json.Decoder[Any], *, file: str, first: int
) -> tuple[Sequence[int], list[Any]]:
    """The records of some lines, and the number of the line of each."""
    records = _decoded_together("\n".join(batch), decoder)
    if len(records) == len(batch):
        return range(first, first + len(batch)), records
    lines = {number: line for number, line in enumerate(batch, first) if line.strip()}
    return list(lines), [_decode(line, decoder, file, number) for number, line in lines.items()]


def _decoded_together(text: bytes | str, decoder: msgspec.json.Decoder[Any]) -> list[Any]:
    """The records of all lines, which are not blank; none if there is a mistake in any of them."""
    try:
        return decoder.decode_lines(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return []


def _decode(line: str, decoder: msgspec.json.Decoder[Any], file: str, number: int) -> Any:
    try:
        return decoder.decode(line)
    except RecursionError as error:
        raise FormatError(file, number, "brackets are nested too deeply.") from error
    except UnicodeError as error:
        raise FormatError(file, number, f"a value is not a character: {error}.") from error
    except msgspec.ValidationError as error:
        problem = _invalid(str(error), line, fields=decoder.type.__struct_fields__)
        raise FormatError(file, number, problem) from error
    except msgspec.DecodeError as error:
        problem = f"{_shown(line.strip())} is not a JSON object: {error}."
        raise FormatError(file, number, problem) from error


def _checked(records: list[Any], numbers: Sequence[int], *, file: str) -> Iterator[Any]:
    for number, record in zip(numbers, records, strict=True):
        try:
            yield _DOMAIN_TYPES[type(record)](record)
        except InputError as error:
            raise FormatError(file, number, str(error)) from error


def _invalid(message: str, line: str, *, fields: tuple[str, ...]) -> str:
    """The problem that msgspec reports, with the value, which it leaves out."""
    match = _PLACE.fullmatch(message)
    if match is None or match["path"] is None:
        return f"{message}. The fields are {', '.join(fields)}."
    try:
        value: Any = msgspec.json.decode(line)
        for step in _STEP.finditer(match["path"]):
            value = value[int(step["index"]) if step["index"] else step["key"]]
    except (LookupError, TypeError, msgspec.MsgspecError, RecursionError):
        return f"{message}."
    return f"{match['path'].lstrip('$.')} is {_shown(value)}. {match['problem']}."


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


Checked = TypeVar("Checked", Flag, Judgment)


def read_flags(path: str) -> Iterator[Flag]:
    """The flags of a file; FormatError where a system decides at a site again."""
    seen: defaultdict[str, set[str]] = defaultdict(set)
    for index, flag in enumerate(read(path, Flag)):
        sites = seen[flag.system]
        if flag.site in sites:
            is_stream = path == files.STANDARD_STREAM
            number = index + 1 if is_stream else _line_number(path, index)
            raise FormatError(
                files.shown_name(path),
                number,
                f"{flag.system} decides twice at {flag.site}. Keep one flag per site.",
            )
        sites.add(flag.site)
        yield flag


def check_judgments(path: str, *, labels: Sequence[str], may_repeat: bool) -> None:
    """FormatError for the first answer that is no label, or is a rater's second about a site."""
    file = files.shown_name(path)
    first: dict[tuple[str, str], int] = {}
    for number, judgment in _numbered(path, Judgment):
        if judgment.answer not in (*labels, UNKNOWN):
            known = ", ".join(labels)
            raise FormatError(
                file, number, f"unknown answer {judgment.answer!r}. The labels are {known}."
            )
        key = judgment.site, judgment.rater
        if key in first and judgment.gold is None and not may_repeat:
            raise FormatError(
                file,
                number,
                f"rater {judgment.rater} answers {judgment.site} twice, first in line "
                f"{first[key]}. Remove one, or give --duplicates first or last.",
            )
        if judgment.gold is None:
            first[key] = number


def _numbered(path: str, item_type: type[Checked]) -> Iterator[tuple[int, Checked]]:
    """The objects of a file with their line numbers."""
    for number, line in enumerate(files.read_lines(path), 1):
        for item in parse([line], item_type, file=files.shown_name(path)):
            yield number, item


def _line_number(path: str, index: int) -> int:
    """The number of the line that has the object with this index."""
    filled = (number for number, line in enumerate(files.read_lines(path), 1) if line.strip())
    return next(number for place, number in enumerate(filled) if place == index)
