"""JSON Lines: one object a line, of sentences, sites, flags or judgments.

Every field is checked for name, type and range while it is read, and the first mistake is
told with its line and value. Fields that are empty are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

import msgspec

from solecism.errors import FormatError, InputError
from solecism.flag import Flag
from solecism.formats import files
from solecism.formats.records import RECORDS, SentenceRecord, record_of, sentence_of, site_of
from solecism.judgment import Judgment
from solecism.sentence import Sentence
from solecism.site import Site

Noun = TypeVar("Noun", Sentence, Site, Flag, Judgment)
# Many lines to one call, because a call costs as much as decoding a line.
_BATCH = 256
_PLACE = re.compile(r"(?P<problem>.*?)(?: - at `(?P<path>[^`]*)`)?", re.DOTALL)
_STEP = re.compile(r"\.(?P<key>[^.\[]+)|\[(?P<index>\d+)\]")


def parse(
    lines: Iterable[str],
    noun: type[Noun] = Sentence,  # type: ignore[assignment]  # a type variable's default, 3.13
    *,
    file: str,
    document: str = "",
) -> Iterator[Noun]:
    """The objects of the lines; blank ones are passed over. `document` is of no use: ids are kept.

    >>> line = '{"site": "essay7.3:4-5:preposition", "rater": "ann", "answer": "ok"}'
    >>> [judgment.rater for judgment in parse([line], Judgment, file="j.jsonl")]
    ['ann']
    """
    decoder = msgspec.json.Decoder(RECORDS[noun])
    remaining = iter(lines)
    number = 1
    while batch := list(islice(remaining, _BATCH)):
        numbers, records = _decoded(batch, decoder, file=file, first=number)
        if noun is Flag or noun is Judgment:
            yield from msgspec.convert(records, list[noun], from_attributes=True)  # type: ignore[valid-type]  # a value
        else:
            yield from _checked(records, numbers, file=file)
        number += len(batch)


def read(path: str, noun: type[Noun]) -> Iterator[Noun]:
    """The objects of a file, of which there is at least one; `-` is standard input."""
    is_empty = True
    for found in parse(files.read_lines(path), noun, file=files.shown_name(path)):
        is_empty = False
        yield found
    if is_empty:
        name = noun.__name__.lower()
        raise InputError(f"{files.shown_name(path)}: holds no {name}s. Is it whole?")


def format(nouns: Iterable[Sentence | Site | Flag | Judgment]) -> Iterator[str]:
    """One line an object."""
    for noun in nouns:
        try:
            yield msgspec.json.encode(record_of(noun)).decode() + "\n"
        except UnicodeEncodeError as error:
            value = error.object[error.start]
            raise InputError(f"{noun.id!r}: {value!r} is no character. Leave it out.") from error
        except msgspec.ValidationError as error:
            raise InputError(f"{noun.id!r}: cannot be written: {error}.") from error


def _decoded(
    batch: list[str], decoder: msgspec.json.Decoder[Any], *, file: str, first: int
) -> tuple[Sequence[int], list[Any]]:
    """The records of some lines, and the number of the line that each is from."""
    try:
        records = decoder.decode_lines("\n".join(batch))
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        records = []
    if len(records) == len(batch):
        return range(first, first + len(batch)), records
    lines = {number: line for number, line in enumerate(batch, first) if line.strip()}
    return list(lines), [_decode(line, decoder, file, number) for number, line in lines.items()]


def _decode(line: str, decoder: msgspec.json.Decoder[Any], file: str, number: int) -> Any:
    try:
        return decoder.decode(line)
    except RecursionError as error:
        raise FormatError(file, number, "brackets are nested too deeply.") from error
    except UnicodeError as error:
        raise FormatError(file, number, f"holds what is no character: {error}.") from error
    except msgspec.ValidationError as error:
        problem = _invalid(str(error), line, fields=decoder.type.__struct_fields__)
        raise FormatError(file, number, problem) from error
    except msgspec.DecodeError as error:
        problem = f"{_shown(line.strip())} is not a JSON object: {error}."
        raise FormatError(file, number, problem) from error


def _checked(records: list[Any], numbers: Sequence[int], *, file: str) -> Iterator[Any]:
    for number, record in zip(numbers, records, strict=True):
        try:
            yield sentence_of(record) if isinstance(record, SentenceRecord) else site_of(record)
        except InputError as error:
            raise FormatError(file, number, str(error)) from error


def _invalid(message: str, line: str, *, fields: tuple[str, ...]) -> str:
    """What msgspec found wrong, with the value that it does not tell."""
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
